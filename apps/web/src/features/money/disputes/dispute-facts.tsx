import { type Dispute, disputeReasonLabels, isLive } from '@semblance/contract'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { date, dateTime } from '@/lib/format.ts'
import { nameOf } from './statement-list.tsx'

/** Shows the reason, the amount and the deadline. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { stake, openedAt, openedBy, reason } = dispute
  const [clock, when, note] = clockOf(dispute)
  return (
    <DescriptionStrip
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

/** Returns the present deadline: its label, its date, and its consequence. */
export function clockOf(dispute: Dispute): [string, string, string] {
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
