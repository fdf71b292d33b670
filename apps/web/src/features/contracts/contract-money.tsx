import type { ContractDetail } from '@semblance/contract'
import { DefList } from '@/components/blocks/def-list.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { EscrowPanel } from '@/components/viz/escrow-panel.tsx'

/** The escrow rail of a contract, in the words of the side that reads it. */
export function ContractMoney({ contract }: { contract: ContractDetail }) {
  const { side, status, startDate } = contract
  const priceCents = Number(contract.priceCents)
  const heldCents = Number(contract.heldCents)
  const releasedCents = Number(contract.releasedCents)
  const amountStatus = status === 'completed' ? 'Paid' : heldCents > 0 ? 'Escrow' : 'Pending'
  return (
    <>
      <EscrowPanel
        {...escrowFigure(contract)}
        totalCents={priceCents}
        heldCents={heldCents}
        releasedCents={releasedCents}
      />
      <Panel title="Payment details">
        <DefList
          className="-mb-2.5"
          rows={[
            {
              term: 'On delivery',
              value: <Amount cents={priceCents} status={amountStatus} />,
            },
            ...(side === 'client'
              ? [
                  {
                    term: 'Platform fee (2.5%)',
                    value: (
                      <Amount
                        cents={Number(contract.feeCents)}
                        status={startDate ? 'Paid' : 'Pending'}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Panel>
    </>
  )
}

function Amount({ cents, status }: { cents: number; status: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Money exact cents={cents} /> <StatusBadge status={status} />
    </span>
  )
}

function escrowFigure({ side, vendorName, heldCents, releasedCents, ...contract }: ContractDetail) {
  const isClient = side === 'client'
  if (heldCents > 0n)
    return {
      figureCents: Number(heldCents),
      note: isClient ? 'held until you accept delivery' : 'held until the client accepts delivery',
    }
  if (releasedCents > 0n)
    return {
      figureCents: Number(releasedCents),
      note: isClient ? `released to ${vendorName}` : 'released to you',
    }
  return { figureCents: Number(contract.priceCents), note: 'not yet paid into escrow' }
}
