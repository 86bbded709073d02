import { integerBelow, normal, type Rng, uniform } from '../../src/math/rng.ts'

/** Random choices from one stream. */
export class Dice {
  readonly rng: Rng

  constructor(rng: Rng) {
    this.rng = rng
  }

  chance(probability: number): boolean {
    return uniform(this.rng) < probability
  }

  below(n: number): number {
    return integerBelow(this.rng, n)
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]
  }

  normal(): number {
    return normal(this.rng)
  }

  uniform(): number {
    return uniform(this.rng)
  }
}
