import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn.ts'
import { Checkbox } from './checkbox.tsx'
import { FieldError } from './field-error.tsx'

type CheckboxFieldProps = Omit<ComponentProps<typeof Checkbox>, 'children'> & {
  /** May hold links; a click on them does not tick the box. */
  label: ReactNode
  error?: string
}

/** Shows a checkbox with its sentence to the right, for consent and single choices. */
export function CheckboxField({ label, error, className, id, ...props }: CheckboxFieldProps) {
  const ownId = useId()
  const boxId = id ?? ownId
  const errorId = `${boxId}-error`
  return (
    <div className={cn('grid gap-1.5', className)}>
      <div className="flex items-start gap-2.5 text-base">
        <Checkbox
          id={boxId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="mt-px"
          {...props}
        />
        <label htmlFor={boxId} className="min-w-0">
          {label}
        </label>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
