import { RadioGroup } from 'radix-ui'
import { cn } from '@/lib/cn.ts'

type ChoiceGroupProps<V extends string> = {
  title: string
  options: readonly { value: V; label: string; count?: number | string }[]
  value: V
  onValueChange: (value: V) => void
  className?: string
}

/** Narrows a list by one of several choices, each with its number of results. */
export function ChoiceGroup<V extends string>({
  title,
  options,
  value,
  onValueChange,
  className,
}: ChoiceGroupProps<V>) {
  return (
    <RadioGroup.Root
      aria-label={title}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen) onValueChange(chosen.value)
      }}
      className={className}
    >
      <p aria-hidden className="font-semibold text-sm">
        {title}
      </p>
      <div className="grid gap-0.5 pt-2">
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            className={cn(
              'group -mx-1.5 flex min-h-8 items-center gap-2.5 rounded-xs px-1.5 text-left text-base hover:bg-accent/60 max-md:min-h-10',
            )}
          >
            <span
              aria-hidden
              className="grid size-[18px] shrink-0 place-items-center rounded-full border border-input bg-card group-data-[state=checked]:border-[5px] group-data-[state=checked]:border-primary"
            />
            <span>{option.label}</span>
            {option.count !== undefined && (
              <span className="num ml-auto text-muted-foreground text-sm">{option.count}</span>
            )}
          </RadioGroup.Item>
        ))}
      </div>
    </RadioGroup.Root>
  )
}
