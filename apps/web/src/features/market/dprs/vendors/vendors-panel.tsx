import { type DprDetail, dprCan } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { plural } from '@/lib/format.ts'
import { ContactVendors } from './contact-vendors.tsx'
import { useInvitations } from './invitation-state.tsx'

/** Shows how many vendors were invited, and the way to invite or write to them. */
export function VendorsPanel({ dpr }: { dpr: DprDetail }) {
  const { data, hasNextPage } = useInvitations(dpr.id)
  const invited = data?.pages.flatMap((page) => page.items).length
  return (
    <Panel title="Vendors">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="num text-base text-muted-foreground">
          {invited !== undefined &&
            (invited === 0
              ? dprCan.invite(dpr.status)
                ? 'Nobody invited yet.'
                : 'Nobody was invited.'
              : `${plural(invited, 'vendor')}${hasNextPage ? ' or more' : ''} invited.`)}
        </p>
        <ContactVendors dpr={dpr} />
      </div>
    </Panel>
  )
}
