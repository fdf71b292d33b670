import type { FittedModel } from '../fitted-model.ts'

/**
 * Holds all measurements of some originals that drawing twins takes. Drawing from it costs no further privacy.
 */
export type ReleasedModel = { families: ReleasedFamily[] }

/** Describes tables that hang together and were paid from one budget. */
export type ReleasedFamily = {
  /** Every table after its parent. */
  tables: ReleasedTable[]
  /** Holds the cost of measuring; null in protected mode, which guarantees nothing. */
  privacy: ReleasedPrivacy | null
}

export type ReleasedTable = { name: string; links: TableLinks; model: FittedModel }

/** Says by which columns the rows of related tables refer to each other; tables by their place in the family. */
export type TableLinks = {
  /** The column by which children refer to rows; null where there are none. */
  key: number | null
  parent: { place: number; column: number } | null
  /** `count` is the position of the number of rows of the child, at most `maxRows`. */
  children: { place: number; count: number; maxRows: number }[]
}

/**
 * `ledger` lists what was measured at which cost; it sums to `rhoSpent`. `rhoOfRun` is what the run spent on the originals
 * in all, with the figures of its reports.
 */
export type ReleasedPrivacy = {
  unit: 'row' | 'entity'
  epsilon: number
  delta: number
  rhoSpent: number
  rhoOfRun: number
  ledger: { label: string; rho: number }[]
}
