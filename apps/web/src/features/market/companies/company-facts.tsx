import { type CompanyProfile, categories } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { count, monthYear, plural } from '@/lib/format.ts'
import { industryName } from '@/lib/forms/business-labels.ts'
import { onTimeShare, placeOf, websiteUrl } from './company-labels.ts'

const none = <span className="font-normal text-muted-foreground">Not given</span>

/** Shows the main figures of a company, by its side of the market. */
export function CompanyFigures({ company }: { company: CompanyProfile }) {
  const none = <span className="text-muted-foreground">None yet</span>
  const purchases = { label: 'Completed purchases', value: count(company.completedPurchases) }
  const memberSince = { label: 'Member since', value: monthYear(company.memberSince) }
  const facts = company.isVendor
    ? [
        { label: 'Completed contracts', value: count(company.completedContracts) },
        { label: 'Delivered on time', value: onTimeShare(company.records) ?? none },
        company.isClient ? purchases : { label: 'Reviews', value: count(company.totalReviews) },
        memberSince,
      ]
    : [purchases, { label: 'Live requests', value: count(company.liveRequests) }, memberSince]
  return (
    <div className="card overflow-hidden">
      <DescriptionStrip
        facts={facts}
        className={company.isVendor ? undefined : 'grid-cols-1 md:grid-cols-3'}
      />
    </div>
  )
}

export function AboutCompany({ company }: { company: CompanyProfile }) {
  return (
    <Panel title="About">
      {company.description ? (
        <p className="max-w-[72ch] whitespace-pre-line text-md [overflow-wrap:anywhere]">
          {company.description}
        </p>
      ) : (
        <p className="text-base text-muted-foreground">No description has been given yet.</p>
      )}
    </Panel>
  )
}

export function CompanyFacts({ company }: { company: CompanyProfile }) {
  const { website } = company
  return (
    <Panel title="Company" bodyClassName="pb-2">
      <DescriptionList
        rows={[
          { term: 'Industry', value: industryName(company.industry) },
          { term: 'Location', value: placeOf(company) },
          { term: 'Website', value: website ? <Website address={website} /> : none },
          { term: 'Founded', value: company.founded ?? none },
          { term: 'Employees', value: company.employees ?? none },
        ]}
      />
    </Panel>
  )
}

/** Shows a vendor's experience by category. */
export function TrackRecord({ company }: { company: CompanyProfile }) {
  if (company.records.length === 0) return null
  return (
    <Panel title="Completed by category" bodyClassName="pb-2">
      <DescriptionList
        rows={company.records.map(({ category, completed, onTime }) => ({
          term: categories[category],
          value: (
            <>
              <span className="num">{plural(completed, 'contract')}</span>
              <span className="num ml-2 font-normal text-muted-foreground text-sm">
                {onTime === completed ? 'all on time' : `${onTime} on time`}
              </span>
            </>
          ),
        }))}
      />
    </Panel>
  )
}

// Typed by the company: only a web address becomes a link.
function Website({ address }: { address: string }) {
  const url = websiteUrl(address)
  const text = address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  if (!url) return <span className="[overflow-wrap:anywhere]">{text}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer nofollow"
      className="link [overflow-wrap:anywhere]"
    >
      {text}
    </a>
  )
}
