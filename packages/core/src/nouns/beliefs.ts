/** What K experts believe of the scalar z at one x: z ~ N(mean, variance), y ~ N(z, noise²). */
export interface Beliefs {
  readonly mean: Float64Array
  readonly variance: Float64Array
  /** Standard deviation of y given z; 0 where the model has no noise. */
  readonly noise: Float64Array
  /** 1 awake, 0 asleep (abstains, is not born yet, has retired), between: partly. */
  readonly awake: Float64Array
}
