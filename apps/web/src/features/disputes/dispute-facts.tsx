import { type Dispute, disputeReasonLabels, isLive } from '@semblance/contract'
import { FactStrip } from '@/components/blocks/fact-strip.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { date, dateTime } from '@/lib/format.ts'
import { nameOf } from './statement-list.tsx'

/** Why, how much, and until when. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { stake, openedAt, openedBy, reason } = dispute
  const [clock, when, note] = clockOf(dispute)
  return (
    <FactStrip
      className="border-t"
      facts={[
        {
          label: isLive(dispute) ? 'Frozen in escrow' : 'Was frozen in escrow',
          value: <Money exact cents={Number(stake.stakeCents)} />,
          note: (
            <>
              and <Money exact cents={Number(stake.feeStakeCents)} /> of fee
            </>
          ),
        },
        { label: 'Opened by', value: nameOf(dispute, openedBy), note: dateTime(openedAt) },
        { label: 'Reason', value: disputeReasonLabels[reason] },
        { label: clock, value: when, note },
      ]}
    />
  )
}

/** What the parties wait for now: its label, its date, and what follows. */
function clockOf(dispute: Dispute): [string, string, string] {
  const { status, answeredAt, answerDueAt, negotiateUntil, escalatedAt, endedAt } = dispute
  if (endedAt) return ['Ended', date(endedAt), '']
  if (status === 'escalated')
    return [
      'With Semblance since',
      date(escalatedAt ?? negotiateUntil),
      'A settlement is still possible until the decision.',
    ]
  if (answeredAt) return ['Agreement until', date(negotiateUntil), 'After that, Semblance decides.']
  return ['Answer due', date(answerDueAt), 'Without an answer, Semblance may decide.']
}
