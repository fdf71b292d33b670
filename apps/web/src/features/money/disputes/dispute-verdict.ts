import {
  type Dispute,
  type DisputeFindings,
  isLive,
  outcomesOfFinding,
  readFinding,
} from '@semblance/contract'
import type { VerdictTone } from '@/components/blocks/verdict.tsx'
import { usdExact } from '@/lib/format.ts'

export type DisputeVerdict = { tone: VerdictTone; sentence: string; detail: string }

type Seen = Pick<Dispute, 'status' | 'stake' | 'outcome'>

/** Says in a sentence how a dispute stands: its outcome or, before it, what was measured. */
export function disputeVerdict(dispute: Seen, findings: DisputeFindings | null): DisputeVerdict {
  if (!isLive(dispute)) return endedVerdict(dispute)
  const frozen = `${usdExact(dispute.stake.stakeCents)} and the fee on it stay frozen until the dispute ends.`
  if (!findings || (findings.state !== 'measuring' && findings.findings.length === 0))
    return {
      tone: 'neutral',
      sentence: 'Settle it between you, or let Semblance decide.',
      detail: `Nothing was measured. ${frozen}`,
    }
  const { tone, sentence, split, isProposed } = measuredVerdict(findings)
  const agreed = isProposed ? ' If both sides agree, it is paid at once.' : ''
  return { tone, sentence, detail: `${split}${agreed} ${frozen}` }
}

type MeasuredVerdict = {
  tone: VerdictTone
  sentence: string
  /** Says what follows from the finding. */
  split: string
  isProposed: boolean
}

function measuredVerdict({
  state,
  findings: [newest],
}: Pick<DisputeFindings, 'state' | 'findings'>): MeasuredVerdict {
  const stated = newest ? readFinding(newest.jws) : null
  if (state === 'measuring' || !stated)
    return {
      tone: 'neutral',
      sentence:
        state === 'measuring' ? 'What was claimed is being measured.' : 'Nothing was measured.',
      split: 'Both sides read the same finding as soon as it is signed.',
      isProposed: false,
    }
  if (stated.files.some(({ sha256, foundSha256 }) => sha256 !== foundSha256))
    return {
      tone: 'failed',
      sentence: 'The stored files are not those that were certified.',
      split: 'What was measured in them says nothing of the delivery.',
      isProposed: false,
    }
  const isUnsure = stated.claims.every(({ outcome }) => outcome === 'inconclusive')
  return {
    tone: isUnsure ? 'cannotTell' : 'neutral',
    sentence: `${outcomesOfFinding(stated)}.`,
    split: stated.split
      ? `The finding proposes ${usdExact(stated.split.toClientCents)} back to the client.`
      : 'The finding proposes no split.',
    isProposed: stated.split !== null,
  }
}

/** Says to staff in a sentence what the findings say; `opened` is null until staff have opened them. */
export function staffVerdict(
  dispute: Seen,
  opened: Pick<DisputeFindings, 'claims' | 'findings' | 'state'> | null,
): DisputeVerdict {
  if (!isLive(dispute)) return endedVerdict(dispute)
  if (!opened)
    return {
      tone: 'neutral',
      sentence: 'The findings have not been opened.',
      detail: 'Each opening is recorded in the audit log.',
    }
  if (opened.claims.length === 0)
    return {
      tone: 'neutral',
      sentence: 'Nothing was claimed that can be measured.',
      detail: 'What both sides say is all there is.',
    }
  const { split, ...verdict } = measuredVerdict(opened)
  return { ...verdict, detail: split }
}

function endedVerdict({ status, outcome, stake }: Seen): DisputeVerdict {
  const shares = outcome
    ? `${usdExact(outcome.toVendorCents)} went to the vendor, ${usdExact(stake.stakeCents - outcome.toVendorCents)} of the price back to the client.`
    : ''
  switch (status) {
    case 'settled':
      return { tone: 'passed', sentence: 'Both sides settled it.', detail: shares }
    case 'ruled':
      return { tone: 'passed', sentence: 'Semblance decided it.', detail: shares }
    case 'withdrawn':
      return {
        tone: 'neutral',
        sentence: 'It was withdrawn.',
        detail: 'The contract went on where it stood.',
      }
    default:
      return {
        tone: 'neutral',
        sentence: 'Nothing was left to share out.',
        detail: 'The bank took the payment back.',
      }
  }
}
