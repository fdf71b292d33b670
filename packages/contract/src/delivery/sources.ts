/** Sources: bodies of original data, each with one privacy account for all that is measured of it. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { privacyLevels } from '../market/terms.ts'

/** Sets the delta at which limits are stated, and the largest that one measurement takes. */
export const SOURCE_DELTA = 1e-6

export const DEFAULT_SOURCE_EPSILON = 6
export const MAX_SOURCE_EPSILON = 20

/** States what some measurements together guarantee about each row: (epsilon, delta)-differential privacy. */
export const guarantee = z.object({ epsilon: z.number(), delta: z.number() })

const sourceName = z.string().trim().min(1, 'Enter a name.').max(200)

export const source = z.object({
  id: z.string(),
  name: z.string(),
  /** At `SOURCE_DELTA`. */
  limitEpsilon: z.number(),
  /** The time of the last change that allowed more; null while there was none. */
  limitRaisedAt: z.date().nullable(),
  spent: guarantee,
  /** Includes what unfinished measurements may spend. */
  committed: guarantee,
  /** The share of the limit that is spent or reserved, 0 to 1, in the unit that adds up (rho). */
  committedShare: z.number(),
  /** The largest epsilon of one more measurement that fits, rounded down to hundredths; 0 where none does. */
  leftEpsilon: z.number(),
  createdAt: z.date(),
})
export type Source = z.infer<typeof source>

export const spendingPurposes = ['preview', 'delivery'] as const

/** Names what was measured for. */
const measuredFor = z.object({
  /** ID of the contract of a delivery, of the offer of a preview, or of a twin for a listing. */
  deal: z.string(),
  /** Title of the twin, where it was measured for a listing; null otherwise. */
  twinTitle: z.string().nullable(),
})

export const sourceSpending = measuredFor.extend({
  id: z.uuid(),
  purpose: z.enum(spendingPurposes),
  state: z.enum(['reserved', 'spent', 'released']),
  /** Bounds what it spent, or may spend, by itself. */
  epsilon: z.number(),
  /** Names the measurement whose model its rows were drawn from, and its deal: only the report was measured. Null where all was. */
  drawnFrom: measuredFor.extend({ id: z.uuid() }).nullable(),
  createdAt: z.date(),
  endedAt: z.date().nullable(),
})
export type SourceSpending = z.infer<typeof sourceSpending>

/** States what a delivery adds to the account of its source: per row, over all measurements so far. */
export const sourceAccount = z.object({
  sourceId: z.string(),
  before: guarantee,
  with: guarantee,
  /** At `SOURCE_DELTA`, when the delivery was measured. */
  limitEpsilon: z.number(),
  /**
   * Counts the measured runs of the contract up to this one, of which the others were not delivered; of a twin for a listing,
   * those of all twins for listings. Missing in earlier releases.
   */
  runs: z.number().int().optional(),
  /**
   * Present for a copy of a listed twin, in place of `runs`: counts the measured runs for deliveries and listings on the source
   * by the time of the copy, from which its vendor could choose, with what all measurements by then may disclose. Missing in
   * earlier releases.
   */
  choice: z.object({ runs: z.number().int(), with: guarantee }).optional(),
  /**
   * Names the earlier measurement, one of those in `before`, that paid for the model the rows were drawn from, with what it
   * may disclose by itself. Missing where the rows were drawn from a measurement of the delivery's own.
   */
  drawnFrom: guarantee.extend({ id: z.uuid(), measuredAt: z.iso.datetime() }).optional(),
})
export type SourceAccount = z.infer<typeof sourceAccount>

/** Adds shares of the limit, 0 to 1, in the unit that adds up (rho). */
export const drawnAccount = sourceAccount.extend({
  beforeShare: z.number(),
  withShare: z.number(),
})
export type DrawnAccount = z.infer<typeof drawnAccount>

/** Lists how original data is known again: by the bytes of a file, all rows of a table, some of them, or the place of a table. */
export const sourceMatches = ['file', 'rows', 'some_rows', 'place'] as const

/** Names a source that the same data was measured from before, and the strongest match with it. */
export const sourceOverlap = z.object({
  id: z.string(),
  name: z.string(),
  match: z.enum(sourceMatches),
})
export type SourceOverlap = z.infer<typeof sourceOverlap>

const found: Record<SourceOverlap['match'], string> = {
  file: 'The same file is accounted for already',
  rows: 'A table with exactly these rows is accounted for already',
  some_rows: 'Some of these rows are accounted for already',
  place: 'The table at this place is accounted for already',
}

/** Returns two sentences for the vendor: what was found, and why it matters. */
export const describeOverlap = ({ id, name, match }: SourceOverlap): string =>
  `${found[match]}, as ${name} (${id}). What is measured of the same data adds up.`

/** States what recognition finds and what it cannot find. */
export const recognitionLimits =
  'We know the same file again and, where most rows differ from each other, the same rows in any order and format and most extracts of one percent or more. We cannot tell where values were changed, or columns added, left out or renamed: then choose the source yourself.'

