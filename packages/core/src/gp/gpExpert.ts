import type { Kernel } from './kernels/index.ts'

/** One expert: amplitude·c + constant, c the kernel with lengths a·sⱼ, null for exp(−r²); noise a standard deviation. */
export interface GpExpert {
  readonly kernel: Kernel | null
  readonly inverseBandwidth: number
  readonly noise: number
  readonly window: number | null
  readonly amplitude: number
  readonly constant: number
  readonly scales: readonly number[] | null
}
