import type { ColumnKind } from '../schema/column-schema.ts'
import type { ClosestRecord } from './closest-record.ts'
import type { ColumnPlot } from './column-plot.ts'

export type SynthesisStage = 'reading' | 'measuring' | 'modeling' | 'sampling' | 'evaluating'

export type PrivacyCheck = { id: string; label: string; detail: string; pass: boolean }

/** What a buyer may see: everything derived from the original carries noise paid from the budget. */
export type PublishedReport = {
  rows: { synthetic: number; columns: number }
  columns: { name: string; kind: ColumnKind; shape: number; plot: ColumnPlot | null }[]
  correlations: { columns: string[]; original: number[][]; synthetic: number[][] } | null
  /**
   * 0..1. `ceiling` is what a fresh real sample of the same size scores, and `relative` is
   * min(1, overall / ceiling).
   */
  fidelity: { shapes: number; pairs: number; overall: number; ceiling: number; relative: number }
  privacy: {
    unit: 'row'
    epsilon: number
    delta: number
    rhoBudget: number
    rhoSpent: number
    guarantee: string
    /** Probability that a training row lies closer to the twin than a held-out row; ideal .5. */
    closestRecordShare: number
    checks: PrivacyCheck[]
  }
  /** 100 times the fidelity's `overall`, to one decimal; not relative, so it is never flattered. */
  qualityScore: number
}

export type ExactFidelity = {
  shapes: number
  pairs: number
  overall: number
  ceilingShapes: number
  ceilingPairs: number
  ceiling: number
  relative: number
}

/** Exact figures, not private: for the platform and the original's owner only. */
export type InternalReport = {
  rows: { train: number; holdout: number }
  closestRecord: { sampleSize: number; syntheticShare: number; realShare: number; limit: number }
  exactMatches: Pick<ClosestRecord, 'exactSynthetic' | 'exactReal'>
  ledger: { label: string; rho: number }[]
  exactFidelity: ExactFidelity
  timingsMs: Record<SynthesisStage, number>
  peakRssBytes: number
}

/** `path` is where the twin was written. */
export type TableReport = {
  name: string
  path: string
  published: PublishedReport
  internal: InternalReport
}

export type SynthesisReport = { tables: TableReport[] }
