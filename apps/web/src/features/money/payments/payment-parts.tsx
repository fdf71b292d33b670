import { feeLabel, type MoneyStatus, type PaymentDetails, type Tranche } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { date, usdExact } from '@/lib/format.ts'

type PaymentPartsProps = { details: PaymentDetails }

export function PaymentParts({ details }: PaymentPartsProps) {
  return (
    <Panel title="Parts of the price" bodyClassName="pb-2!">
      <PartList details={details} />
    </Panel>
  )
}

/** Lists the parts of a contract's price, each with what it waits for, and the client's fee. */
export function PartList({ details }: PaymentPartsProps) {
  const { tranches, feeCents, feeBps, paymentStatus } = details
  return (
    <ul className="divide-y">
      {tranches.map((part) => (
        <PartRow
          key={part.number}
          title={part.title}
          cents={Number(part.amountCents)}
          status={part.status}
          note={noteOf(part)}
        />
      ))}
      {feeCents !== null && (
        <PartRow
          title={feeLabel(feeBps)}
          cents={Number(feeCents)}
          status={paymentStatus === 'pending' || paymentStatus === 'failed' ? 'pending' : 'paid'}
        />
      )}
    </ul>
  )
}

function noteOf({ condition, date: on, state, releasedCents, refundedCents }: Tranche): string {
  if (state === 'split')
    return `${usdExact(Number(releasedCents))} released, ${usdExact(Number(refundedCents))} refunded`
  const partly = releasedCents > 0n || (refundedCents > 0n && state !== 'refunded')
  const shares =
    partly && state !== 'released'
      ? `, after ${usdExact(Number(releasedCents + refundedCents))} has left escrow`
      : ''
  return `${condition}${on ? ` ${joins[state] ?? 'on'} ${date(on)}` : ''}${shares}`
}

const joins: Partial<Record<Tranche['state'], string>> = { pending: '· expected' }

type PartRowProps = { title: string; cents: number; status: MoneyStatus; note?: string }

function PartRow({ title, cents, status, note }: PartRowProps) {
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="text-sm">{title}</span>
        <span className="inline-flex items-center gap-2 font-medium">
          <Money exact cents={cents} /> <StatusBadge domain="money" status={status} />
        </span>
      </div>
      {note && <p className="mt-0.5 text-muted-foreground text-sm">{note}</p>}
    </li>
  )
}
