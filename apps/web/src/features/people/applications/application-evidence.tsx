import type { Application } from '@semblance/contract'
import { CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react'
import { AttachmentList } from '@/components/blocks/files/attachment-list.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { api } from '@/lib/api/api.ts'
import { cn } from '@/lib/cn.ts'
import { dateTime } from '@/lib/format.ts'
import { countryName, industryName } from '@/lib/forms/business-labels.ts'
import { type ApplicationCheck, checksOf } from './application-checks.ts'
import { SanctionsEvidence } from './sanctions-evidence.tsx'

const none = <span className="font-normal text-muted-foreground">Not given</span>
const wrapped = (text: string) => <span className="[overflow-wrap:anywhere]">{text}</span>

/** Shows the checks of an application, its fields, and the questions with their answers. */
export function ApplicationEvidence({ application }: { application: Application }) {
  return (
    <>
      <section aria-label="Checks">
        <h3 className="px-4 py-3 font-medium text-sm md:px-5">Checks</h3>
        <ul className="divide-y border-y">
          {checksOf(application).map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
        <p className="px-4 pt-2 text-muted-foreground text-xs md:px-5">
          Only what was written is compared. No register is asked: look it up before you approve.
        </p>
      </section>
      <SanctionsEvidence application={application} />
      <div className="grid gap-x-8 px-4 pt-2 md:px-5 lg:max-xl:grid-cols-1 xl:grid-cols-2">
        <DescriptionList rows={businessRows(application)} className="max-xl:border-b" />
        <DescriptionList rows={contactRows(application)} />
      </div>
      <section aria-label="Business Description" className="px-4 pt-2 pb-5 md:px-5">
        <h3 className="text-muted-foreground text-sm">Business Description</h3>
        <p className="mt-1 whitespace-pre-line text-base [overflow-wrap:anywhere]">
          {application.businessDescription}
        </p>
      </section>
      <Documents application={application} />
      <Questions application={application} />
    </>
  )
}

const outcomes: Record<
  ApplicationCheck['outcome'],
  { icon: LucideIcon; tone: string; says: string }
> = {
  clear: { icon: CircleCheck, tone: 'text-st-success-fg', says: 'Fits' },
  look: { icon: TriangleAlert, tone: 'text-st-warn-fg', says: 'To look at' },
  open: { icon: CircleDashed, tone: 'text-muted-foreground', says: 'Not compared' },
}

function CheckRow({ check: { label, outcome, found, source } }: { check: ApplicationCheck }) {
  const { icon: Icon, tone, says } = outcomes[outcome]
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 px-4 py-2.5 text-base md:grid-cols-[auto_140px_minmax(0,1fr)_auto] md:px-5">
      <Icon className={cn('size-4 self-center', tone)} role="img" aria-label={says} />
      <span className="font-medium">{label}</span>
      <span
        className={cn(
          'min-w-0 [overflow-wrap:anywhere] max-md:col-start-2',
          outcome === 'look' ? 'text-st-warn-fg' : 'text-muted-foreground',
        )}
      >
        {found}
      </span>
      <span className="text-muted-foreground text-xs max-md:hidden">{source}</span>
    </li>
  )
}

function businessRows(application: Application) {
  const { businessWebsite: website } = application
  return [
    { term: 'Business Name', value: wrapped(application.businessName) },
    {
      term: 'Legal Registration Number',
      value: application.registrationNumber ? (
        <span className="mono [overflow-wrap:anywhere]">{application.registrationNumber}</span>
      ) : (
        none
      ),
    },
    { term: 'Industry', value: industryName(application.industry) },
    { term: 'Business Website', value: website ? <Website address={website} /> : none },
  ]
}

function contactRows(application: Application) {
  return [
    { term: 'Contact Person', value: wrapped(application.contactPerson) },
    { term: 'Business Email', value: wrapped(application.businessEmail) },
    { term: 'Contact Phone', value: application.contactPhone ?? none },
    {
      term: 'Business Address',
      value: (
        <span className="whitespace-pre-line [overflow-wrap:anywhere]">
          {`${application.businessAddress}\n${application.city}, ${countryName(application.country)}`}
        </span>
      ),
    },
  ]
}

// Written by an applicant: only a web address becomes a link.
function Website({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return wrapped(address)
  return (
    <a href={address} target="_blank" rel="noreferrer" className="link [overflow-wrap:anywhere]">
      {address}
    </a>
  )
}

function Documents({ application: { documents } }: { application: Application }) {
  return (
    <section aria-label="Documents" className="border-t px-4 py-4 md:px-5">
      <h3 className="font-medium text-sm">Documents</h3>
      {documents.length === 0 ? (
        <p className="mt-1 text-base text-muted-foreground">
          The applicant has added none. "Ask for more" can ask for one.
        </p>
      ) : (
        <>
          <AttachmentList
            attachments={documents}
            onAskLink={(documentId) => api.applications.openDocument({ documentId })}
            className="mt-2 rounded-sm"
          />
          <p className="mt-2 text-muted-foreground text-xs">
            Sent by whoever has the link of the applicant's mail. We look only at how a file begins:
            open it as a file of a stranger. Opening one is recorded.
          </p>
        </>
      )}
    </section>
  )
}

function Questions({ application: { questions } }: { application: Application }) {
  if (questions.length === 0) return null
  return (
    <section aria-label="Questions and answers" className="border-t px-4 py-4 md:px-5">
      <h3 className="font-medium text-sm">Questions and answers</h3>
      <ol className="mt-2 grid gap-4">
        {questions.map(({ id, question, askedAt, askedBy, asksDocument, answer, answeredAt }) => (
          <li key={id} className="grid gap-1.5 text-base">
            <p className="text-muted-foreground text-sm">
              {askedBy ?? 'Account deleted'}, <TimeText at={askedAt} show={dateTime} />
              {asksDocument && ' · asks for a document'}
            </p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{question}</p>
            {answer !== null && answeredAt ? (
              <div className="border-l-2 border-primary pl-3">
                <p className="text-muted-foreground text-sm">
                  The applicant, <TimeText at={answeredAt} show={dateTime} />
                </p>
                <p className="whitespace-pre-line [overflow-wrap:anywhere]">{answer}</p>
              </div>
            ) : (
              <p className="text-muted-foreground text-sm">Not answered</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
