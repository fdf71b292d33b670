import { useQuery } from '@tanstack/react-query'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Chip } from '@/components/blocks/text/chip.tsx'
import { orpc } from '@/lib/api/api.ts'
import { InviteVendor } from './invite-vendor.tsx'
import type { VendorListProps } from './vendor-list.ts'
import { VendorRow } from './vendor-row.tsx'

/**
 * Lists the vendors that suit the request best and were neither invited nor have answered, each
 * with the reasons.
 */
export function SuggestedVendors({ dprId, message, onLeave }: VendorListProps) {
  const query = useQuery(orpc.market.suggestVendors.queryOptions({ input: { dprId } }))
  return (
    <section aria-labelledby="suggested-vendors">
      <h3 id="suggested-vendors" className="font-semibold text-base">
        Suggested for this request
      </h3>
      <QueryState
        query={query}
        errorTitle="The suggestions did not load"
        skeleton={<SkeletonRows rows={3} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="mt-1 text-base text-muted-foreground">
              Everyone who suits it has been invited or has answered. Search for others by name.
            </p>
          ) : (
            <ul className="mt-1 divide-y">
              {items.map(({ vendor, reasons }) => (
                <VendorRow
                  key={vendor.id}
                  dprId={dprId}
                  vendor={vendor}
                  vendors={items.map((item) => item.vendor.id)}
                  onLeave={onLeave}
                  action={<InviteVendor dprId={dprId} vendor={vendor} message={message} />}
                >
                  {reasons.length > 0 && (
                    <div className="mt-1.5 flex flex-wrap gap-1.5">
                      {reasons.map((reason) => (
                        <Chip key={reason} label={reason} />
                      ))}
                    </div>
                  )}
                </VendorRow>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}
