import type { SubscriptionDetail } from '@semblance/contract'
import { subscriptionPaceLabels } from '@semblance/contract'
import { Link } from 'react-router'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { RevisionAccount } from '@/components/viz/revision-account.tsx'
import { count, date, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { RevisionChangesPanel } from './revision-changes.tsx'
import { RevisionList } from './revision-list.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'

/** Shows a subscription to one of its parties: the next step, its revisions and their changes, its terms and what it costs its source. */
export function SubscriptionView({ subscription }: { subscription: SubscriptionDetail }) {
  const { projection, license } = subscription
  return (
    <>
      <SubscriptionActions subscription={subscription} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-5">
          <RevisionList subscription={subscription} />
          <RevisionChangesPanel subscription={subscription} />
          <Panel title="License of each revision">
            <LicenseList terms={license} />
          </Panel>
        </div>
        <div className="grid min-w-0 gap-5">
          <TermsPanel subscription={subscription} />
          {projection && (
            <Panel title="Privacy account" description="What the promised revisions still cost">
              <RevisionAccount projection={projection} />
            </Panel>
          )}
        </div>
      </div>
    </>
  )
}

function TermsPanel({ subscription }: { subscription: SubscriptionDetail }) {
  const { terms, priceCents, listingId, createdAt, delivered, revisions } = subscription
  return (
    <Panel title="Terms" description="Fixed for all revisions">
      <DescriptionList
        rows={[
          { term: 'Each revision', value: <Money exact cents={Number(priceCents)} /> },
          { term: 'Pace', value: subscriptionPaceLabels[terms.pace] },
          { term: 'Revisions', value: `${revisions} at most, ${delivered} accepted` },
          { term: 'Delivered within', value: `${plural(terms.deliveryDays, 'day')} of payment` },
          { term: 'Fewest rows', value: count(terms.minRecords) },
          {
            term: 'Least accuracy',
            value:
              terms.minAccuracyPercent === null ? 'None agreed' : `${terms.minAccuracyPercent}%`,
          },
          {
            term: 'Listing',
            value: (
              <Link className="link" to={paths.listing(listingId)}>
                {listingId}
              </Link>
            ),
          },
          { term: 'Since', value: date(createdAt) },
        ]}
      />
      <p className="mt-3 text-muted-foreground text-sm">
        The fee of the platform comes on top of the price. The columns are those of the listing:
        with others, the vendor publishes another listing.
      </p>
    </Panel>
  )
}
