import { useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { cn } from '@/lib/cn.ts'

type FilterOption<V extends string> = {
  value: V
  label: string
  /** Muted words after the label: "5 days or fewer". */
  note?: string
  count?: number | string
}

type FilterGroupProps<V extends string> = {
  title: string
  options: readonly FilterOption<V>[]
  selected: readonly V[]
  onChange: (selected: V[]) => void
  className?: string
}

export function FilterGroup<V extends string>({
  title,
  options,
  selected,
  onChange,
  className,
}: FilterGroupProps<V>) {
  const groupId = useId()
  const toggle = (value: V) =>
    onChange(
      selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value],
    )
  return (
    <fieldset className={cn('pt-4', className)}>
      <legend className="float-left font-semibold text-sm">{title}</legend>
      <div className="clear-both grid gap-0.5 pt-2">
        {options.map((option) => (
          <label
            key={option.value}
            htmlFor={`${groupId}-${option.value}`}
            className="-mx-1.5 flex min-h-8 cursor-pointer items-center gap-2.5 rounded-xs px-1.5 text-base hover:bg-accent/60 max-md:min-h-10"
          >
            <Checkbox
              id={`${groupId}-${option.value}`}
              checked={selected.includes(option.value)}
              onCheckedChange={() => toggle(option.value)}
            />
            <span>
              {option.label}
              {option.note && <span className="text-muted-foreground"> {option.note}</span>}
            </span>
            {option.count !== undefined && (
              <span className="num ml-auto text-muted-foreground text-sm">{option.count}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
