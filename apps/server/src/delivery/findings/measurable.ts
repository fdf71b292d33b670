import type { Finding } from '@semblance/contract'
import type { DeliveredData } from './delivered-data.ts'
import type { Judgement } from './judgement.ts'
import type { ClaimRow } from './queries.ts'

/** Holds all claims of a dispute, oldest first, and the data that they are about. */
export type Measurable = {
  disputeId: string
  rows: ClaimRow[]
  lastClaimId: string
  data: DeliveredData
}

/** Holds judgements in the order of the claims, and the files that were measured. */
export type Judged = { judgements: Judgement[]; files: Finding['files'] }
