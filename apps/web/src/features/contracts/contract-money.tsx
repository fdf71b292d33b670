import type { ContractDetail } from '@semblance/contract'
import { DefList } from '@/components/blocks/def-list.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { EscrowPanel } from '@/components/viz/escrow-panel.tsx'

/** The escrow rail of a contract, in the words of the side that reads it. */
export function ContractMoney({ contract }: { contract: ContractDetail }) {
  const { paymentTerms } = contract
  const priceCents = Number(contract.priceCents)
  const heldCents = Number(contract.heldCents)
  const releasedCents = Number(contract.releasedCents)
  return (
    <>
      <EscrowPanel
        {...escrowFigure(contract)}
        totalCents={priceCents}
        heldCents={heldCents}
        releasedCents={releasedCents}
        footer={
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className="text-muted-foreground">Payment structure</span>
            <span className="font-medium">{paymentTerms.structure}</span>
          </span>
        }
      />
      <Panel title="Payment details">
        <DefList
          className="-mb-2.5"
          rows={paymentRows(contract).map(({ term, cents, status }) => ({
            term,
            value: <Amount cents={Number(cents)} status={status} />,
          }))}
        />
      </Panel>
    </>
  )
}

/** An upfront share counts as paid only once the ledger says that as much has been released. */
function paymentRows({ side, paymentTerms, ...contract }: ContractDetail) {
  const { upfrontCents, onDeliveryCents } = paymentTerms
  const { heldCents, releasedCents, priceCents, feeCents, startDate } = contract
  const statusOf = (released: boolean) =>
    released ? 'Paid' : heldCents > 0n ? 'Escrow' : 'Pending'
  return [
    {
      term: 'Upfront',
      cents: upfrontCents,
      status: statusOf(releasedCents >= upfrontCents),
    },
    { term: 'On delivery', cents: onDeliveryCents, status: statusOf(releasedCents >= priceCents) },
    {
      term: 'Platform fee (2.5%)',
      cents: side === 'client' ? feeCents : 0n,
      status: startDate ? 'Paid' : 'Pending',
    },
  ].filter(({ cents }) => cents > 0n)
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
