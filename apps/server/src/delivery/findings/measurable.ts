import type { Finding } from '@semblance/contract'
import type { DeliveredData } from './delivered-data.ts'
import type { Judgement } from './judgement.ts'
import type { ClaimRow } from './queries.ts'

/** All claims of a dispute, oldest first, and the data that they are about. */
export type Measurable = { disputeId: string; rows: ClaimRow[]; data: DeliveredData }

/** What was measured, in the order of the claims, and in which files. */
export type Judged = { judgements: Judgement[]; files: Finding['files'] }
