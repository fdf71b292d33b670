import { type ReactNode, type Ref, useId } from 'react'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { NO_MINIMUM } from './no-minimum.ts'

type AccuracyChoiceProps = {
  label: string
  hint: string
  placeholder: string
  /** Percent as typed, `NO_MINIMUM`, or empty while nothing is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref?: Ref<HTMLInputElement>
  error?: string
  className?: string
  /** Below the choice, such as what can be expected. */
  children?: ReactNode
}

/** Takes a minimum accuracy in percent, or that there is none. */
export function AccuracyChoice({
  label,
  hint,
  placeholder,
  value,
  onChange,
  onBlur,
  ref,
  error,
  className,
  children,
}: AccuracyChoiceProps) {
  const boxId = useId()
  const isNone = value === NO_MINIMUM
  return (
    <div className={className}>
      <Field label={label} hint={hint} error={error} required>
        {(control) => (
          <>
            <Input
              {...control}
              ref={ref}
              inputMode="numeric"
              autoComplete="off"
              placeholder={isNone ? 'No minimum' : placeholder}
              className="num"
              value={isNone ? '' : value}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
            <CheckboxField
              id={boxId}
              label="No minimum accuracy"
              checked={isNone}
              onBlur={onBlur}
              onCheckedChange={(checked) => onChange(checked === true ? NO_MINIMUM : '')}
            />
          </>
        )}
      </Field>
      {children}
    </div>
  )
}
