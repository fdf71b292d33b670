import { categories, dataFormatLabels } from '@semblance/contract'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { date, plural } from '@/lib/format.ts'
import { type DprFormInput, requiredFields } from './dpr-form-schema.ts'
import type { StartedDprForm } from './dpr-form-values.ts'
import { DprPreview } from './dpr-preview.tsx'
import { budgetOf, toDprViewModel } from './dpr-view-model.ts'

type DprFormSummaryProps = {
  /** Shows if the input is saved as a draft; empty for users whose input is not. */
  saveNote: ReactNode
}

/** Summarizes the request during typing: its facts, missing fields, and whether it is saved. */
export function DprFormSummary({ saveNote }: DprFormSummaryProps) {
  const { control } = useFormContext<DprFormInput>()
  const typed = useWatch({ control })
  const dpr = toDprViewModel(typed as Partial<StartedDprForm>, new Date())
  const done = requiredFields.filter((name) => typed[name]?.trim()).length
  const missing = requiredFields.length - done
  const rows = [
    { term: 'Category', value: dpr.category && categories[dpr.category] },
    { term: 'Budget', value: budgetOf(dpr) },
    { term: 'Timeline', value: dpr.timelineDays && plural(dpr.timelineDays, 'day') },
    { term: 'Format', value: dpr.deliveryFormat && dataFormatLabels[dpr.deliveryFormat] },
    { term: 'Offers until', value: dpr.closesAt && date(dpr.closesAt) },
    {
      term: 'Requirements',
      value: requirementsText(dpr.specifications.length + dpr.technicalRequirements.length),
    },
  ]
  return (
    <aside aria-label="Summary" className="xl:sticky xl:top-16">
      <Panel title="Summary">
        <p className="font-semibold text-md [overflow-wrap:anywhere]">{dpr.title}</p>
        {dpr.description && (
          <p className="mt-1 line-clamp-4 text-base text-muted-foreground [overflow-wrap:anywhere]">
            {dpr.description}
          </p>
        )}
        <DescriptionList
          className="mt-3 border-t"
          rows={rows.map(({ term, value }) => ({
            term,
            value: value || <span className="font-normal text-muted-foreground">Not set yet</span>,
          }))}
        />
        <div className="border-t py-3">
          <Progress
            value={(100 * done) / requiredFields.length}
            label="Required fields filled in"
          />
          <p className="num mt-2 text-muted-foreground text-sm">
            {missing === 0 ? 'Ready to post.' : `${plural(missing, 'required field')} to go.`}
          </p>
        </div>
        <div className="grid gap-3 max-xl:hidden">
          <DprPreview />
          {saveNote}
        </div>
        <p className="mt-3 border-t pt-3 text-muted-foreground text-sm">
          Vendors usually answer within 5-7 business days. Nothing is charged until you accept an
          offer and pay into escrow.
        </p>
      </Panel>
    </aside>
  )
}

const requirementsText = (lines: number) => lines > 0 && plural(lines, 'line')
