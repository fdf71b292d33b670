import { contractCan, type Dataset } from '@semblance/contract'
import { EscrowPanel } from '@/components/viz/escrow-panel.tsx'
import { DownloadAll } from './download-all.tsx'
import { ReleaseEscrow } from './release-escrow.tsx'

/** The rail's money: held until the delivery is accepted, released afterwards. */
export function DatasetEscrow({ dataset }: { dataset: Dataset }) {
  const { contractStatus, vendorName } = dataset
  const heldCents = Number(dataset.heldCents)
  const releasedCents = Number(dataset.releasedCents)
  const waits = contractCan.release(contractStatus)
  return (
    <EscrowPanel
      figureCents={waits ? heldCents : releasedCents}
      note={waits ? `goes to ${vendorName} when you release` : `released to ${vendorName}`}
      totalCents={Number(dataset.priceCents)}
      heldCents={heldCents}
      releasedCents={releasedCents}
    >
      {waits ? (
        <ReleaseEscrow dataset={dataset} />
      ) : (
        contractStatus === 'completed' && <DownloadAll dprId={dataset.dprId} />
      )}
    </EscrowPanel>
  )
}
