import type { ReactNode } from 'react'

type ShareBar = { key: string; name: ReactNode; value: number; text: string }

/** Lists values as bars, each with its name and its figure. */
export function ShareBars({ rows }: { rows: readonly ShareBar[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul className="grid gap-2.5">
      {rows.map(({ key, name, value, text }) => (
        <li
          key={key}
          className="grid grid-cols-[minmax(0,9.5rem)_minmax(0,1fr)_auto] items-center gap-3 text-sm"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          <span aria-hidden className="h-2 overflow-hidden rounded-full bg-muted">
            <span
              className="block h-full rounded-full bg-chart-1 print:[print-color-adjust:exact]"
              style={{ width: `${(100 * value) / most}%` }}
            />
          </span>
          <span className="num min-w-8 text-right font-medium">{text}</span>
        </li>
      ))}
    </ul>
  )
}
