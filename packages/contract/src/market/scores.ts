/** The quality score of vendors: its parts, their weights and rules, and how it is read. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'

/** Sets the points below the expected accuracy at which a delivery earns nothing for its accuracy. */
export const ACCURACY_SPAN_POINTS = 10
/** Sets the hours within which an answer earns all, and from which on it earns nothing. */
export const ANSWER_HOURS = { full: 4, none: 72 } as const
/** Sets how many deliveries, or answers, form a group, and of how many clients they have to be. */
export const SCORE_GROUP = { size: 5, clients: 3 } as const
/** Sets the months for which a group counts after its last delivery or answer. */
export const SCORE_MONTHS = 24

/** Defines the parts of the score; the weights add up to 100. */
export const scoreParts = {
  accuracy: {
    weight: 35,
    label: 'Accuracy',
    rule: `Full when the measured accuracy reaches what was agreed and what was to be expected of such a table: the estimate less its error. Each point below costs a tenth. What a dispute gave back to the client is taken off in proportion.`,
  },
  gate: {
    weight: 20,
    label: 'Passed the checks first time',
    rule: 'The share of deliveries of which no attempt was returned because it missed an agreed term.',
  },
  punctuality: {
    weight: 20,
    label: 'On time',
    rule: 'The share of deliveries made within the agreed days. A paid contract that ended after its day without a delivery counts as late.',
  },
  reviews: {
    weight: 15,
    label: 'Reviews',
    rule: 'One star earns nothing, five earn all. Only clients of completed contracts review.',
  },
  answers: {
    weight: 10,
    label: 'Answer time',
    rule: `From a client's first message of a conversation to the first answer: all within ${ANSWER_HOURS.full} hours, nothing from ${ANSWER_HOURS.none} hours on, when it counts as unanswered, in proportion between.`,
  },
} as const
export type ScorePart = keyof typeof scoreParts
export const scorePartIds = Object.keys(scoreParts) as [ScorePart, ...ScorePart[]]

/** Lists what the score leaves out, and what it cannot find out. */
export const scoreLimits = {
  counted: `Contracts, reviews and messages of companies that were ever recognized as related to the vendor never raise the score: of these, only what is below the mean of the others counts. They are recognized by the same bank account, the same registration number in the same country, a member of one who acted for the other, or members with addresses at a domain that the other has proved.`,
  copies: 'Copies of listed twins count for nothing, nor do their reviews.',
  undetected: 'Companies that belong to the same people but share none of this are not recognized.',
  groups: `Deliveries and answers count in groups of at least ${SCORE_GROUP.size} of at least ${SCORE_GROUP.clients} clients, none with more than half, and neither enter nor leave one by one. A group counts for ${SCORE_MONTHS} months. What ended contracts count for is recorded within minutes, once and for good.`,
  range:
    'Each part has a 95 % interval (Wilson). The range of the score adds up their lower and their upper ends. A part of which too little is known is left out, and the others count in proportion.',
} as const

const points = z.object({ value: z.number(), low: z.number(), high: z.number() })

export const scoredPart = z.object({
  id: z.enum(scorePartIds),
  /** Points of the part's weight, with the 95 % interval; null for too few facts. */
  points: points.nullable(),
  /** Counts the deliveries, reviews or conversations behind it. */
  count: z.number().int(),
  /**
   * Holds the mean accuracy in percent, the number of deliveries that passed first or in time, the mean
   * stars, or the number of conversations answered within a day. Null without points.
   */
  figure: z.number().nullable(),
})
export type ScoredPart = z.infer<typeof scoredPart>

export const vendorScore = z.object({
  vendorId: z.uuid(),
  /** Whole points of 100, with the range; null below one group of deliveries. */
  total: points.nullable(),
  /** Counts the deliveries in groups, and their clients; both 0 without a group. */
  deliveries: z.number().int(),
  clients: z.number().int(),
  parts: z.array(scoredPart),
})
export type VendorScore = z.infer<typeof vendorScore>

/** Describes how the vendor's own delivery counts in its score. */
export const scoredDelivery = z.object({
  contractId: z.string(),
  title: z.string(),
  endedAt: z.date(),
  /** `uncounted`: its group is not complete, or the company is related. `past`: its group is too old. */
  state: z.enum(['counts', 'uncounted', 'past']),
  /** Null where nothing was measured, or nothing was agreed or to be expected. */
  accuracyPercent: z.number().nullable(),
  expectedPercent: z.number().nullable(),
  /** Shares from 0 to 1; null where the part does not apply. */
  accuracy: z.number().nullable(),
  gate: z.number().nullable(),
  punctuality: z.number().nullable(),
  reviews: z.number().nullable(),
  /** The points by which the score is above what it would be, were this delivery like the mean of the others; null unless it counts. */
  moves: z.number().nullable(),
})
export type ScoredDelivery = z.infer<typeof scoredDelivery>

export const scores = {
  get: oc
    .route({
      method: 'GET',
      path: '/vendor-score',
      summary: "The quality score of a vendor with its parts; the caller's own without an id",
    })
    .input(z.object({ vendorId: z.uuid().optional() }))
    .output(vendorScore),
  many: oc
    .route({
      method: 'GET',
      path: '/vendor-scores',
      summary: 'The quality scores of several vendors, without those of whom too little is known',
    })
    .input(z.object({ vendorIds: z.array(z.uuid()).min(1).max(50) }))
    .output(
      z.object({
        scores: z.array(vendorScore.pick({ vendorId: true, total: true, deliveries: true })),
      }),
    ),
  deliveries: oc
    .route({
      method: 'GET',
      path: '/vendor-scores/deliveries',
      summary:
        'Own ended contracts as recorded and how each moves the own score, newest first (vendor)',
    })
    .input(pageInput)
    .output(pageOf(scoredDelivery)),
}
