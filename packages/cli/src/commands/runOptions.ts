import type { CourseOptions } from '../course/course.ts'
import type { FileWishes } from '../input/options.ts'
import type { RecipeWishes } from '../recipes/readRecipe.ts'

/** What can be said after `credence run`. */
export interface RunCommandOptions
  extends FileWishes,
    RecipeWishes,
    Omit<CourseOptions, 'time' | 'watch' | 'pictured'> {
  readonly output?: string
  readonly format?: string
  readonly digits?: number
  readonly save?: string
  readonly resume?: string
  readonly quiet?: boolean
  readonly report?: string
  readonly json?: boolean
  readonly explain?: boolean
  readonly plugins?: boolean
}
