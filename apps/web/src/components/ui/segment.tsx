import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

type SegmentProps<V extends string> = {
  /** The choice's name for screen readers: "View". */
  label: string
  options: readonly { value: V; label: ReactNode; name?: string }[]
  value: V
  onValueChange: (value: V) => void
  className?: string
}

/** Selects one of two or three ways to do a thing, in one bar. */
export function Segment<V extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: SegmentProps<V>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen) onValueChange(chosen.value)
      }}
      className={cn(
        'inline-grid auto-cols-fr grid-flow-col gap-0.5 rounded-sm border bg-muted p-0.5',
        className,
      )}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.name}
          className="inline-flex h-[30px] items-center justify-center gap-1.5 whitespace-nowrap rounded-xs px-2.5 font-medium text-muted-foreground text-sm hover:text-foreground data-[state=on]:bg-card data-[state=on]:text-foreground data-[state=on]:shadow-raised data-[state=on]:ring-1 data-[state=on]:ring-border-strong max-md:h-10 [&_svg]:size-4"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
