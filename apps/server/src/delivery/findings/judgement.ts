/** What measuring says about a claim. */
import type { FindingReason, JudgedClaim } from '@semblance/contract'

export type Judgement = Pick<JudgedClaim, 'outcome' | 'reason' | 'measured'>

/** The measurement cannot tell, and has no figures. */
export const unknownFor = (reason: FindingReason): Judgement => ({
  outcome: 'inconclusive',
  reason,
  measured: null,
})

export const decided = (isConfirmed: boolean, measured: JudgedClaim['measured']): Judgement => ({
  outcome: isConfirmed ? 'confirmed' : 'refuted',
  reason: null,
  measured,
})
