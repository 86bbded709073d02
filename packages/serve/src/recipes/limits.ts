/** Forecasts of a key that may wait for their outcome; the oldest expires. */
export const OPEN_ROUNDS = 256
/** Rounds that rolling coverage looks back on: a served state is to be small. */
export const WINDOW = 100
