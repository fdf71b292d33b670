import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { date } from '@/lib/format.ts'
import { InvitationState, useInvitations } from './invitation-state.tsx'
import type { VendorListProps } from './vendor-list.ts'
import { VendorRow } from './vendor-row.tsx'

/** Lists the invited vendors, and whether each has sent an offer. */
export function InvitedVendors({ dprId, mayInvite, onLeave }: VendorListProps) {
  const query = useInvitations(dprId)
  return (
    <section aria-labelledby="invited-vendors">
      <h3 id="invited-vendors" className="font-semibold text-base">
        Invited
      </h3>
      <QueryState query={query} errorTitle="The invitations did not load" skeleton={null}>
        {({ pages }) => {
          const invitations = pages.flatMap((page) => page.items)
          if (invitations.length === 0)
            return (
              <p className="mt-1 text-base text-muted-foreground">
                {mayInvite ? 'Nobody yet.' : 'Nobody was invited.'}
              </p>
            )
          const vendors = invitations.map(({ vendor }) => vendor.id)
          return (
            <ul className="mt-1 divide-y">
              {invitations.map(({ vendor, state, message, createdAt }) => (
                <VendorRow
                  key={vendor.id}
                  dprId={dprId}
                  vendor={vendor}
                  vendors={vendors}
                  onLeave={onLeave}
                  action={<InvitationState state={state} />}
                >
                  <p className="mt-1 text-sm [overflow-wrap:anywhere]">
                    <span className="num text-muted-foreground">{date(createdAt)}</span>
                    {message && <span> “{message}”</span>}
                  </p>
                </VendorRow>
              ))}
            </ul>
          )
        }}
      </QueryState>
    </section>
  )
}
