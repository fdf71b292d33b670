import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { InvitationState, useInvitations } from './invitation-state.tsx'
import { InviteVendor } from './invite-vendor.tsx'
import type { VendorListProps } from './vendor-list.ts'
import { VendorRow } from './vendor-row.tsx'

const PER_PAGE = 8

/** Lists vendors by a part of their name. */
export function FoundVendors({
  dprId,
  message,
  onLeave,
  search,
}: VendorListProps & { search: string }) {
  const invited = useInvitations(dprId).data?.pages.flatMap((page) => page.items) ?? []
  const query = useInfiniteQuery(
    orpc.companies.search.infiniteOptions({
      input: (cursor: string | undefined) => ({
        search: search.slice(0, 100),
        side: 'vendor' as const,
        limit: PER_PAGE,
        cursor,
      }),
      ...byCursor,
    }),
  )
  return (
    <section aria-label="Vendors found">
      <PagedList
        query={query}
        errorTitle="The vendors did not load"
        skeleton={<SkeletonRows rows={3} />}
        empty={
          <p className="text-base text-muted-foreground">
            No vendor has a name with “{search}” in it.
          </p>
        }
        plain
      >
        {(vendors) => (
          <ul className="divide-y">
            {vendors.map((vendor) => {
              const known = invited.find((one) => one.vendor.id === vendor.id)
              return (
                <VendorRow
                  key={vendor.id}
                  dprId={dprId}
                  vendor={vendor}
                  vendors={vendors.map(({ id }) => id)}
                  onLeave={onLeave}
                  action={
                    known ? (
                      <InvitationState state={known.state} />
                    ) : (
                      <InviteVendor dprId={dprId} vendor={vendor} message={message} />
                    )
                  }
                />
              )
            })}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
