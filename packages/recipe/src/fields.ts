import { ArgumentError } from 'credence'
import { type Option, readOption } from 'credence/kinds'
import * as z from 'zod'
import { optionSchema } from './jsonSchema.ts'
import { asGiven, build, type Noun, type OfKind } from './ofKind.ts'

/** Fields of a recipe that the library declares: it checks them itself, and refuses in its own words. */

/** Columns that tell series apart. */
export const byField = z
  .union([z.string(), z.array(z.string()).min(1)])
  .describe('columns that tell series apart: each series is learnt by itself; default: one series')

/** Options by the name of the function that takes them. */
interface Named {
  readonly name: string
  readonly declared: object
}

/** A field that is an option of the library; what is left out has the library's default. */
export function optionField<T>({ name: of, declared }: Named, name: string): z.ZodType<T> {
  const option = declared[name as never] as Option
  const field = checked((written) => void readOption('', option, asGiven(option, written))).meta(
    optionSchema(option, of, name),
  )
  const optional = 'default' in option ? field.default(option.default as T) : field.exactOptional()
  return optional as unknown as z.ZodType<T>
}

/** One of the kinds of a noun. */
export function kindField(noun: Noun, supplied: Readonly<Record<string, unknown>> = {}): z.ZodType<OfKind> {
  const field = checked((written) => void build(noun, written, supplied))
  return field.meta({ $ref: `#/$defs/${noun}` }) as unknown as z.ZodType<OfKind>
}

function checked(check: (written: unknown) => void): z.ZodUnknown {
  return z.unknown().superRefine((written, context) => {
    try {
      check(written)
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error
      context.addIssue({ code: 'custom', message: error.message })
    }
  })
}
