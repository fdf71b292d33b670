import type { OrganizationProfile } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { industryName } from '@/lib/forms/business-labels.ts'

const none = <span className="font-normal text-muted-foreground">Not given</span>

/** Shows the profile to users who may not change it. */
export function OrganizationFacts({ organization }: { organization: OrganizationProfile }) {
  const { description } = organization
  const wrapped = (text: string | null) =>
    text ? <span className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</span> : none
  return (
    <Panel title="Profile" description="Your organization's administrators keep this up to date.">
      {description && <p className="whitespace-pre-line pb-4 text-base">{description}</p>}
      <DescriptionList
        className="border-t"
        rows={[
          { term: 'Organization name', value: wrapped(organization.name) },
          { term: 'Email', value: wrapped(organization.email) },
          { term: 'Website', value: wrapped(organization.website) },
          { term: 'Phone', value: wrapped(organization.phone) },
          { term: 'Address', value: wrapped(organization.address) },
          { term: 'Registration number', value: wrapped(organization.registrationNumber) },
          { term: 'Industry', value: industryName(organization.industry) },
        ]}
      />
    </Panel>
  )
}
