import type { BrokenRule } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { plural } from '@/lib/format.ts'

/** Lists the rules that rows of the original break, for their owner. */
export function BrokenRules({ rules }: { rules: BrokenRule[] }) {
  if (rules.length === 0) return null
  return (
    <Panel
      title="Rules that your rows broke"
      description="The twin keeps these rules in every row, though some rows of yours did not. Only you see this."
      flush
    >
      <ul className="divide-y border-t">
        {rules.map(({ table, rule, rows }) => (
          <li
            key={`${table} ${rule}`}
            className="flex items-baseline justify-between gap-4 px-4 py-2.5 md:px-5"
          >
            <span className="mono min-w-0 text-sm [overflow-wrap:anywhere]">
              {table ? `${table}: ${rule}` : rule}
            </span>
            <span className="num shrink-0">{plural(rows, 'row')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
