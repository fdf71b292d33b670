import { useId } from 'react'
import { cn } from '@/lib/cn.ts'
import { SingleKey } from './key-hints.tsx'

type Choice<Value extends string> = {
  value: Value
  label: string
  note: string
  /** The key that chooses it. */
  hotkey: string
}

type DecisionChoiceProps<Value extends string> = {
  label: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
}

/** Offers the possible decisions as cards, one of which is chosen. */
export function DecisionChoice<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: DecisionChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="font-medium text-sm">{label}</legend>
      <div className="mt-3 grid gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cn(
              'flex cursor-pointer items-start gap-3 rounded-sm border bg-card px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
              value === choice.value
                ? 'border-primary ring-1 ring-primary'
                : 'border-border-strong hover:bg-accent/60',
            )}
          >
            <input
              type="radio"
              name={name}
              className="mt-1 size-4 shrink-0 accent-primary outline-none"
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-base">{choice.label}</span>
              <span className="block text-muted-foreground text-sm">{choice.note}</span>
            </span>
            <SingleKey className="mt-0.5">{choice.hotkey}</SingleKey>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
