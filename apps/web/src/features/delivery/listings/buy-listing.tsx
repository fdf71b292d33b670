import {
  feeCents,
  feeLabel,
  LISTING_REVIEW_DAYS,
  type LicenseOption,
  type ListingDetail,
  PLATFORM_FEE_BPS,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'

type BuyListingProps = { listing: ListingDetail; option: LicenseOption }

const steps = [
  'You authorize the payment into escrow on the next page.',
  'The copy is delivered as soon as your bank has settled the payment.',
  `You have ${LISTING_REVIEW_DAYS} days to review it; then the payment is released.`,
  'If it is not as listed, open a dispute within that time: the payment stays in escrow until it is decided.',
]

/** Buys a copy under the chosen option after a look at its sum and its license, and goes on to the payment. */
export function BuyListing({ listing, option }: BuyListingProps) {
  const [open, setOpen] = useState(false)
  const goOn = useGoOn()
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const buy = useMutation(
    orpc.listings.buy.mutationOptions({
      onSuccess: ({ dprId, offerId, contractId }) => {
        if (contractId) {
          notify.success('Contract drawn up', 'The payment into escrow comes next.')
          goOn(paths.payment(offerId))
        } else {
          notify.info('Approval needed', 'Ask for it, and accept the offer once it is given.')
          goOn(paths.offersOf(dprId))
        }
      },
      onError: (error) => {
        setOpen(false)
        notify.error('Nothing was bought', toProblem(error).message)
      },
      onSettled: () => {
        for (const queryKey of [
          orpc.listings.key(),
          orpc.offers.key(),
          orpc.contracts.key(),
          orpc.dprs.key(),
          orpc.dashboards.key(),
        ])
          void queries.invalidateQueries({ queryKey })
      },
    }),
  )
  const { id: listingId, revision } = listing
  const { id: optionId, priceCents } = option
  return (
    <RoleGate procedure="listings.buy" to="buy">
      <Button size="lg" className="w-full" onClick={() => signInFirst(() => setOpen(true))}>
        Buy now into escrow
      </Button>
      <Dialog
        alert
        open={open}
        onOpenChange={setOpen}
        title={`Buy ${listing.title}?`}
        description={`${option.name}, revision ${revision}`}
        footer={
          <>
            <DialogClose>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button
              loading={buy.isPending}
              onClick={() => buy.mutate({ listingId, revision, optionId, priceCents })}
            >
              Agree and continue to payment
            </Button>
          </>
        }
      >
        <div className="rounded-md border">
          <PriceSum priceCents={priceCents} />
        </div>
        <ul className="mt-4 grid gap-2 text-base">
          {steps.map((step) => (
            <li key={step} className="flex gap-2.5">
              <Check className="mt-0.5 size-4 shrink-0 text-primary" aria-hidden />
              {step}
            </li>
          ))}
        </ul>
        <h3 className="mt-5 mb-2 font-semibold text-sm">License</h3>
        <LicenseList terms={option.license} className="rounded-md bg-sunken p-4" />
        <p className="mt-4 text-muted-foreground text-sm">
          By continuing we consent to an agreement on exactly these terms, with the legal documents
          in force. The vendor has consented to it by publishing the listing.
        </p>
      </Dialog>
    </RoleGate>
  )
}

/** Shows the price with the fee of the platform, to the cent. */
export function PriceSum({ priceCents, term = 'License' }: { priceCents: bigint; term?: string }) {
  const fee = feeCents(priceCents, PLATFORM_FEE_BPS)
  return (
    <dl className="grid gap-2 px-4 py-3">
      <Line term={term} cents={priceCents} />
      <Line term={feeLabel(PLATFORM_FEE_BPS)} cents={fee} />
      <div className="flex justify-between border-t pt-2 font-semibold">
        <dt>Total into escrow</dt>
        <dd>
          <Money exact cents={Number(priceCents + fee)} />
        </dd>
      </div>
    </dl>
  )
}

function Line({ term, cents }: { term: string; cents: bigint }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted-foreground">{term}</dt>
      <dd>
        <Money exact cents={Number(cents)} />
      </dd>
    </div>
  )
}
