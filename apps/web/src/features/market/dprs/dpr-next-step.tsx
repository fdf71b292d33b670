import { type DprDetail, dprCan } from '@semblance/contract'
import { Download, Tags } from 'lucide-react'
import { Link } from 'react-router'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Competition } from '@/components/blocks/text/competition.tsx'
import { Button } from '@/components/ui/button.tsx'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { ExportDpr } from './export-dpr.tsx'
import { takesOffersNow } from './form/closing.ts'
import { ContactVendors } from './vendors/contact-vendors.tsx'

/** Shows how many vendors answered, and the next steps of the request. */
export function DprNextStep({ dpr }: { dpr: DprDetail }) {
  return (
    <Panel title="Offers">
      <div className="flex items-end justify-between gap-3">
        <div className="figure text-[40px] leading-none">{dpr.offersCount}</div>
        <Competition offers={dpr.offersCount} />
      </div>
      <p className="mt-1.5 text-base text-muted-foreground">{offersSentence(dpr)}</p>
      <div className="mt-5 grid gap-2">
        {dpr.isOwn ? <Own dpr={dpr} /> : <Others dpr={dpr} />}
        <ExportDpr dpr={dpr} />
      </div>
      {dpr.contractId && (
        <div className="mt-4 border-t pt-3">
          <MoreLink to={paths.contract(dpr.contractId)}>View contract</MoreLink>
        </div>
      )}
    </Panel>
  )
}

function Own({ dpr }: { dpr: DprDetail }) {
  const canDownload = dprCan.download(dpr.status)
  return (
    <>
      {canDownload && (
        <Button size="lg" asChild>
          <Link to={paths.download(dpr.id)}>
            <Download aria-hidden />
            Download
          </Link>
        </Button>
      )}
      <Button size="lg" variant={canDownload ? 'outline' : 'primary'} asChild>
        <Link to={paths.offersOf(dpr.id)}>
          <Tags aria-hidden />
          View Offers
        </Link>
      </Button>
      <ContactVendors dpr={dpr} />
    </>
  )
}

function Others({ dpr }: { dpr: DprDetail }) {
  if (dpr.offered)
    return (
      <Button size="lg" variant="outline" asChild>
        <Link to={paths.sentOffers}>View your offer</Link>
      </Button>
    )
  if (!takesOffersNow(dpr)) return null
  return (
    <Button size="lg" asChild>
      <Link to={paths.submitOffer(dpr.id)}>Submit Offer</Link>
    </Button>
  )
}

function offersSentence(dpr: DprDetail) {
  if (dpr.status === 'cancelled')
    return `${dpr.isOwn ? 'You have' : 'The client has'} cancelled this request.`
  if (dpr.status === 'expired') return 'This request expired without a choice.'
  if (!dprCan.takeOffers(dpr.status)) return 'This request no longer takes offers.'
  if (dpr.isAgreed) return 'One of them is accepted and waits for payment.'
  if (!takesOffersNow(dpr)) return 'Its closing date has passed.'
  if (dpr.offersCount === 0)
    return 'No offers yet. Vendors usually answer within 5-7 business days.'
  return dpr.isOwn
    ? `${plural(dpr.offersCount, 'vendor')} answered so far.`
    : `${plural(dpr.offersCount, 'vendor')} in competition.`
}
