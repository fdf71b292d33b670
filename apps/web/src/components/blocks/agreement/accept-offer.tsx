import { feeCents, feeLabel, type ReceivedOffer } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApprovalNeed, useNeed } from '@/components/blocks/approval/approval-need.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { plural } from '@/lib/format.ts'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { ChangeList } from '../lists/change-list.tsx'
import { Money } from '../text/money.tsx'
import { AgreementReview, useAgreement } from './agreement-review.tsx'
import { ConsentNote } from './consent-note.tsx'

const nextSteps = [
  'You authorize the payment on the next page.',
  'Funds sit in escrow while the vendor works.',
  'You release them when you accept the delivery.',
]

type AcceptOfferProps = {
  offer: Pick<
    ReceivedOffer,
    | 'id'
    | 'revision'
    | 'dprTitle'
    | 'timelineDays'
    | 'priceCents'
    | 'feeBps'
    | 'changes'
    | 'pendingProposal'
  > & { vendor: { name: string } }
  /** Names the way to the dialog, which accepts. */
  label?: string
}

/** Accepts an offer after a look at its sum and its agreement, and goes on to the payment. */
export function AcceptOffer({ offer, label = 'Accept Offer' }: AcceptOfferProps) {
  const [open, setOpen] = useState(false)
  const goOn = useGoOn()
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const vendor = offer.vendor.name
  const need = useNeed(offer.id, { enabled: open })
  const agreement = useAgreement({ offerId: offer.id }, { enabled: open })
  // A newer text may have arrived before the offer that has it, or after.
  const isOfRevision =
    agreement.data === null || agreement.data?.content.revision === offer.revision

  const accept = useMutation(
    orpc.offers.accept.mutationOptions({
      onSuccess: () => {
        const goes = goOn(paths.payment(offer.id))
        notify.success(
          'Offer Accepted',
          goes
            ? `Redirecting to payment for ${vendor}'s offer.`
            : `The payment for ${vendor}'s offer comes next.`,
        )
      },
      onError: (error) => {
        setOpen(false)
        notify.error('Offer not accepted', toProblem(error).message)
      },
      // After a rejection too: a colleague may have decided first.
      onSettled: () => {
        for (const queryKey of [
          orpc.approvals.key(),
          orpc.offers.key(),
          orpc.contracts.key(),
          orpc.dprs.key(),
          orpc.dashboards.key(),
        ])
          void queryClient.invalidateQueries({ queryKey })
      },
    }),
  )

  const ask = () => {
    notify.dismiss()
    setOpen(true)
  }

  return (
    <RoleGate procedure="offers.accept" to="accept offers">
      <Button disabled={offer.pendingProposal !== null} onClick={() => signInFirst(ask)}>
        {label}
      </Button>
      <Dialog
        alert
        open={open}
        onOpenChange={setOpen}
        title={`Accept the offer from ${vendor}?`}
        description="Payment into escrow comes next. Work starts once the funds are held."
        footer={
          <>
            <DialogClose>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button
              loading={accept.isPending || agreement.isFetching || need.isLoading}
              disabled={!isOfRevision || Boolean(need.data?.needed)}
              onClick={() =>
                accept.mutate({
                  offerId: offer.id,
                  revision: offer.revision,
                  agreementSha256: agreement.data?.agreementSha256,
                })
              }
            >
              Accept Offer
            </Button>
          </>
        }
      >
        <div className="overflow-hidden rounded-md border">
          <div className="flex items-center gap-3 border-b bg-sunken px-4 py-3">
            <Avatar name={vendor} tone="vendor" square size={32} />
            <div className="min-w-0">
              <div className="truncate font-semibold">{offer.dprTitle}</div>
              <div className="text-muted-foreground text-sm">
                Delivered in {plural(offer.timelineDays, 'day')}
              </div>
            </div>
          </div>
          <PriceSum priceCents={offer.priceCents} feeBps={offer.feeBps} />
        </div>
        {need.data?.needed && (
          <div className="mt-4">
            <ApprovalNeed offerId={offer.id} need={need.data} />
          </div>
        )}
        {offer.changes.length > 0 && (
          <div className="mt-4 rounded-md bg-st-info-bg px-4 py-3">
            <p className="mb-2 font-semibold text-sm text-st-info-fg">
              Changed since you last looked
            </p>
            <ChangeList changes={offer.changes} />
          </div>
        )}
        <ol className="mt-4 grid gap-2 text-base">
          {nextSteps.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span className="figure w-3 text-primary">{index + 1}</span>
              {step}
            </li>
          ))}
        </ol>
        <div className="mt-4">
          <AgreementReview query={agreement} />
          {agreement.data && <ConsentNote act="accept" className="mt-3" />}
        </div>
      </Dialog>
    </RoleGate>
  )
}

function PriceSum({ priceCents, feeBps }: { priceCents: bigint; feeBps: number }) {
  const fee = feeCents(priceCents, feeBps)
  return (
    <dl className="grid gap-2 px-4 py-3">
      <div className="flex justify-between">
        <dt className="text-muted-foreground">Total Price</dt>
        <dd>
          <Money exact cents={Number(priceCents)} />
        </dd>
      </div>
      <div className="flex justify-between">
        <dt className="text-muted-foreground">{feeLabel(feeBps)}</dt>
        <dd>
          <Money exact cents={Number(fee)} />
        </dd>
      </div>
      <div className="flex justify-between border-t pt-2 font-semibold">
        <dt>To escrow</dt>
        <dd>
          <Money exact cents={Number(priceCents + fee)} />
        </dd>
      </div>
    </dl>
  )
}
