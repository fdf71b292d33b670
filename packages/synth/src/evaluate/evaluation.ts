import type { Outcome } from '@semblance/plots'
import type { ColumnKind } from '../schema/column-schema.ts'
import type { ColumnPlot } from './fidelity/column-plot.ts'
import type { NumberFigures } from './fidelity/number-figures.ts'
import type { PairPlot } from './fidelity/pair-plot.ts'

/** Holds the ends of a confidence interval. */
export type Bounds = { low: number; high: number }

/** Describes a figure with its confidence interval. */
export type Interval = Bounds & { value: number }

/** Pairs a similarity from 0 to 1 with that of a fresh real sample of the same size. */
export type Similarity = { value: number; ceiling: number }

/**
 * Holds exact figures of a twin against its original, for the original's owner and the platform
 * only: nothing here is private. All are computed on samples of at most the stated rows.
 */
export type Evaluation = {
  rows: { train: number; holdout: number; twin: number }
  columns: EvaluatedColumn[]
  accuracy: Accuracy
  /** Bivariate accuracy of each pair of modeled columns, by position in `columns`; 1 on the diagonal. */
  pairs: { columns: string[]; accuracy: number[][] }
  /** The strongest pairs of columns, at most 12. */
  pairPlots: PairPlot[]
  /** Pearson's r of each pair of ordered columns. Null for fewer than two. */
  correlations: { columns: string[]; original: number[][]; synthetic: number[][] } | null
  sdmetrics: Sdmetrics
  detection: Detection
  efficacy: Efficacy | null
  /** Null unless the table is a series. */
  coherence: Coherence | null
  /** Null without held-out rows, which every one of its figures is compared with. */
  privacy: PrivacyEvaluation | null
  summary: EvaluationSummary
}

export type EvaluatedColumn = {
  name: string
  kind: ColumnKind
  /** KS or TV complement. */
  shape: number
  accuracy: Similarity
  plot: ColumnPlot | null
  /** Exact means and quantiles of an ordered column, of samples as all else. */
  numbers: NumberFigures | null
}

/** 1 - total variation over 10 quantile bins or the 10 commonest categories, averaged over columns, pairs and triples. */
export type Accuracy = {
  /** The table by which bins are laid: the twin where noisy figures for buyers are made of them, which bins of the original would not cover. */
  binsFrom: BinSource
  univariate: Similarity
  bivariate: Similarity
  trivariate: Similarity
  /** The mean of the three. */
  overall: Similarity
}

export type BinSource = 'original' | 'twin'

type Scores = { shapes: number; pairs: number; score: number }

/** SDMetrics' quality report, as SDMetrics computes it: bins by each table's own range, weak pairs left out. */
export type Sdmetrics = Scores & {
  /** Scores of the held-out rows; null without them. */
  ceiling: Scores | null
}

/** Describes the AUC of boosted trees that separate real from synthetic rows: .5 is ideal, above .8 poor. */
export type Detection = {
  auc: number
  /** Holds the 95 % confidence interval, by chance of the rows that were scored. */
  interval: Bounds
  rowsPerSide: number
  /** Rows of each side that a model scored which had not learned from them. */
  scoredPerSide: number
}

/**
 * Compares a model trained on the twin with one trained on the original, both tested on real rows
 * that neither saw.
 */
export type Efficacy = {
  targets: {
    column: string
    /** Area under the ROC curve: of several classes the commonest against the rest, of numbers those above the median. */
    synthetic: number
    real: number
    /** Holds the 95 % confidence intervals of both, by chance of the rows they were measured on. */
    intervals: { synthetic: Bounds; real: Bounds }
  }[]
  /** (synthetic - .5) / (real - .5) of the mean over targets, 0 to 1. */
  score: number
}

/**
 * Describes the similarity of consecutive rows of a series: bivariate accuracy of each column and
 * its own next value.
 */
export type Coherence = Similarity & {
  columns: { name: string; accuracy: number }[]
  /** Pearson's r of each ordered column and its own next value. */
  autocorrelations: { name: string; original: number; synthetic: number }[]
}

export type PrivacyEvaluation = {
  distances: Distances
  attacks: Attack[]
  personalData: PersonalDataScan | null
  /** The worst outcome of the attacks, the distance checks and the scan. */
  outcome: Outcome
}

/** Holds distances to the closest record, among equally many rows of both sides. */
export type Distances = {
  rows: number
  /** Share of synthetic rows nearer to the training rows than to the held-out ones: .5 is ideal. */
  closestShare: { value: number; limit: number; outcome: Outcome }
  /** Tenth smallest ratio of nearest to second nearest distance, of synthetic rows to each side. */
  nearestRatio: { train: number; holdout: number }
  /** Training rows that the twin repeats, at most so many by chance, and held-out rows that it repeats. */
  exactMatches: { train: number; holdout: number; limit: number; outcome: Outcome }
}

export type AttackKind =
  | 'singling-out'
  | 'singling-out-joint'
  | 'linkability'
  | 'inference'
  | 'membership'
  | 'membership-outliers'

/** Anonymeter's measure: success on rows the model learned from beyond that on rows it never saw. */
export type Attack = {
  kind: AttackKind
  /** The secret of an inference; null otherwise. */
  column: string | null
  /** Attacks against each side. */
  attacks: number
  /** Success rates as counted. */
  trainRate: number
  controlRate: number
  /**
   * (train - control) / (1 - control) by Wilson's estimates, 0 to 1; the intervals of all attacks on a twin hold together
   * with 95 % confidence, so an honest one seldom fails any.
   */
  risk: Interval
  /** Failed above an interval that holds 0; passed only if the interval ends at ten points. */
  outcome: Outcome
}

export type PersonalDataScan = {
  /**
   * Identifier and free-text columns: rows of the original whose value occurs in the twin's column, and how many chance
   * would explain; null where the twin draws from a public list, so that common values coincide.
   */
  columns: { name: string; shared: number; expected: number | null }[]
  /** Rows of the original with such a value in any column that is not drawn from a public list. */
  sharedRows: number
  /** E-mail addresses, IBANs and card numbers among the categories that the twin took over. */
  identifiers: number
  pass: boolean
}

/** Describes the figures of the validation summary that the tables alone determine. */
export type EvaluationSummary = {
  /** `relative` = min(1, overall / ceiling). */
  syntheticAccuracy: { relative: number; overall: number; ceiling: number }
}
