/**
 * Describes the quality of a twin: the report that both parties see, and the agreed terms next to
 * the delivered figures.
 */
import { z } from 'zod'

const fractions = z.array(z.number())
const interval = z.object({ low: z.number(), high: z.number() })

/**
 * Describes a column's mean, total and quantiles, moments in epoch milliseconds: the original's as
 * measured, with 95 % confidence, null where its noise exceeds what it could say; the twin's exactly.
 */
const numberFigures = z.object({
  format: z.enum(['integer', 'number', 'date']),
  figures: z.array(
    z.object({
      id: z.enum(['mean', 'total', 'q5', 'q25', 'q50', 'q75', 'q95']),
      original: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
      synthetic: z.number().nullable(),
    }),
  ),
})

/**
 * Describes one column of the report: bin edges or labels, and the share of rows on each side (sums
 * to about 1).
 */
export const reportColumn = z.object({
  name: z.string(),
  kind: z.string(),
  shape: z.number(),
  plot: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('histogram'),
        edges: z.array(z.number()),
        original: fractions,
        synthetic: fractions,
        format: z.enum(['integer', 'number', 'date']),
      }),
      z.object({
        type: z.literal('categories'),
        labels: z.array(z.string()),
        original: fractions,
        synthetic: fractions,
      }),
    ])
    .nullable(),
  numbers: numberFigures.nullable().default(null),
})
export type ReportColumn = z.infer<typeof reportColumn>

/** One side of a pair's plot: names or ranges, across from left to right, down from top to bottom. */
const pairAxis = z.object({ column: z.string(), labels: z.array(z.string()) })

/**
 * Describes the joint frequencies of two columns: shares of the rows, one list per place on `y`,
 * one entry per place on `x`.
 */
const reportPair = z.object({
  x: pairAxis,
  y: pairAxis,
  original: z.array(fractions),
  synthetic: z.array(fractions),
  /** The place with most rows. */
  inWords: z.object({ original: z.string(), synthetic: z.string() }),
  match: z.number(),
})
export type ReportPair = z.infer<typeof reportPair>

/** Describes the measured figure of a privacy check and the largest one that passes. */
const checkFigure = z.object({
  /** All of it in words. */
  text: z.string(),
  unit: z.enum(['share', 'rows', 'rho']),
  /** Null where only the verdict may be published. */
  value: z.number().nullable(),
  /** Holds the 95 % confidence interval. */
  interval: interval.nullable(),
  ideal: z.number(),
  limit: z.number().nullable(),
})
export type CheckFigure = z.infer<typeof checkFigure>

/** Lists what a privacy check may find: nothing amiss, a leak, or too much noise to say either. */
export const checkOutcome = z.enum(['passed', 'failed', 'inconclusive'])

const privacyCheck = z.object({
  id: z.string(),
  label: z.string(),
  /** The check's meaning, in a sentence or two. */
  detail: z.string(),
  /** Missing in earlier reports: `outcomeOf` judges them. */
  outcome: checkOutcome.optional(),
  /** Repeats the outcome for servers of the release before: false for a failed check. */
  pass: z.boolean(),
  /** The smallest effect, as a share of 1, that the check finds in four of five runs; null where no samples are compared. */
  minimumDetectableEffect: z.number().nullable().optional(),
  figure: checkFigure.nullable().default(null),
})
export type PrivacyCheck = z.infer<typeof privacyCheck>

/** Holds shares of 1: agreement with the original, what a fresh real sample would reach, and the one by the other, at most 1. */
export const agreement = z.object({
  overall: z.number(),
  ceiling: z.number(),
  relative: z.number(),
})

/** Describes the part of a synthesis report that both parties may see. */
export const publishedReport = z.object({
  rows: z.object({ synthetic: z.number().int(), columns: z.number().int() }),
  columns: z.array(reportColumn),
  /** The strongest pairs of columns; a report that wrote them otherwise shows none. */
  pairs: z.array(reportPair).default([]).catch([]),
  correlations: z
    .object({
      columns: z.array(z.string()),
      original: z.array(fractions),
      synthetic: z.array(fractions),
      /** Half of the 95 % confidence interval of the original's; missing in earlier reports. */
      reach: z.array(fractions).optional(),
    })
    .nullable(),
  fidelity: z.object({
    shapes: z.number(),
    pairs: z.number(),
    /** Holds the accuracy of single columns, pairs and triples; `overall` is their mean. */
    accuracy: z
      .object({ univariate: z.number(), bivariate: z.number(), trivariate: z.number() })
      .nullable()
      .default(null),
    overall: z.number(),
    ceiling: z.number(),
    relative: z.number(),
    /** Holds the 95 % confidence interval of `relative`; null where it has no noise, or none is known. */
    interval: interval.nullable().default(null),
  }),
  /** Area under the ROC curve of a model that is trained on the twin and predicts a column of real rows. */
  usefulness: z
    .object({
      column: z.string(),
      auc: z.number(),
      /** Holds the 95 % confidence interval; null in earlier reports. */
      interval: interval.nullable().default(null),
      /** Of a model that is trained on the original; null where that would reveal rows. */
      real: interval.extend({ auc: z.number() }).nullable().default(null),
    })
    .nullable()
    .default(null),
  privacy: z.object({
    /** A protected twin comes without a formal guarantee: its epsilon, delta and rho are null. */
    mode: z.enum(['private', 'protected']).default('private'),
    unit: z.enum(['row', 'entity']),
    epsilon: z.number().nullable(),
    delta: z.number().nullable(),
    rhoBudget: z.number().nullable(),
    rhoSpent: z.number().nullable(),
    guarantee: z.string(),
    closestRecordShare: z.number(),
    checks: z.array(privacyCheck),
    /** Lists checks that could not have failed with so few rows, so that they were not made. */
    untested: z.array(z.string()).optional(),
  }),
  /**
   * Holds the score that the report was stored with, of columns and pairs alone in earlier ones. Readers compute the
   * quality score from `fidelity`; servers of the release before need it here.
   */
  qualityScore: z.number().optional(),
})
export type PublishedReport = z.infer<typeof publishedReport>

/** Describes one agreed term, and how a delivery compares. */
export const gateItem = z.object({
  id: z.string(),
  label: z.string(),
  wanted: z.string(),
  found: z.string(),
  pass: z.boolean(),
  /** The finding about the delivery as a sentence, for the vendor. */
  sentence: z.string(),
})
export type GateItem = z.infer<typeof gateItem>

/** Describes a rule of the review that rows of the original broke. */
export const brokenRule = z.object({
  /** Null where the delivery has one table. */
  table: z.string().nullable(),
  /** Holds the rule in the engine's notation: "a <= b", "total = b + c", "a, b -> c". */
  rule: z.string(),
  /** Number of rows of the original that break the rule; the twin has none. */
  rows: z.number().int(),
})
export type BrokenRule = z.infer<typeof brokenRule>
