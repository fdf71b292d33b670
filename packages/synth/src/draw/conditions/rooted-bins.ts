import type { RandomSource } from '../../random/random-source.ts'

/** Draws bins of rows that meet conditions, one array per modeled column; `mass` is the share of all rows that do. */
export type RootedBins = {
  mass: number
  /** Draws at most so many rows. */
  draw: (rowCount: number, random: RandomSource) => Int32Array[]
}
