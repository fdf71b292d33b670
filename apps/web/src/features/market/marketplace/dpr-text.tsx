import { type DprDetail, licenseWords, moreRowsText, privacyLevelLabels } from '@semblance/contract'
import { count, plural } from '@/lib/format.ts'

/** Shows the client's text, under its headings. */
export function DprText({ dpr }: { dpr: DprDetail }) {
  return (
    <div className="grid gap-4">
      <Part title="Description" text={dpr.description} />
      <Part title="Use case" text={dpr.useCase} />
      <Lines title="Specifications" lines={dpr.specifications} />
      <Lines
        title="Technical requirements"
        lines={[...measurable(dpr), ...dpr.technicalRequirements]}
      />
      <Lines title="Deliverables" lines={dpr.deliverables} />
      <Lines
        title="License asked for"
        lines={licenseWords(dpr.license).map(({ label, text }) => `${label}: ${text}`)}
      />
      <Part title="Compliance requirements" text={dpr.complianceRequirements} />
      <Lines title="Preferred vendors" lines={criteria(dpr)} />
      <Part title="Notes" text={dpr.notes} />
    </div>
  )
}

function measurable(dpr: DprDetail): string[] {
  const { minRecords, minAccuracyPercent, sampleRecords, privacyLevel, moreRows, reviewDays } = dpr
  return [
    minRecords !== null && `At least ${count(minRecords)} records`,
    minAccuracyPercent !== null && `At least ${minAccuracyPercent}% accuracy`,
    sampleRecords !== null && `A sample of the first ${count(sampleRecords)} records`,
    moreRows !== null && `More rows after the delivery: ${moreRowsText(moreRows).toLowerCase()}`,
    `Privacy: ${privacyLevelLabels[privacyLevel]}`,
    `Review of the delivery: ${plural(reviewDays, 'day')}`,
  ].filter((line) => line !== false)
}

function criteria({ vendorMinRating, vendorMinCompleted, vendorPreferences }: DprDetail): string[] {
  return [
    vendorMinRating !== null && `Rated at least ${vendorMinRating.toFixed(1)} of 5`,
    vendorMinCompleted !== null && `At least ${count(vendorMinCompleted)} completed contracts`,
    vendorPreferences,
  ].filter((line) => typeof line === 'string')
}

function Part({ title, text }: { title: string; text: string | null }) {
  if (!text) return null
  return (
    <section>
      <h3 className="font-medium text-muted-foreground text-sm">{title}</h3>
      <p className="mt-0.5 whitespace-pre-line text-base [overflow-wrap:anywhere]">{text}</p>
    </section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="font-medium text-muted-foreground text-sm">{title}</h3>
      <ul className="mt-0.5 list-disc pl-5 text-base [overflow-wrap:anywhere]">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
