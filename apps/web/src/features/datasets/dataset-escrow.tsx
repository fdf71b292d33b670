import { contractCan, type Dataset } from '@semblance/contract'
import type { ReactNode } from 'react'
import { EscrowPanel } from '@/components/viz/escrow-panel.tsx'
import { DownloadAll } from './download-all.tsx'
import { ReleaseEscrow } from './release-escrow.tsx'

/** The rail's money: held until the delivery is accepted, released afterwards. Children: what may be done instead. */
export function DatasetEscrow({ dataset, children }: { dataset: Dataset; children?: ReactNode }) {
  const { contractStatus, vendorName, isSuperseded } = dataset
  const heldCents = Number(dataset.heldCents)
  const releasedCents = Number(dataset.releasedCents)
  const waits = contractCan.release(contractStatus)
  return (
    <EscrowPanel
      figureCents={heldCents > 0 ? heldCents : releasedCents}
      note={
        isSuperseded
          ? 'held until you accept the next delivery'
          : waits
            ? `goes to ${vendorName} when you release`
            : `released to ${vendorName}`
      }
      totalCents={Number(dataset.priceCents)}
      heldCents={heldCents}
      releasedCents={releasedCents}
    >
      {waits ? (
        <>
          <ReleaseEscrow dataset={dataset} />
          {children}
        </>
      ) : (
        contractStatus === 'completed' && <DownloadAll dprId={dataset.dprId} />
      )}
    </EscrowPanel>
  )
}
