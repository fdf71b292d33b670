import { ToggleGroup } from 'radix-ui'
import { cn } from '@/lib/cn.ts'

type ChoiceChipsProps<V extends string> = {
  /** The choice's name for screen readers: "Category". */
  label: string
  options: readonly { value: V; label: string; note?: string }[]
  value: V
  onValueChange: (value: V) => void
  className?: string
}

/** Selects one of several options, such as a marketplace category. */
export function ChoiceChips<V extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: ChoiceChipsProps<V>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen) onValueChange(chosen.value)
      }}
      className={cn('flex flex-wrap gap-2', className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="h-[30px] rounded-sm border border-border-strong bg-card px-3 font-medium text-sm hover:bg-accent data-[state=on]:border-primary data-[state=on]:bg-primary-soft data-[state=on]:text-primary max-md:h-10"
        >
          {option.label}
          {option.note && <span className="num ml-1.5 font-normal opacity-80">{option.note}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
