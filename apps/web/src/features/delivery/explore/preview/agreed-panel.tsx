import type { AgreedColumn, ShownPreview } from '@semblance/contract'
import { Check, CircleMinus, type LucideIcon, Plus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { cn } from '@/lib/cn.ts'
import { tallyOf } from './describe-preview.ts'

/** Lists what misses the data contract, with what was agreed and what was counted, then what matches. */
export function AgreedPanel({ preview }: { preview: ShownPreview }) {
  if (!preview.agreed) return null
  const { matched, differing, missing, extra } = tallyOf(preview)
  return (
    <Panel
      title="Agreed columns"
      description={`From the data contract of ${preview.dprId}, counted on the synthetic rows`}
      flush
    >
      <ul className="divide-y border-t">
        {missing.map((column) => (
          <Item key={keyOf(column)} icon={CircleMinus} color="text-st-danger-fg">
            <p>
              <span className="mono font-medium">{column.name}</span> is missing
            </p>
            <Note>Agreed: {column.wanted}.</Note>
          </Item>
        ))}
        {differing.map((column) => (
          <Item key={keyOf(column)} icon={TriangleAlert} color="text-st-danger-fg">
            <p>
              <span className="mono font-medium">{column.name}</span> differs
            </p>
            <Note>
              Agreed: {column.wanted}. Found: {column.found}.
            </Note>
          </Item>
        ))}
        {matched.length > 0 && (
          <Item icon={Check}>
            <p>
              {matched.length} {matched.length === 1 ? 'matches' : 'match'} what was agreed
            </p>
            <Names names={matched.map(({ name }) => name)} />
          </Item>
        )}
        {extra.length > 0 && (
          <Item icon={Plus}>
            <p>{extra.length} not asked for</p>
            <Names names={extra} />
          </Item>
        )}
      </ul>
    </Panel>
  )
}

const keyOf = ({ table, name }: AgreedColumn) => `${table} ${name}`

function Item({
  icon: Icon,
  color,
  children,
}: {
  icon: LucideIcon
  color?: string
  children: ReactNode
}) {
  return (
    <li className="flex gap-3 px-4 py-3 md:px-5">
      <Icon className={cn('mt-0.5 size-4 shrink-0', color)} aria-hidden />
      <div className="min-w-0">{children}</div>
    </li>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">{children}</p>
)

const Names = ({ names }: { names: readonly string[] }) => (
  <p className="mono flex flex-wrap gap-x-2 text-muted-foreground text-sm">
    {names.map((name) => (
      <span key={name} className="[overflow-wrap:anywhere]">
        {name}
      </span>
    ))}
  </p>
)
