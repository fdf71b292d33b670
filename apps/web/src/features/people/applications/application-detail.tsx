import type { Application } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { dateTime } from '@/lib/format.ts'
import { countryName, industryName } from '@/lib/forms/business-labels.ts'
import { ApproveApplication } from './approve-application.tsx'
import { DeclineApplication } from './decline-application.tsx'

const none = <span className="font-normal text-muted-foreground">Not given</span>

export function ApplicationDetail({ application }: { application: Application }) {
  const { businessWebsite: website } = application
  return (
    <Panel
      title={application.businessName}
      description={`Received ${dateTime(application.createdAt)}`}
      action={<StatusBadge domain="application" status={application.status} />}
      className="lg:sticky lg:top-6"
    >
      <h3 className="sr-only">What they wrote</h3>
      <p className="whitespace-pre-line text-md [overflow-wrap:anywhere]">
        {application.businessDescription}
      </p>
      <DescriptionList
        className="mt-4 border-t"
        rows={[
          { term: 'Industry', value: industryName(application.industry) },
          { term: 'Contact Person', value: application.contactPerson },
          {
            term: 'Business Email',
            value: <span className="[overflow-wrap:anywhere]">{application.businessEmail}</span>,
          },
          { term: 'Contact Phone', value: application.contactPhone ?? none },
          {
            term: 'Business Website',
            value: website ? <Website address={website} /> : none,
          },
          {
            term: 'Legal Registration Number',
            value: application.registrationNumber ?? none,
          },
          {
            term: 'Business Address',
            value: (
              <span className="whitespace-pre-line">
                {`${application.businessAddress}\n${application.city}, ${countryName(application.country)}`}
              </span>
            ),
          },
          ...decisionRows(application),
        ]}
      />
      {application.status === 'pending' && (
        <div className="flex flex-wrap justify-end gap-2 border-t pt-5 max-md:[&>*]:flex-1">
          <DeclineApplication application={application} />
          <ApproveApplication application={application} />
        </div>
      )}
    </Panel>
  )
}

function decisionRows({ decidedAt, decidedBy, organizationId, decisionReason }: Application) {
  return [
    ...(decidedAt ? [{ term: 'Decided', value: dateTime(decidedAt) }] : []),
    ...(decidedBy ? [{ term: 'Decided by', value: decidedBy }] : []),
    ...(organizationId
      ? [{ term: 'Organization ID', value: <span className="mono">{organizationId}</span> }]
      : []),
    ...(decisionReason ? [{ term: 'Reason', value: decisionReason }] : []),
  ]
}

// Written by an applicant: only a web address becomes a link.
function Website({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address))
    return <span className="[overflow-wrap:anywhere]">{address}</span>
  return (
    <a href={address} target="_blank" rel="noreferrer" className="link [overflow-wrap:anywhere]">
      {address}
    </a>
  )
}
