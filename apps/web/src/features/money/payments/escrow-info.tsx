import { type Figure, type PaymentDetails, paymentStructures } from '@semblance/contract'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { FigureBreakdownButton } from '@/components/blocks/text/figure-breakdown-button.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { EscrowPanel } from '@/components/viz/escrow-panel.tsx'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

type EscrowInfoProps = { details: PaymentDetails; title?: string; children?: ReactNode }

/** Shows the money in escrow, with a link to pay the missing part; children stand below. */
export function EscrowInfo({ details, title, children }: EscrowInfoProps) {
  const { escrow, priceCents, structure, contractId } = details
  const { figure, ...shown } = figureOf(details)
  return (
    <EscrowPanel
      {...shown}
      {...(title && { title })}
      action={
        figure && (
          <FigureBreakdownButton
            figure={figure}
            scope={{ contractId }}
            label={capitalized(shown.note)}
          />
        )
      }
      totalCents={Number(priceCents)}
      heldCents={Number(escrow.heldCents)}
      releasedCents={Number(escrow.releasedCents)}
      pendingCents={Number(escrow.pendingCents)}
      refundedCents={Number(escrow.refundedCents)}
      footer={
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="text-muted-foreground">Payment structure</span>
          <span className="font-medium">{paymentStructures[structure]}</span>
        </span>
      }
    >
      <PaymentDue details={details} />
      {children}
    </EscrowPanel>
  )
}

function PaymentDue({ details }: { details: PaymentDetails }) {
  const { side, payment, tranches, contractStatus, offerId } = details
  const isDue =
    payment?.state !== 'submitted' &&
    tranches.some(({ state }) => state === 'unfunded') &&
    !['cancelled', 'completed', 'disputed'].includes(contractStatus)
  if (side !== 'client' || !isDue) return null
  return (
    <div className="mt-4 border-t pt-4">
      {payment?.failure && (
        <p className="mb-3 text-sm text-st-danger-fg" role="status">
          {payment.state === 'returned'
            ? 'Your bank has taken the payment back. '
            : 'Your bank refused the payment. '}
          {payment.failure}
        </p>
      )}
      <Button asChild className="w-full">
        <Link to={paths.payment(offerId)}>Pay into escrow</Link>
      </Button>
    </div>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Shown = { figureCents: number; note: string; figure?: Figure }

function figureOf({ side, escrow, vendorName, priceCents }: PaymentDetails): Shown {
  const isClient = side === 'client'
  const { heldCents, frozenCents, releasedCents, refundedCents, pendingCents } = escrow
  if (frozenCents > 0n)
    return {
      figure: 'contract.held',
      figureCents: Number(heldCents),
      note: 'held until the dispute is settled',
    }
  if (heldCents > 0n)
    return {
      figure: 'contract.held',
      figureCents: Number(heldCents),
      note: isClient ? 'held until you accept delivery' : 'held until the client accepts delivery',
    }
  if (pendingCents > 0n)
    return { figureCents: Number(pendingCents), note: 'with the bank, on its way into escrow' }
  if (releasedCents > 0n)
    return {
      figure: 'contract.released',
      figureCents: Number(releasedCents),
      note: isClient ? `released to ${vendorName}` : 'released to you',
    }
  if (refundedCents > 0n)
    return {
      figure: 'contract.refunded',
      figureCents: Number(refundedCents),
      note: isClient ? 'refunded to you' : 'refunded to the client',
    }
  return { figureCents: Number(priceCents), note: 'not yet paid into escrow' }
}

/** Shows the conditions of release, and its expected time. */
export function ReleaseConditions({ details: { escrow } }: { details: PaymentDetails }) {
  const { releaseConditions, expectedRelease, expectedBy } = escrow
  return (
    <Panel title="Release conditions">
      <ul className="grid list-disc gap-2 pl-4 text-base marker:text-muted-foreground">
        {releaseConditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      {expectedRelease && (
        <p className="mt-4 flex items-start gap-2 border-t pt-3 text-sm">
          <Clock className="mt-0.5 size-3.5 shrink-0 text-muted-foreground" aria-hidden />
          <span>
            <span className="text-muted-foreground">Expected release</span>{' '}
            <TimeText at={expectedRelease} show={date} className="font-medium" />
            <span className="block text-muted-foreground">
              {expectedBy === 'review'
                ? 'Accepted automatically then, if the client has not answered.'
                : 'When the delivery is due; it is released with the acceptance.'}
            </span>
          </span>
        </p>
      )}
    </Panel>
  )
}
