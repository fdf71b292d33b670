/** The right to rows beyond those of a delivery, drawn from what was measured for it. */
import { z } from 'zod'

/** Limits the rows that one draw can be agreed to have, and the draws. */
export const MAX_MORE_ROWS = 1_000_000
export const MAX_DRAWS = 100

export const moreRowsTerm = z.strictObject({
  /** The most rows of one draw; of several tables, of each that has no parent. */
  rows: z
    .number({ error: 'Enter a number of rows' })
    .int('Enter whole rows')
    .min(1, 'At least 1 row')
    .max(MAX_MORE_ROWS, `At most ${MAX_MORE_ROWS.toLocaleString('en-US')} rows`),
  /** The most draws under one contract. */
  draws: z
    .number({ error: 'Enter a number of draws' })
    .int('Enter whole draws')
    .min(1, 'At least 1 draw')
    .max(MAX_DRAWS, `At most ${MAX_DRAWS} draws`),
})
export type MoreRows = z.infer<typeof moreRowsTerm>

/** Says what the term means, for all who agree on it. */
export const moreRowsMeaning =
  'Once the contract is completed, the client may draw further rows, also rows that meet conditions, from what was measured for the delivery. That does not look at the original again, costs no privacy, and is certified. The rows come under the license of the delivery.'

/** Returns true if an offered right covers the wanted one; null for none. */
export const grantsRows = (offered: MoreRows | null, asked: MoreRows | null): boolean =>
  asked === null || (offered !== null && offered.rows >= asked.rows && offered.draws >= asked.draws)

/** Returns "Up to 5,000 rows, 10 times", or "None". */
export function moreRowsText(term: MoreRows | null): string {
  if (term === null) return 'None'
  const { rows, draws } = term
  const often = draws === 1 ? 'once' : `${draws} times`
  return `Up to ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}, ${often}`
}
