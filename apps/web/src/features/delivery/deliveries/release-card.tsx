import { contractCan, type Dataset, describeDuePrice, splitAtAccuracy } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { ArrowDownToLine, Clock, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { EscrowPanel } from '@/components/viz/escrow-panel.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { cn } from '@/lib/cn.ts'
import { startDownload } from '@/lib/files/start-download.ts'
import { date, usd, usdExact } from '@/lib/format.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'

type ReleaseCardProps = {
  dataset: Dataset
  onRelease: () => void
  /** Asks for changes, as an alternative to the acceptance. */
  children: ReactNode
}

/** Shows what an acceptance pays, with what the amount follows from; afterwards its receipt. */
export function ReleaseCard({ dataset, onRelease, children }: ReleaseCardProps) {
  const { contractStatus, contractId, priceCents, heldCents, releasedCents } = dataset
  const waits = contractCan.release(contractStatus)
  const { figureCents, note } = figureOf(dataset)
  return (
    <EscrowPanel
      title={contractStatus === 'completed' ? 'Receipt' : 'Escrow'}
      figureCents={Number(figureCents)}
      note={note}
      totalCents={Number(priceCents)}
      heldCents={Number(heldCents)}
      releasedCents={Number(releasedCents)}
      refundedCents={Number(dataset.refundedCents)}
      legend={!waits}
    >
      {waits && (
        <>
          <PriceRows dataset={dataset} />
          <RoleGate
            procedure="deliveries.release"
            to="accept deliveries and release escrow"
            className="mt-4"
          >
            <Button
              size="lg"
              className="mt-4 h-auto min-h-[42px] w-full whitespace-normal px-2 py-2.5 leading-tight"
              onClick={onRelease}
            >
              <ArrowDownToLine aria-hidden />
              Download All Files and Release Escrow
            </Button>
          </RoleGate>
          <ReviewNote endsAt={dataset.reviewEndsAt} />
          <div className="mt-4 grid grid-cols-2 gap-2 border-t pt-4 [&>p]:col-span-2">
            {children}
            <Button asChild variant="outline" size="sm">
              <Link to={paths.dispute(contractId)}>
                <Scale aria-hidden />
                Open a Dispute
              </Link>
            </Button>
          </div>
        </>
      )}
      {contractStatus === 'completed' && <Receipt dataset={dataset} />}
      {contractStatus === 'disputed' && (
        <div className="mt-4 border-t pt-3 text-sm">
          <p>Nothing is accepted or paid while the dispute lasts; the review clock stands still.</p>
          <MoreLink className="mt-1" to={paths.dispute(contractId)}>
            View Dispute
          </MoreLink>
        </div>
      )}
    </EscrowPanel>
  )
}

const splitOf = ({ duePrice, releasedCents, heldCents }: Dataset) =>
  splitAtAccuracy({ duePriceCents: duePrice?.cents ?? null, releasedCents, heldCents })

function figureOf(dataset: Dataset): { figureCents: bigint; note: string } {
  const { contractStatus, vendorName, isSuperseded, heldCents, releasedCents } = dataset
  if (isSuperseded)
    return { figureCents: heldCents, note: 'held until you accept the next delivery' }
  if (contractCan.release(contractStatus))
    return {
      figureCents: splitOf(dataset).toVendorCents,
      note: `goes to ${vendorName} when you release`,
    }
  if (contractStatus === 'disputed')
    return { figureCents: heldCents, note: 'held until the dispute is settled' }
  return { figureCents: releasedCents, note: `released to ${vendorName}` }
}

/** Lists what the amount follows from. */
function PriceRows({ dataset }: { dataset: Dataset }) {
  const { duePrice, heldCents, priceCents, releasedCents, feeBackCents } = dataset
  const { toClientCents } = splitOf(dataset)
  return (
    <>
      <dl className="num mt-3 grid gap-1.5 text-sm">
        {releasedCents > 0n && <Row term="Released before" value={usdExact(releasedCents)} />}
        <Row term="Held in escrow" value={usdExact(heldCents)} />
        {duePrice && (
          <Row
            term={`Accuracy ${duePrice.accuracyTenths / 10}%, full price from ${duePrice.targetPercent}%`}
            value={toClientCents > 0n ? `-${usdExact(toClientCents)}` : usdExact(0n)}
          />
        )}
        {toClientCents > 0n && (
          <Row
            isMuted
            term={`Back to you, with ${usdExact(feeBackCents)} of the fee`}
            value={usdExact(toClientCents + feeBackCents)}
          />
        )}
      </dl>
      {duePrice && (
        <p className="mt-2 text-muted-foreground text-xs">
          {describeDuePrice(duePrice, priceCents)}
        </p>
      )}
    </>
  )
}

function Row({ term, value, isMuted }: { term: string; value: string; isMuted?: boolean }) {
  return (
    <div className={cn('flex justify-between gap-3', isMuted && 'text-muted-foreground')}>
      <dt>{term}</dt>
      <dd className={cn(!isMuted && 'font-medium')}>{value}</dd>
    </div>
  )
}

/** Says when silence accepts, and that nothing is taken back. */
function ReviewNote({ endsAt }: { endsAt: Date | null }) {
  return (
    <p className="mt-3 flex items-start gap-2 text-muted-foreground text-sm">
      <Clock className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      <span>
        {endsAt && (
          <>
            Accepted automatically on{' '}
            <TimeText at={endsAt} show={date} className="font-medium text-foreground" />, unless you
            ask for changes first.{' '}
          </>
        )}
        Release is final. Single files release nothing.
      </span>
    </p>
  )
}

/** Stands in the place of the release once there was one. */
function Receipt({ dataset }: { dataset: Dataset }) {
  const { acceptedAt, releasedCents, refundedCents, vendorName, duePrice, contractId } = dataset
  return (
    <>
      <dl className="num mt-4 grid gap-1.5 border-t pt-3 text-sm">
        {acceptedAt && <Row term="Accepted" value={date(acceptedAt)} />}
        <Row term={`To ${vendorName}`} value={usdExact(releasedCents)} />
        {refundedCents > 0n && (
          <Row term="Back to you, fee apart" value={usdExact(refundedCents)} />
        )}
        {duePrice && (
          <Row
            isMuted
            term="Measured accuracy"
            value={`${duePrice.accuracyTenths / 10}%, full price from ${duePrice.targetPercent}%`}
          />
        )}
      </dl>
      <MoreLink to={paths.paymentDetails(contractId)}>Invoices and receipts</MoreLink>
      <DownloadAll dprId={dataset.dprId} />
    </>
  )
}

/** Everything as one ZIP, once escrow has been released. */
function DownloadAll({ dprId }: { dprId: string }) {
  const may = useMayCall('deliveries.archiveLink')
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
  if (!may) return null
  return (
    <Button
      size="lg"
      className="mt-4 w-full"
      loading={fetchLink.isPending}
      onClick={() => signInFirst(() => fetchLink.mutate({ dprId }))}
    >
      {!fetchLink.isPending && <ArrowDownToLine aria-hidden />}
      Download All Files
    </Button>
  )
}

/** Keeps the release within reach of a thumb on phones, above the navigation. */
export function ReleaseBar({ dataset, onRelease }: Omit<ReleaseCardProps, 'children'>) {
  const may = useMayCall('deliveries.release')
  if (!contractCan.release(dataset.contractStatus) || !may) return null
  return (
    <div className="fixed inset-x-0 bottom-[calc(60px+env(safe-area-inset-bottom))] z-30 flex items-center gap-3 border-t bg-card px-4 py-2.5 shadow-float md:hidden print:hidden">
      <div className="shrink-0">
        <div className="figure text-lg leading-none">{usd(splitOf(dataset).toVendorCents)}</div>
        {dataset.reviewEndsAt && (
          <div className="num mt-1 text-muted-foreground text-xs">
            by {date(dataset.reviewEndsAt)}
          </div>
        )}
      </div>
      <Button
        className="h-auto! min-h-11 flex-1 whitespace-normal px-2 py-2 leading-tight"
        onClick={onRelease}
      >
        Download All Files and Release Escrow
      </Button>
    </div>
  )
}
