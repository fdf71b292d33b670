import { cn } from '@/lib/cn.ts'

const figures = [
  ['This month', '$18,750', '+24%'],
  ['In escrow', '$21,560', '2 contracts'],
  ['Win rate', '38%', '+5 pts'],
] as const

const months = [
  ['May', 8.2],
  ['Jun', 9.6],
  ['Jul', 8.9],
  ['Aug', 12.4],
  ['Sep', 11.7],
  ['Oct', 15.1],
  ['Nov', 18.8],
] as const

const demand = [
  ['Healthcare, longitudinal', 82, '+18%'],
  ['Finance, fraud labels', 64, '+9%'],
  ['IoT sensors', 41, '+4%'],
] as const

/** Shows a picture of the earnings page, with fictitious figures. */
export function RevenuePreview() {
  return (
    <figure
      aria-label="Illustration of a vendor's revenue"
      className="num overflow-hidden rounded-lg border border-border-strong bg-card text-base shadow-float"
    >
      <dl className="grid grid-cols-3 divide-x border-b">
        {figures.map(([label, value, note]) => (
          <div key={label} className="px-4 py-3.5">
            <dt className="text-muted-foreground text-sm">{label}</dt>
            <dd className="figure mt-0.5 text-xl">{value}</dd>
            <dd
              className={cn(
                'mt-0.5 text-xs',
                note.startsWith('+') ? 'font-medium text-st-success-fg' : 'text-muted-foreground',
              )}
            >
              {note}
            </dd>
          </div>
        ))}
      </dl>
      <MonthBars />
      <div className="mt-3 border-t px-4 py-3">
        <p className="mb-1.5 font-semibold text-sm">Market demand this week</p>
        {demand.map(([label, share, growth]) => (
          <div
            key={label}
            className="grid grid-cols-[150px_1fr_44px] items-center gap-3 py-1 text-sm"
          >
            <span className="truncate">{label}</span>
            <span className="h-1.5 overflow-hidden rounded-full bg-muted">
              <span className="block h-full bg-chart-1" style={{ width: `${share}%` }} />
            </span>
            <span className="text-right text-muted-foreground">{growth}</span>
          </div>
        ))}
      </div>
    </figure>
  )
}

const scale = [
  { label: '$20K', bottom: '100%' },
  { label: '$10K', bottom: '50%' },
  { label: '$0', bottom: '0%' },
]

function MonthBars() {
  return (
    <div
      role="img"
      aria-label="Monthly revenue, rising from $8,200 in May to $18,800 in November"
      className="px-4 pt-6"
    >
      <div className="relative ml-9 h-[120px]">
        {scale.map(({ label, bottom }) => (
          <div
            key={label}
            className="absolute inset-x-0 border-t border-(--chart-grid)"
            style={{ bottom }}
          >
            <span className="absolute right-full mr-2 -translate-y-1/2 text-muted-foreground text-xs">
              {label}
            </span>
          </div>
        ))}
        <div className="absolute inset-0 flex items-end">
          {months.map(([month, value], i) => (
            <div key={month} className="flex h-full flex-1 items-end justify-center">
              <div
                className={cn(
                  'w-[30px] max-w-[70%] rounded-t-[2px]',
                  i === months.length - 1
                    ? 'bg-chart-1'
                    : 'bg-[color-mix(in_oklab,var(--chart-1)_38%,var(--card))]',
                )}
                style={{ height: `${(value / 20) * 100}%` }}
              />
            </div>
          ))}
        </div>
      </div>
      <div className="mt-1.5 ml-9 flex text-muted-foreground text-xs">
        {months.map(([month]) => (
          <span key={month} className="flex-1 text-center">
            {month}
          </span>
        ))}
      </div>
    </div>
  )
}