/** States what recognition finds, and what it cannot find, of data that is read through a connection. */
export const connectedRecognitionLimits =
  'We know a table of a warehouse again by its place, and by the rows of the samples that come here; of small tables those are all rows. We know files of a bucket as we know uploaded ones. We cannot tell where the same data is under another name or address, or values were changed: then choose the source yourself.'

/** Names the source of an upload or sample: one that exists, or a new one. */
export const sourceChoice = z.union([
  z.object({ id: z.string().max(40) }),
  z.object({ name: sourceName }),
])
export type SourceChoice = z.infer<typeof sourceChoice>

/** Lists why a run measures instead of drawing its rows from a model that was paid for. */
export const measuringReasons = [
  'new_data',
  'other_recipe',
  'other_file',
  'overlap',
  'read_in_place',
] as const
export type MeasuringReason = (typeof measuringReasons)[number]

export const measuringReasonTexts: Record<MeasuringReason, string> = {
  new_data: 'This data was not measured before, as far as we can tell.',
  other_recipe:
    'The same file was measured before, but not in the same way: it is drawn again from what was measured only under the same name, together with the same files, with the same choices in this review, at the same privacy level and by the same version of our engine, while the model is kept and no delivery of this contract, or no twin for a listing, that was drawn from it has missed its terms.',
  other_file:
    'The same rows were measured before, from another file. Which of them the model has never seen is known by their places in that file, and a twin is checked against those rows: in another file, order or format the check would be made with rows that the model has seen, and could show a twin as safer than it is.',
  read_in_place:
    'The table at this place was measured before. It is read again as it is now, because we do not store it and cannot tell whether it has changed.',
  overlap:
    'Some of these rows were measured before. A model of other rows is none of these, so that this data is measured.',
}

/** States beforehand what a delivery would do to the account of its source. */
export const runForecast = z.object({
  /** Null for a source that would be opened. */
  source: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The measurement whose model the rows would be drawn from, and what it was made for; null if the data is measured. */
  drawsFrom: measuredFor.extend({ id: z.uuid(), measuredAt: z.date().nullable() }).nullable(),
  /** Null if it is drawn. */
  reason: z.enum(measuringReasons).nullable(),
  /** Spent or reserved before, and with the most that the run may spend. */
  before: guarantee,
  with: guarantee,
  limitEpsilon: z.number(),
  /** The most that the run may spend by itself, and that and the part taken before as shares of the limit, in the unit that adds up (rho). */
  epsilon: z.number(),
  share: z.number(),
  beforeShare: z.number(),
  /** False if the run would be refused. */
  fits: z.boolean(),
})
export type RunForecast = z.infer<typeof runForecast>

/**
 * States what further revisions take of the account of a source at most if each is measured once at `epsilon`. One that is
 * drawn from a model that was paid for takes less. One that is refused and submitted again is measured again, and takes as
 * much again; one that is missed takes nothing only if nothing was measured.
 */
export const revisionProjection = z.object({
  epsilon: z.number(),
  /** Spent and reserved now, with what is promised to other subscriptions. */
  before: guarantee,
  /** Counts revisions that are promised to other subscriptions. */
  promisedToOthers: z.number().int(),
  /** With one revision more, and with all `revisions`. */
  next: guarantee,
  all: guarantee,
  revisions: z.number().int(),
  limitEpsilon: z.number(),
  /** Shares of the limit in the unit that adds up (rho); above 1 where it does not fit. */
  beforeShare: z.number(),
  nextShare: z.number(),
  allShare: z.number(),
  /** Counts the revisions that the limit leaves room for. */
  fitting: z.number().int(),
})
export type RevisionProjection = z.infer<typeof revisionProjection>

/** Adds the agreed terms that decide about a delivery. */
export const deliveryForecast = runForecast.extend({
  privacyLevel: z.enum(privacyLevels),
  minAccuracyPercent: z.number().nullable(),
})
export type DeliveryForecast = z.infer<typeof deliveryForecast>

const bySource = z.object({ id: z.string().max(40) })

export const sources = {
  list: oc
    .route({
      method: 'GET',
      path: '/sources',
      summary: 'The bodies of original data, with what their measurements have spent (vendor)',
    })
    .input(pageInput)
    .output(pageOf(source)),
  get: oc
    .route({
      method: 'GET',
      path: '/sources/{id}',
      summary: 'One source and its privacy account (vendor)',
    })
    .input(bySource)
    .output(source),
  spendings: oc
    .route({
      method: 'GET',
      path: '/sources/{id}/spendings',
      summary: 'What was measured of a source, newest first (vendor)',
    })
    .input(bySource.extend(pageInput.shape))
    .output(pageOf(sourceSpending)),
  ofDeal: oc
    .route({
      method: 'GET',
      path: '/deals/{deal}/source',
      summary:
        'The source that a contract or an offer was last measured from; null for none (vendor)',
    })
    .input(z.object({ deal: z.string().max(40) }))
    .output(source.nullable()),
  setLimit: oc
    .route({
      method: 'PUT',
      path: '/sources/{id}/limit',
      summary: 'Set what all measurements of a source together may spend (administrator)',
    })
    .input(bySource.extend({ epsilon: z.number().min(0.01).max(MAX_SOURCE_EPSILON) }))
    .output(source),
}
