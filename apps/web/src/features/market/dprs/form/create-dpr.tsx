import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { paths } from '@/paths.ts'
import { DprForm } from './dpr-form.tsx'
import { typedFromDpr, typedFromDraft, typedFromOthers } from './dpr-form-values.ts'
import { typedFromListing } from './templates/dpr-from-listing.ts'

/** Creates a request from an empty form, a draft (?draft=…), another request (?from=DPR-…), or a listed twin (?listing=LST-…). */
export function CreateDpr() {
  const { key, state } = useLocation()
  // A form that has become a draft renames its own address; it stays the same form.
  const formKey: string = state?.formKey ?? key
  return <StartedForm key={formKey} formKey={formKey} />
}

function StartedForm({ formKey }: { formKey: string }) {
  const [params] = useSearchParams()
  const [{ draftId, from, listingId }] = useState({
    draftId: params.get('draft'),
    from: params.get('from'),
    listingId: params.get('listing'),
  })
  if (draftId) return <DraftForm formKey={formKey} draftId={draftId} />
  if (from) return <DuplicateForm formKey={formKey} dprId={from} />
  if (listingId) return <ListingForm formKey={formKey} listingId={listingId} />
  return <DprForm formKey={formKey} />
}

function DraftForm({ formKey, draftId }: { formKey: string; draftId: string }) {
  const query = useQuery({
    ...orpc.dprs.draft.queryOptions({ input: { draftId } }),
    // Read once: the form's own typing is newer than anything a refetch could bring, and posting ends the draft.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
  })
  return (
    <QueryState
      query={query}
      errorTitle="The draft did not load"
      skeleton={<SkeletonPage />}
      isNotFound={isNotThere}
      notFound={
        <NotThere record="draft">It may have been posted or deleted in the meantime.</NotThere>
      }
    >
      {(draft) => (
        <DprForm formKey={formKey} draftId={draftId} initial={typedFromDraft(draft.content)} />
      )}
    </QueryState>
  )
}

function DuplicateForm({ formKey, dprId }: { formKey: string; dprId: string }) {
  const query = useQuery({
    ...orpc.dprs.get.queryOptions({ input: { dprId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const notFound = (
    <NotThere record="DPR">It may have been taken off the market in the meantime.</NotThere>
  )
  return (
    <QueryState
      query={query}
      errorTitle="The request did not load"
      skeleton={<SkeletonPage />}
      notFound={notFound}
    >
      {(dpr) => (
        <DprForm
          formKey={formKey}
          initial={dpr.isOwn ? typedFromDpr(dpr) : typedFromOthers(dpr)}
          copyOf={dpr}
        />
      )}
    </QueryState>
  )
}

function ListingForm({ formKey, listingId }: { formKey: string; listingId: string }) {
  const query = useQuery({
    ...orpc.listings.get.queryOptions({ input: { listingId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <QueryState
      query={query}
      errorTitle="The listing did not load"
      skeleton={<SkeletonPage />}
      notFound={<NotThere record="listing">It may have been withdrawn in the meantime.</NotThere>}
    >
      {(listing) => <DprForm formKey={formKey} initial={typedFromListing(listing)} />}
    </QueryState>
  )
}

/** An address that is no ID at all is refused as bad input. */
const isNotThere = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  (error.status === 400 || error.status === 403 || error.status === 404)

/** Below the page's own heading. */
function NotThere({ record, children }: { record: string; children: ReactNode }) {
  return (
    <EmptyState
      className="card"
      title={`This ${record} was not found`}
      action={
        <Button variant="outline" asChild>
          <Link to={paths.createDpr}>Begin a New Request</Link>
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
