/** Rows of a file that are looked at before the first is learnt. */
export const PEEKED = 200
