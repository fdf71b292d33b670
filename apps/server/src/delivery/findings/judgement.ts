/** Judgements about claims. */
import type { FindingReason, JudgedClaim } from '@semblance/contract'

export type Judgement = Pick<JudgedClaim, 'outcome' | 'reason' | 'measured'>

/** Returns the judgement of a measurement without figures, which decides nothing. */
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
