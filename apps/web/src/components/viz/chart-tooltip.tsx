import type { CSSProperties } from 'react'

/** recharts' axis text. */
export const axisTick: CSSProperties = {
  fontSize: 12,
  fill: 'var(--chart-axis)',
  fontFamily: 'var(--font-sans)',
}

type ChartTooltipProps = {
  title: string
  rows: readonly { name: string; color: string; value: string }[]
}

/** The box that follows the pointer in a recharts chart; give it to `<Tooltip content={…} />`. */
export function ChartTooltip({ title, rows }: ChartTooltipProps) {
  return (
    <div className="rounded-sm border bg-popover px-3 py-2 text-sm shadow-float">
      <div className="mb-1 font-medium">{title}</div>
      {rows.map((row) => (
        <div key={row.name} className="flex items-center gap-2">
          <span className="size-2.5 rounded-[2px]" style={{ background: row.color }} />
          {row.name}
          <span className="num ml-auto pl-4 font-medium">{row.value}</span>
        </div>
      ))}
    </div>
  )
}
