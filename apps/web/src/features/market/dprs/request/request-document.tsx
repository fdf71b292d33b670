import {
  dataFormatLabels,
  formatBps,
  licenseLine,
  moreRowsText,
  PLATFORM_FEE_BPS,
  privacyLevelLabels,
} from '@semblance/contract'
import type { ReactNode } from 'react'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { closingFact } from '@/components/blocks/text/closing-fact.ts'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { count, plural } from '@/lib/format.ts'
import { timeLeft } from '../form/closing.ts'
import { budgetOf, type DprViewModel } from '../form/dpr-view-model.ts'
import { RequestColumns } from './request-columns.tsx'
import { Part } from './request-part.tsx'

type RequestDocumentProps = {
  dpr: DprViewModel
  /** True while the request accepts offers; otherwise its facts show the date on which it closed. */
  isLive: boolean
}

/** Shows a request as one document: to its client, to vendors, and before it is posted. */
export function RequestDocument({ dpr, isLive }: RequestDocumentProps) {
  return (
    <article aria-label="Request" className="card min-w-0 overflow-hidden">
      <Facts dpr={dpr} isLive={isLive} />
      <Part title="Overview">
        <Prose text={dpr.description} />
        <Heading>Use case</Heading>
        <Prose text={dpr.useCase} />
        {dpr.notes && (
          <>
            <Heading>Notes</Heading>
            <Prose text={dpr.notes} />
          </>
        )}
      </Part>
      {dpr.dataContract && <RequestColumns contract={dpr.dataContract} fileName={dpr.id ?? null} />}
      <div className="grid gap-x-px bg-border md:grid-cols-2">
        <Part title="Specifications">
          <Lines
            lines={[...dpr.specifications, ...measures(dpr)]}
            none="Nothing beyond the overview."
          />
        </Part>
        <Part title="Technical requirements">
          <Lines lines={[...formatLine(dpr), ...dpr.technicalRequirements]} none="None stated." />
          <Heading>Compliance requirements</Heading>
          <Prose text={dpr.complianceRequirements} />
        </Part>
        <Part title="Deliverables">
          <Lines lines={[...deliverables(dpr), ...reviewLine(dpr)]} />
        </Part>
        <Part title="Preferred vendor criteria">
          <Lines lines={criteria(dpr)} none="Any verified vendor." />
        </Part>
      </div>
      <Part title="License" note="The rights that are asked for.">
        <p className="max-w-[72ch] text-base">{licenseLine(dpr.license)}.</p>
        <details className="mt-1.5">
          <summary className="cursor-pointer text-primary text-sm">
            All terms of the license
          </summary>
          <LicenseList terms={dpr.license} className="mt-3" />
        </details>
      </Part>
      {dpr.contacts && (
        <Part title="Contacts" note="Seen by your organization only.">
          <Prose text={dpr.contacts} />
        </Part>
      )}
    </article>
  )
}

function Facts({ dpr, isLive }: RequestDocumentProps) {
  const { timelineDays, minAccuracyPercent } = dpr
  return (
    <section aria-label="Facts">
      <DescriptionStrip
        facts={[
          {
            label: 'Budget',
            value: orUnset(budgetOf(dpr)),
            note: `Before the ${formatBps(PLATFORM_FEE_BPS)} fee`,
          },
          {
            label: 'Timeline',
            value: orUnset(timelineDays && plural(timelineDays, 'day')),
            note: 'From payment to delivery',
          },
          ofClosing(dpr, isLive),
          {
            label: 'Privacy level',
            value: privacyLevelLabels[dpr.privacyLevel],
            note: minAccuracyPercent
              ? `Accuracy at least ${minAccuracyPercent}%`
              : 'No minimum accuracy',
          },
        ]}
      />
    </section>
  )
}

function ofClosing(dpr: DprViewModel, isLive: boolean) {
  const { label, value } = closingFact(dpr, isLive)
  return {
    label,
    value: orUnset(value),
    ...(isLive && { note: dpr.closesAt && timeLeft(dpr.closesAt) }),
  }
}

const orUnset = (value: ReactNode) =>
  value || <span className="font-normal text-muted-foreground">Not set yet</span>

const measures = ({ minRecords, sampleRecords, moreRows }: DprViewModel) => [
  ...(minRecords ? [`${count(minRecords)} records or more`] : []),
  ...(sampleRecords ? [`Sample of ${plural(sampleRecords, 'record')} first`] : []),
  ...(moreRows ? [`More rows: ${moreRowsText(moreRows).toLowerCase()}`] : []),
]

const formatLine = ({ deliveryFormat }: DprViewModel) =>
  deliveryFormat ? [`Delivered as ${dataFormatLabels[deliveryFormat]}`] : []

const deliverables = ({ deliverables: lines }: DprViewModel) =>
  lines.length > 0 ? lines : ['The synthetic dataset, with its quality and privacy report']

const reviewLine = ({ reviewDays }: DprViewModel) =>
  reviewDays ? [`${plural(reviewDays, 'day')} to review the delivery`] : []

const criteria = (dpr: DprViewModel) => [
  ...(dpr.vendorMinRating ? [`Rated ${dpr.vendorMinRating.toFixed(1)} of 5 or more`] : []),
  ...(dpr.vendorMinCompleted
    ? [`${plural(dpr.vendorMinCompleted, 'completed contract')} or more`]
    : []),
  ...(dpr.vendorPreferences ? [dpr.vendorPreferences] : []),
]

function Heading({ children }: { children: ReactNode }) {
  return <h3 className="mt-3 font-medium text-muted-foreground text-sm">{children}</h3>
}

function Prose({ text }: { text: string }) {
  return text ? (
    <p className="max-w-[72ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">{text}</p>
  ) : (
    <p className="text-base text-muted-foreground">Not set yet</p>
  )
}

function Lines({ lines, none }: { lines: readonly string[]; none?: string }) {
  if (lines.length === 0) return <p className="text-base text-muted-foreground">{none}</p>
  return (
    <ul className="grid list-disc gap-1 pl-4 text-base marker:text-muted-foreground">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <li key={index} className="max-w-[72ch] whitespace-pre-line [overflow-wrap:anywhere]">
          {line}
        </li>
      ))}
    </ul>
  )
}
