import { dataFormatLabels, moreRowsText, privacyLevelLabels } from '@semblance/contract'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { count, date, plural } from '@/lib/format.ts'
import { DataContractPanel } from './data-contract/data-contract-panel.tsx'
import { timeLeft } from './form/closing.ts'
import { budgetOf, type DprViewModel } from './form/dpr-view-model.ts'
import { VendorCriteria } from './form/vendor-criteria.tsx'

type DprOverviewProps = {
  dpr: DprViewModel
  /** True while the request accepts offers; otherwise its facts show the date on which it closed. */
  isLive: boolean
}

/**
 * Shows a request: facts, overview, specifications, technical requirements, deliverables, preferred
 * vendors.
 */
export function DprOverview({ dpr, isLive }: DprOverviewProps) {
  return (
    <div className="grid min-w-0 gap-5">
      <Facts dpr={dpr} isLive={isLive} />
      <Panel title="Overview">
        <Prose text={dpr.description} />
        <Heading>Use case</Heading>
        <Prose text={dpr.useCase} />
        {dpr.notes && (
          <>
            <Heading>Notes</Heading>
            <Prose text={dpr.notes} />
          </>
        )}
      </Panel>
      <Panel title="Specifications">
        <Lines lines={dpr.specifications} none="Nothing beyond the overview." />
      </Panel>
      <Panel title="Technical requirements">
        <Lines lines={dpr.technicalRequirements} />
        <Heading>Compliance requirements</Heading>
        <Prose text={dpr.complianceRequirements} />
      </Panel>
      {dpr.dataContract && (
        <DataContractPanel contract={dpr.dataContract} fileName={dpr.id ?? null} />
      )}
      <Panel title="Deliverables">
        {dpr.deliverables.length > 0 ? (
          <Lines lines={dpr.deliverables} ticked />
        ) : (
          <p className="text-base">
            The synthetic dataset
            {dpr.deliveryFormat && ` as ${dataFormatLabels[dpr.deliveryFormat]}`}, with its quality
            and privacy report.
          </p>
        )}
      </Panel>
      <Panel title="License" description="The rights that are asked for.">
        <LicenseList terms={dpr.license} />
      </Panel>
      <VendorCriteria dpr={dpr} />
      {dpr.contacts && (
        <Panel title="Contacts" description="Seen by your organization only.">
          <Prose text={dpr.contacts} />
        </Panel>
      )}
    </div>
  )
}

function Facts({ dpr, isLive }: DprOverviewProps) {
  const { timelineDays } = dpr
  return (
    <section className="card overflow-hidden" aria-label="Facts">
      <DescriptionStrip
        facts={[
          { label: 'Budget', value: orUnset(budgetOf(dpr)) },
          {
            label: 'Timeline',
            value: orUnset(timelineDays && plural(timelineDays, 'day')),
            note: 'From payment to delivery',
          },
          closingFact(dpr, isLive),
          { label: 'Posted', value: date(dpr.createdAt) },
          {
            label: 'Delivery format',
            value: orUnset(dpr.deliveryFormat && dataFormatLabels[dpr.deliveryFormat]),
            note: dpr.reviewDays && `${plural(dpr.reviewDays, 'day')} to review it`,
          },
          {
            label: 'Minimum accuracy',
            value: orNone(dpr.minAccuracyPercent && `${dpr.minAccuracyPercent}%`),
          },
          {
            label: 'Minimum records',
            value: orNone(dpr.minRecords && count(dpr.minRecords)),
            note: dpr.sampleRecords && `Sample of ${plural(dpr.sampleRecords, 'record')} first`,
          },
          {
            label: 'Privacy level',
            value: privacyLevelLabels[dpr.privacyLevel],
            note: dpr.moreRows && `More rows: ${moreRowsText(dpr.moreRows).toLowerCase()}`,
          },
        ]}
      />
    </section>
  )
}

function closingFact({ closesAt, closedAt }: DprViewModel, isLive: boolean) {
  if (isLive)
    return {
      label: 'Takes offers until',
      value: orUnset(closesAt && date(closesAt)),
      note: closesAt && timeLeft(closesAt),
    }
  const end = closedAt && closesAt && closedAt < closesAt ? closedAt : closesAt
  // One that found its vendor closed before its date.
  return end && end <= new Date()
    ? { label: 'Took offers until', value: date(end) }
    : { label: 'Takes offers', value: 'No longer' }
}

const orUnset = (value: ReactNode) =>
  value || <span className="font-normal text-muted-foreground">Not set yet</span>

const orNone = (value: ReactNode) =>
  value || <span className="font-normal text-muted-foreground">Not stated</span>

function Heading({ children }: { children: ReactNode }) {
  return <h3 className="mt-4 font-medium text-muted-foreground text-sm first:mt-0">{children}</h3>
}

function Prose({ text }: { text: string }) {
  return text ? (
    <p className="max-w-[72ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">{text}</p>
  ) : (
    <p className="text-base text-muted-foreground">Not set yet</p>
  )
}

type LinesProps = {
  lines: readonly string[]
  /** With check marks, for what is handed over. */
  ticked?: boolean
  /** Shown in place of an empty list; nothing when left out. */
  none?: string
}

/** Lists the client's lines. */
function Lines({ lines, ticked, none }: LinesProps) {
  if (lines.length === 0)
    return none ? <p className="text-base text-muted-foreground">{none}</p> : null
  return (
    <ul className="grid gap-2">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <li key={index} className="flex items-start gap-2.5 text-base">
          {ticked ? (
            <Check className="mt-[3px] size-4 shrink-0 text-primary" aria-hidden />
          ) : (
            <span aria-hidden className="mt-[9px] size-1 shrink-0 rounded-full bg-foreground/60" />
          )}
          <span className="min-w-0 max-w-[72ch] [overflow-wrap:anywhere]">{line}</span>
        </li>
      ))}
    </ul>
  )
}
