import { cn } from '@/lib/cn.ts'

type TwinLegendProps = {
  /** Names what is shown of the original. */
  original: string
  className?: string
}

export function TwinLegend({ original, className }: TwinLegendProps) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-5 gap-y-1 text-muted-foreground text-xs',
        className,
      )}
    >
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="hatch h-3 w-5" />
        {original}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <svg aria-hidden width="20" height="12">
          <path
            d="M0 11C6 11 6 2 10 2S14 11 20 11"
            stroke="var(--chart-1)"
            strokeWidth="2"
            fill="color-mix(in oklab, var(--chart-1) 14%, transparent)"
          />
        </svg>
        Synthetic twin
      </span>
    </div>
  )
}
