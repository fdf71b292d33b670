import { cn } from '@/lib/cn.ts'

const bars = [5, 8, 11]

/** Rates the competition by the number of offers: High above 10, Medium above 5, else Low. */
export function Competition({ offers, className }: { offers: number; className?: string }) {
  const level = offers > 10 ? 3 : offers > 5 ? 2 : 1
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-sm', className)}>
      <span aria-hidden className="inline-flex items-end gap-[2px]">
        {bars.map((height, index) => (
          <span
            key={height}
            style={{ height }}
            className={cn(
              'w-[3px] rounded-[1px]',
              index < level ? 'bg-foreground' : 'bg-border-strong',
            )}
          />
        ))}
      </span>
      <span>
        <span className="sr-only">Competition </span>
        {['Low', 'Medium', 'High'][level - 1]}
      </span>
    </span>
  )
}
