import { type License, odrlProfilePath } from '@semblance/contract'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Button } from '@/components/ui/button.tsx'
import { date, exactTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Shows what a license permits, and to its parties whose it is. */
export function LicenseView({ license }: { license: License }) {
  const { id, terms, deal, policySha256 } = license
  return (
    <>
      <PageHeader
        title="Data license"
        meta={<Id>{id}</Id>}
        actions={
          <Button asChild variant="outline">
            <a href={`/licenses/${id}.jsonld`} download>
              <Download aria-hidden />
              Download .jsonld
            </a>
          </Button>
        }
      />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
        <Panel
          title="What the client may do with the data"
          description="It takes effect when the client accepts the delivery; until then the client may examine it. A full refund ends it."
        >
          <LicenseList terms={terms} />
        </Panel>
        <aside aria-label="About this license" className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Panel title="License">
            <DescriptionList rows={factsOf(license)} />
            <p className="mt-3 text-muted-foreground text-sm">
              {deal
                ? 'Others who have the address see the terms, and no names.'
                : 'The vendor and the client see their names here when they are signed in.'}{' '}
              What the terms leave open is in the{' '}
              <Link className="link" to={paths.legalDocument('license')}>
                Data License
              </Link>
              .
            </p>
          </Panel>
          <Panel title="For programs">
            <p className="text-sm">
              The same terms are a policy of ODRL 2.2 in JSON-LD, at this address with the ending
              .jsonld or for requests that prefer application/ld+json. Its own terms are in a{' '}
              <a className="link" href={odrlProfilePath}>
                profile
              </a>
              . The certificate of the delivery states the SHA-256 of the policy:
            </p>
            <p className="mono mt-2 break-all text-xs">{policySha256}</p>
          </Panel>
        </aside>
      </div>
    </>
  )
}

const factsOf = ({ deal, issuedAt, endsOn }: License) => [
  ...(deal
    ? [
        { term: 'Vendor', value: deal.vendorName },
        { term: 'Client', value: deal.clientName },
        {
          term: 'Contract',
          value: (
            <Link className="link" to={paths.contract(deal.contractId)}>
              {deal.contractId}
            </Link>
          ),
        },
      ]
    : []),
  { term: 'Issued', value: exactTime(issuedAt) },
  { term: 'Last day of the term', value: endsOn === null ? 'No end' : date(endsOn) },
]
