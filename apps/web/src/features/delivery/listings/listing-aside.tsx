import {
  choiceText,
  type LicenseOption,
  type ListingDetail,
  licenseLine,
  subscriptionPaceLabels,
} from '@semblance/contract'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { ChoiceCard } from '@/components/ui/choice-card.tsx'
import { MeasuredAccount } from '@/components/viz/measured-account.tsx'
import { date, usdExact } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { BuyListing, PriceSum } from './buy-listing.tsx'
import { SubscribeListing } from './subscribe-listing.tsx'
import { TakeDown } from './take-down.tsx'

type ListingAsideProps = { listing: ListingDetail; canBuy: boolean; isStaff: boolean }

/** Offers the license options of a listing, and says what a copy costs in money and in privacy. */
export function ListingAside({ listing, canBuy, isStaff }: ListingAsideProps) {
  const { options } = listing
  const [chosenId, setChosenId] = useState(options[0]?.id)
  const option = options.find(({ id }) => id === chosenId) ?? options[0]
  return (
    <div className="grid min-w-0 content-start gap-5 max-lg:order-first">
      <Panel title="License">
        <div className="grid gap-2">
          {options.map((each) => (
            <ChoiceCard
              key={each.id}
              title={`${each.name}: ${usdExact(Number(each.priceCents))}${each.subscription ? ' a revision' : ''}`}
              note={noteOf(each)}
              isChosen={each.id === option?.id}
              onChoose={() => setChosenId(each.id)}
            />
          ))}
        </div>
        {option && (
          <div className="mt-3 -mx-4">
            <PriceSum
              priceCents={option.priceCents}
              term={option.subscription ? 'Each revision' : 'License'}
            />
          </div>
        )}
        <div className="mt-2 grid gap-2">
          {option &&
            canBuy &&
            (option.subscription ? (
              <SubscribeListing listing={listing} option={option} terms={option.subscription} />
            ) : (
              <BuyListing listing={listing} option={option} />
            ))}
          {canBuy && (
            <Button variant="outline" asChild>
              <Link to={paths.requestLike(listing.id)}>Ask for a change</Link>
            </Button>
          )}
          {listing.isOwn && (
            <Button variant="outline" asChild>
              <Link to={paths.ownListing(listing.id)}>Edit your listing</Link>
            </Button>
          )}
          {isStaff && <TakeDown listing={listing} />}
        </div>
        {canBuy && (
          <p className="mt-3 flex gap-2 text-muted-foreground text-sm">
            <LockKeyhole className="mt-0.5 size-4 shrink-0" aria-hidden />
            {option?.subscription
              ? 'Each payment is held in escrow until you accept its revision.'
              : 'The payment is held in escrow while you review the copy.'}
          </p>
        )}
      </Panel>
      <SoldOften listing={listing} />
    </div>
  )
}

const noteOf = ({ license, subscription }: LicenseOption) =>
  subscription
    ? `${subscriptionPaceLabels[subscription.pace]}, ${subscription.revisions} at most. ${licenseLine(license)}`
    : licenseLine(license)

function SoldOften({ listing: { account, figures } }: Pick<ListingAsideProps, 'listing'>) {
  return (
    <Panel title="Privacy of a twin sold often">
      <p>
        The twin was made once, on {date(figures.deliveredAt)}. Each copy has the same rows: making
        it looks at no original and tells nothing more about any row, also where the limit of the
        source is used up. Others may hold the same rows.
      </p>
      {account && (
        <div className="mt-4">
          <MeasuredAccount account={account} label="This twin, for all buyers together" />
          <p className="mt-2 text-muted-foreground text-xs">
            As it stood when the twin was made; later measurements of the source are not included.
          </p>
          {account.choice && (
            <p className="mt-2 text-sm">{choiceText(account.choice, 'listing')}</p>
          )}
        </div>
      )}
    </Panel>
  )
}
