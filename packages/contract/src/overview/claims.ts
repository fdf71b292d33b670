/** The marketplace's own figures for the sentences that the landing page makes. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'

/** Sets the least number of vendors, and of clients; figures of fewer would reveal single ones. */
export const MIN_CLAIM_ORGANIZATIONS = 5

/** Limits the deliveries that figures are computed from, the newest first. */
export const MAX_CLAIM_DELIVERIES = 1000

export const claimFigures = z.object({
  computedAt: z.date(),
  /** Null: fewer vendors or clients than `MIN_CLAIM_ORGANIZATIONS` have dealt with each other so far. */
  figures: z
    .object({
      deliveriesCount: z.number().int(),
      vendorsCount: z.number().int(),
      clientsCount: z.number().int(),
      /** Countries of these vendors and clients; "other" counts as none. */
      countriesCount: z.number().int(),
      /** The prices due of their completed contracts, rounded down to whole 1,000 dollars. */
      paidCents: cents,
      /** Percent, to a tenth, of the least faithful table of each delivery; null if none was measured. */
      medianAccuracyPercent: z.number().nullable(),
      /** Nine of ten deliveries are at least this accurate. */
      tenthAccuracyPercent: z.number().nullable(),
      /** Percent of the deliveries whose every table has a formal guarantee of privacy. */
      formalPercent: z.number().int(),
      /** The median epsilon of these; null if there is none. */
      medianEpsilon: z.number().nullable(),
    })
    .nullable(),
})
export type ClaimFigures = z.infer<typeof claimFigures>

export const claims = {
  figures: oc
    .route({
      method: 'GET',
      path: '/claims',
      summary: 'What the newest deliveries measured, at most an hour old (anyone)',
    })
    .output(claimFigures),
}
