import type { ListingStatus, Twin } from '@semblance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { NextStep } from '@/components/blocks/next-step.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { saveArchive } from '@/lib/files/save-file.ts'
import { paths } from '@/paths.ts'
import { DraftListing } from '../draft-listing.tsx'
import { TwinFigures } from '../twin-figures.tsx'

/** Shows what a measured twin became: its listing with the step that comes next, its figures and its privacy account. */
export function MadeTwin({ twin }: { twin: Twin }) {
  const listingId = twin.listingId ?? ''
  const query = useQuery({
    ...orpc.listings.getOwn.queryOptions({ input: { listingId } }),
    enabled: listingId !== '',
  })
  if (listingId === '')
    return (
      <div className="[&>*]:mb-0">
        <Unlisted twin={twin} sentence="The twin is made and not listed" />
      </div>
    )
  return (
    <QueryState query={query} errorTitle="The listing of this twin did not load">
      {(listing) => (
        <div className="min-w-0">
          {listing.status === 'withdrawn' ? (
            <Unlisted twin={twin} sentence="Its listing was withdrawn" />
          ) : (
            <Listed twin={twin} listingId={listing.id} status={listing.status} />
          )}
          <div className="grid items-start gap-5 md:grid-cols-2">
            <TwinFigures listing={listing} />
          </div>
        </div>
      )}
    </QueryState>
  )
}

type ListedStatus = Exclude<ListingStatus, 'withdrawn'>

const steps: Record<ListedStatus, { sentence: string; detail: string }> = {
  draft: {
    sentence: 'Describe the twin, set its prices, and publish it',
    detail: 'The listing is drafted. Until you publish it nobody but your organization sees it.',
  },
  published: {
    sentence: 'The twin is in the catalog',
    detail: 'Each buyer gets a copy of these rows; a copy costs your source no privacy.',
  },
  paused: {
    sentence: 'Its listing is paused',
    detail: 'Publish it again to sell it.',
  },
  taken_down: {
    sentence: 'Semblance took its listing down',
    detail: 'The listing says why. Buyers keep what they bought.',
  },
}

type ListedProps = { twin: Twin; listingId: string; status: ListedStatus }

function Listed({ twin, listingId, status }: ListedProps) {
  const isOwn = status === 'draft' || status === 'paused'
  const { sentence, detail } = steps[status]
  return (
    <NextStep
      lead={isOwn ? 'Your next step' : 'Measured and listed'}
      isOwn={isOwn}
      sentence={sentence}
      detail={detail}
      actions={
        <>
          <Proofs twin={twin} />
          <Button asChild variant={isOwn ? 'primary' : 'outline'}>
            <Link to={paths.ownListing(listingId)}>
              {status === 'draft' ? 'Open the Draft' : 'Open the Listing'}
            </Link>
          </Button>
        </>
      }
    />
  )
}

function Unlisted({ twin, sentence }: { twin: Twin; sentence: string }) {
  return (
    <NextStep
      lead="Measured"
      isOwn={false}
      sentence={sentence}
      detail="What was measured stays charged to its source; a listing costs it nothing more."
      actions={
        <>
          <Proofs twin={twin} />
          <DraftListing deliveryId={twin.id} />
        </>
      }
    />
  )
}

/** Leads to what proves how the twin was made: its certificate, and the archive of its steps in the log. */
function Proofs({ twin: { id, certificateId } }: { twin: Twin }) {
  const download = useMutation({
    mutationFn: () => saveArchive(`/api/twins/${id}/dossier.zip`, `${id}-dossier.zip`),
    onError: () =>
      notify.error('Dossier not downloaded', 'Check your connection and try again in a moment.'),
  })
  if (!certificateId) return null
  return (
    <>
      <Button variant="outline" loading={download.isPending} onClick={() => download.mutate()}>
        Download Its Dossier
      </Button>
      <Button asChild variant="outline">
        <Link to={paths.certificate(certificateId)}>Open Its Certificate</Link>
      </Button>
    </>
  )
}
