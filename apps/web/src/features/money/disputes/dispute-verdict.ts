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
  const [newest] = findings?.findings ?? []
  const stated = newest ? readFinding(newest.jws) : null
  if (findings?.state === 'measuring')
    return {
      tone: 'neutral',
      sentence: 'What was claimed is being measured.',
      detail: `Both sides read the same finding as soon as it is signed. ${frozen}`,
    }
  if (!stated)
    return {
      tone: 'neutral',
      sentence: 'Settle it between you, or let Semblance decide.',
      detail: `Nothing was measured. ${frozen}`,
    }
  if (stated.files.some(({ sha256, foundSha256 }) => sha256 !== foundSha256))
    return {
      tone: 'failed',
      sentence: 'The stored files are not those that were certified.',
      detail: `What was measured in them says nothing of the delivery. ${frozen}`,
    }
  const isUnsure = stated.claims.every(({ outcome }) => outcome === 'inconclusive')
  return {
    tone: isUnsure ? 'cannotTell' : 'neutral',
    sentence: `${outcomesOfFinding(stated)}.`,
    detail: `${
      stated.split
        ? `The finding proposes ${usdExact(stated.split.toClientCents)} back to the client. If both sides agree, it is paid at once.`
        : 'The finding proposes no split.'
    } ${frozen}`,
  }
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
