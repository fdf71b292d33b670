import {
  LISTING_REVIEW_DAYS,
  type LicenseOption,
  type ListingDetail,
  REVISION_PAY_DAYS,
  type SubscriptionTerms,
  subscriptionPaceLabels,
} from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { RevisionAccount } from '@/components/viz/revision-account.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { count, plural } from '@/lib/format.ts'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { PriceSum } from './buy-listing.tsx'

type SubscribeListingProps = {
  listing: ListingDetail
  option: LicenseOption
  terms: SubscriptionTerms
}

/** Subscribes on the terms of an option after a look at them and at the privacy account, and goes on to the first payment. */
export function SubscribeListing({ listing, option, terms }: SubscribeListingProps) {
  const [open, setOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  const { id: listingId, revision } = listing
  const { id: optionId, priceCents } = option
  const forecast = useQuery({
    ...orpc.subscriptions.forecast.queryOptions({ input: { listingId, optionId } }),
    enabled: open,
  })
  const start = useStart(() => setOpen(false))
  const fits = forecast.data && forecast.data.projection.fitting >= terms.revisions
  return (
    <RoleGate procedure="subscriptions.start" to="subscribe">
      <Button size="lg" className="w-full" onClick={() => signInFirst(() => setOpen(true))}>
        Subscribe
      </Button>
      <Dialog
        alert
        open={open}
        onOpenChange={setOpen}
        title={`Subscribe to ${listing.title}?`}
        description={`${option.name}: new data with the same columns, revision by revision`}
        footer={
          <>
            <DialogClose>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button
              loading={start.isPending}
              disabled={!fits}
              onClick={() => start.mutate({ listingId, revision, optionId, priceCents })}
            >
              Subscribe and pay the first revision
            </Button>
          </>
        }
      >
        <div className="rounded-md border">
          <PriceSum priceCents={priceCents} term="Each revision" />
        </div>
        <h3 className="mt-5 mb-2 font-semibold text-sm">What is promised</h3>
        <SubscriptionTermsList terms={terms} />
        <h3 className="mt-5 mb-2 font-semibold text-sm">
          What happens by itself, and what does not
        </h3>
        <ul className="list-disc space-y-1.5 pl-5 text-base">
          {stepsOf(terms).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <h3 className="mt-5 mb-2 font-semibold text-sm">What the revisions tell about each row</h3>
        <QueryState query={forecast} errorTitle="The privacy account did not load">
          {({ projection }) => (
            <>
              <RevisionAccount projection={projection} />
              {!fits && (
                <p role="alert" className="mt-2 font-medium text-st-danger-fg">
                  The limit leaves no room for all {terms.revisions} revisions, so that they cannot
                  be promised.
                </p>
              )}
            </>
          )}
        </QueryState>
        <h3 className="mt-5 mb-2 font-semibold text-sm">License of each revision</h3>
        <LicenseList terms={option.license} className="rounded-md bg-sunken p-4" />
      </Dialog>
    </RoleGate>
  )
}

const stepsOf = ({ pace, deliveryDays }: SubscriptionTerms) => [
  pace === 'monthly'
    ? 'A revision opens each month, once the one before is over. We tell you.'
    : 'A revision opens when the vendor has new data. We tell you.',
  `Nothing is charged without you: a member of your organization orders and pays each revision into escrow within ${REVISION_PAY_DAYS} days. One that is not paid lapses, and the subscription is paused.`,
  `The vendor then has ${plural(deliveryDays, 'day')} to submit it. If it misses them by more than a day, your money goes back with its fee, by itself.`,
  `After delivery you have ${LISTING_REVIEW_DAYS} days to review it; then the payment is released by itself, unless you open a dispute.`,
  'Pause or cancel at any time: you owe nothing for revisions that you have not paid.',
]

/** Lists the terms of a subscription. */
function SubscriptionTermsList({ terms }: { terms: SubscriptionTerms }) {
  return (
    <DescriptionList
      rows={[
        { term: 'Pace', value: subscriptionPaceLabels[terms.pace] },
        { term: 'Revisions', value: `${terms.revisions} at most` },
        { term: 'Delivered within', value: `${plural(terms.deliveryDays, 'day')} of the payment` },
        { term: 'Fewest rows', value: count(terms.minRecords) },
        {
          term: 'Least accuracy',
          value: terms.minAccuracyPercent === null ? 'None agreed' : `${terms.minAccuracyPercent}%`,
        },
      ]}
    />
  )
}

function useStart(close: () => void) {
  const goOn = useGoOn()
  const queries = useQueryClient()
  return useMutation(
    orpc.subscriptions.start.mutationOptions({
      onSuccess: ({ dprId, offerId, contractId }) => {
        if (contractId) {
          notify.success('Subscribed', 'The payment of the first revision comes next.')
          goOn(paths.payment(offerId))
        } else {
          notify.info('Approval needed', 'Ask for it, and accept the offer once it is given.')
          goOn(paths.offersOf(dprId))
        }
      },
      onError: (error) => {
        close()
        notify.error('Not subscribed', toProblem(error).message)
      },
      onSettled: () => {
        for (const queryKey of [
          orpc.subscriptions.key(),
          orpc.listings.key(),
          orpc.offers.key(),
          orpc.contracts.key(),
          orpc.dashboards.key(),
        ])
          void queries.invalidateQueries({ queryKey })
      },
    }),
  )
}
