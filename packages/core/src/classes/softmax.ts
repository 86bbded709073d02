/** In place: e^z divided by its sum, from `at` on. */
export function softmax(z: Float64Array, at: number, classes: number): void {
  let most = -Infinity
  for (let c = at; c < at + classes; c++) most = Math.max(most, z[c])
  let total = 0
  for (let c = at; c < at + classes; c++) total += z[c] = Math.exp(z[c] - most)
  for (let c = at; c < at + classes; c++) z[c] /= total
}
