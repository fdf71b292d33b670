import { categories, deliveryFormats, parseDollars } from '@semblance/contract'
import { useFormContext, useWatch } from 'react-hook-form'
import { DefList } from '@/components/blocks/def-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { plural, usd } from '@/lib/format.ts'
import type { TypedDprForm } from './dpr-form-schema.ts'

/** The request as vendors will see it, while it is being typed. */
export function DprFormSummary() {
  const { control } = useFormContext<TypedDprForm>()
  const typed = useWatch({ control })
  const days = Number(typed.timelineDays)
  const rows = [
    { term: 'Category', value: typed.category && categories[typed.category] },
    { term: 'Budget', value: budgetText(typed.budgetMinCents, typed.budgetMaxCents) },
    { term: 'Timeline', value: days > 0 && plural(days, 'day') },
    { term: 'Format', value: typed.deliveryFormat && deliveryFormats[typed.deliveryFormat] },
  ]
  return (
    <aside aria-label="Summary" className="xl:sticky xl:top-16">
      <Panel title="Summary">
        <p className="font-semibold text-md [overflow-wrap:anywhere]">
          {typed.title?.trim() || 'Untitled request'}
        </p>
        {typed.description?.trim() && (
          <p className="mt-1 line-clamp-4 text-base text-muted-foreground [overflow-wrap:anywhere]">
            {typed.description}
          </p>
        )}
        <DefList
          className="mt-3 border-t"
          rows={rows.map(({ term, value }) => ({
            term,
            value: value || <span className="font-normal text-muted-foreground">Not set yet</span>,
          }))}
        />
        <p className="border-t pt-3 text-muted-foreground text-sm">
          Vendors usually answer within 5-7 business days. Nothing is charged until you accept an
          offer and pay into escrow.
        </p>
      </Panel>
    </aside>
  )
}

function budgetText(from = '', to = '') {
  const ends = [parseDollars(from), parseDollars(to)].filter((cents) => cents !== null)
  return ends.map((cents) => usd(Number(cents))).join(' – ')
}
