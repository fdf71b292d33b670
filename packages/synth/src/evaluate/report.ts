import type { Outcome } from '@semblance/plots'
import type { TotalSpent } from '../model/private/spent-budget.ts'
import type { ColumnKind } from '../schema/column-schema.ts'
import type { Notice } from '../schema/notices.ts'
import type { Bounds, Evaluation } from './evaluation.ts'
import type { ColumnPlot } from './fidelity/column-plot.ts'
import type { RelationEvaluation } from './fidelity/evaluate-relation.ts'
import type { NumberFigures } from './fidelity/number-figures.ts'
import type { PairPlot } from './fidelity/pair-plot.ts'
import type { PublishedRelation } from './publish/publish-relation.ts'

export type SynthesisStage = 'reading' | 'measuring' | 'modeling' | 'sampling' | 'evaluating'

/** `detail` says what it means for people who are not statisticians. */
export type PrivacyCheck = {
  id: string
  label: string
  detail: string
  outcome: Outcome
  /** Repeats the outcome for readers of the release before: false for a failed check. */
  pass: boolean
  /**
   * The smallest effect, as a share of 1, that the check finds in four of five runs; null for a check that compares no
   * samples.
   */
  minimumDetectableEffect: number | null
  figure: CheckFigure
}

/** Describes the measured figure of a check. */
export type CheckFigure = {
  /** All of it in words. */
  text: string
  /** Shares of 1, which differ from -1 to 1; rows of the original; or the currency of the privacy budget. */
  unit: 'share' | 'rows' | 'rho'
  /** Null where only the verdict may be published. */
  value: number | null
  /** Holds the 95 % confidence interval; null if the value is exact or not published. */
  interval: { low: number; high: number } | null
  /** Average value of a twin that repeats no person. */
  ideal: number
  /** The largest value that passes; null where it would reveal the exact number of rows. */
  limit: number | null
}

/**
 * Describes the report for the buyer: in private mode, everything derived from the original carries
 * noise paid from the budget.
 */
export type PublishedReport = {
  rows: { synthetic: number; columns: number }
  columns: {
    name: string
    kind: ColumnKind
    shape: number
    plot: ColumnPlot | null
    /** Means, totals and quantiles of an ordered column; null in protected mode. */
    numbers: NumberFigures | null
  }[]
  /** The strongest pairs of columns, at most 12. */
  pairs: PairPlot[]
  /** Pearson's r; `reach` is half of the 95 % confidence interval of the original's, whose noise hides what is beyond `MOST_REACH`. */
  correlations: {
    columns: string[]
    original: number[][]
    synthetic: number[][]
    reach: number[][]
  } | null
  /**
   * 0..1. `shapes` is the mean of KS and TV complements, `pairs` the share of rows that agree over pairs of columns in
   * 10 groups; `overall` is the mean of `accuracy`, `ceiling` what a fresh real sample of the same size would score
   * there, and `relative` is min(1, overall / ceiling).
   */
  fidelity: {
    shapes: number
    pairs: number
    accuracy: { univariate: number; bivariate: number; trivariate: number }
    overall: number
    ceiling: number
    relative: number
    /** Holds the 95 % confidence interval of `relative`, as far as noise goes; null if the figures have none. */
    interval: { low: number; high: number } | null
  }
  /**
   * Area under the ROC curve of a model that is trained on the twin and predicts a column of real
   * rows. Null if no column is suitable, or if there are so few rows that noise would hide the
   * figure.
   */
  usefulness: {
    column: string
    auc: number
    /** Holds the 95 % confidence interval, of noise and of the rows that were predicted. */
    interval: Bounds | null
    /** Of a model that is trained on the original; null in private mode, where it would cost budget. */
    real: ({ auc: number } & Bounds) | null
  } | null
  /** Set for a table with a parent. */
  relation?: PublishedRelation
  privacy: {
    /** `protected` by guards alone: then nothing is claimed, and epsilon, delta and rho are null. */
    mode: 'private' | 'protected'
    /** Unit whose presence is hidden: a row, or an entity with all its rows. */
    unit: 'row' | 'entity'
    epsilon: number | null
    delta: number | null
    rhoBudget: number | null
    rhoSpent: number | null
    /**
     * Sums the rho of this and earlier runs on the same original, with its epsilon; null if one run
     * had no bound.
     */
    allRuns: TotalSpent | null
    guarantee: string
    /** Probability that a training row is closer to the twin than a held-out row; ideal .5. */
    closestRecordShare: number
    checks: PrivacyCheck[]
    /** Lists checks that could not have failed with so few rows, so that they were neither made nor paid. */
    untested: string[]
  }
  /** Repeats the quality score of `fidelity`, for servers of the release before, which need it. */
  qualityScore: number
}

/** Holds exact, not private figures, for the platform and the original's owner only. */
export type InternalReport = {
  rows: { train: number; holdout: number }
  evaluation: Evaluation
  /** Set for a table with a parent. */
  relation?: RelationEvaluation
  /** Rows of the original that break a declared rule; the twin has none. */
  rules: { rule: string; brokenRows: number }[]
  /** Points that the owner should know, such as rare categories that were pooled. */
  notices: Notice[]
  ledger: { label: string; rho: number }[]
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
