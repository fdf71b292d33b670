import type { ListingColumn } from '@semblance/contract'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { inkColors } from '@/components/viz/mini-bars.tsx'
import { TwinHistogram } from '@/components/viz/twin-histogram.tsx'
import { percent } from '@/lib/format.ts'

const SHOWN = 6
const MOST_BARS = 5

/** Charts how the values of each column are distributed in the twin: six at first. */
export function ColumnPlots({ columns }: { columns: readonly ListingColumn[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const drawn = columns.filter(({ plot }) => plot !== null)
  if (drawn.length === 0) return null
  const isOneOfMany = new Set(columns.map(({ table }) => table)).size > 1
  return (
    <Panel
      title="Distributions"
      description="Counted on the rows of the twin. The original is not drawn here."
      action={
        drawn.length > SHOWN && (
          <Button variant="outline" size="sm" onClick={() => setIsWhole((before) => !before)}>
            {isWhole ? 'Show six' : `Show all ${drawn.length}`}
          </Button>
        )
      }
    >
      <ul className="grid grid-cols-2 gap-x-5 gap-y-6 md:gap-x-8 xl:grid-cols-3">
        {(isWhole ? drawn : drawn.slice(0, SHOWN)).map((column) => (
          <li key={`${column.table} ${column.name}`} className="min-w-0">
            <div className="mono mb-2 truncate font-medium text-sm">
              {isOneOfMany && `${column.table}.`}
              {column.name}
            </div>
            {column.plot?.type === 'histogram' && (
              <TwinHistogram
                bars={column.plot.shares}
                edges={column.plot.edges}
                format={column.plot.format}
                label={`Histogram of ${column.name} in the twin`}
              />
            )}
            {column.plot?.type === 'categories' && <Shares plot={column.plot} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Categories = Extract<NonNullable<ListingColumn['plot']>, { type: 'categories' }>

function Shares({ plot: { labels, shares } }: { plot: Categories }) {
  const shown = labels
    .map((label, place) => ({ label, share: shares[place] ?? 0 }))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MOST_BARS)
  const longest = Math.max(...shown.map(({ share }) => share), 0) || 1
  return (
    <ul className="grid gap-1 text-xs">
      {shown.map(({ label, share }) => (
        <li
          key={label}
          className="grid grid-cols-[minmax(0,5rem)_minmax(0,1fr)_auto] items-center gap-2"
        >
          <span className="truncate">{label === '' ? 'empty' : label}</span>
          <span
            aria-hidden
            className="h-2.5 print:[print-color-adjust:exact]"
            style={{
              width: `${Math.max(1, (share / longest) * 100)}%`,
              background: inkColors.twin,
            }}
          />
          <span className="num text-muted-foreground">{percent(share, 0)}</span>
        </li>
      ))}
    </ul>
  )
}
