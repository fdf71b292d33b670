import { contractCan, type Dataset } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { ArrowDownToLine, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { EscrowPanel } from '@/components/viz/escrow-panel.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { startDownload } from '@/lib/files/start-download.ts'
import { date } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { ReleaseEscrow } from './release-escrow.tsx'

/**
 * Shows the escrow: held until the delivery is accepted, released afterwards. Children are
 * alternatives to acceptance.
 */
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
            ? dataset.duePrice
              ? `is split when you release: ${vendorName} gets the price at the accuracy`
              : `goes to ${vendorName} when you release`
            : contractStatus === 'disputed'
              ? 'held until the dispute is settled'
              : `released to ${vendorName}`
      }
      totalCents={Number(dataset.priceCents)}
      heldCents={heldCents}
      releasedCents={releasedCents}
    >
      {waits ? (
        <>
          <ReleaseEscrow dataset={dataset} />
          <ReviewClock endsAt={dataset.reviewEndsAt} />
          {children}
        </>
      ) : (
        contractStatus === 'completed' && <DownloadAll dprId={dataset.dprId} />
      )}
    </EscrowPanel>
  )
}

/** Shows the end of the review. */
function ReviewClock({ endsAt }: { endsAt: Date | null }) {
  if (!endsAt) return null
  return (
    <p className="mt-3 flex items-center gap-2 text-sm">
      <Clock className="size-3.5 shrink-0 text-muted-foreground" aria-hidden />
      <span>
        Accepted automatically on <TimeText at={endsAt} show={date} className="font-medium" />,
        unless you ask for changes first.
      </span>
    </p>
  )
}

/** Everything as one ZIP, once escrow has been released. */
function DownloadAll({ dprId }: { dprId: string }) {
  const signInFirst = useRequireSignIn()
  const fetchLink = useMutation(
    orpc.deliveries.archiveLink.mutationOptions({
      onSuccess: ({ url }) => {
        startDownload(url)
        notify.success('Download Started', 'Your browser saves all files as one ZIP.')
      },
      onError: (error) => notify.error('Files not downloaded', toProblem(error).message),
    }),
  )
  return (
    <Button
      size="lg"
      className="mt-5 w-full"
      loading={fetchLink.isPending}
      onClick={() => signInFirst(() => fetchLink.mutate({ dprId }))}
    >
      {!fetchLink.isPending && <ArrowDownToLine aria-hidden />}
      Download All Files
    </Button>
  )
}
