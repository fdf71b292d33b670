import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn.ts'
import { FieldError } from './field-error.tsx'

/** Spread onto the control: `{(control) => <Input {...control} {...register('email')} />}`. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export type FieldProps = {
  label: string
  /** Below the control; an error takes its place. */
  hint?: ReactNode
  error?: string
  /** Prints "(optional)" after the label. */
  optional?: boolean
  required?: boolean
  /** Appears at the right end of the label, such as "Forgot password?". */
  action?: ReactNode
  id?: string
  className?: string
  children: (control: FieldControl) => ReactNode
}

export function Field({
  label,
  hint,
  error,
  optional,
  required,
  action,
  id,
  className,
  children,
}: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const noteId = `${controlId}-note`
  return (
    <div data-slot="field" className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={controlId} className="font-medium text-sm">
          {label}
          {optional && <span className="font-normal text-muted-foreground"> (optional)</span>}
        </label>
        {action}
      </div>
      {children({
        id: controlId,
        'aria-describedby': error || hint ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error ? (
        <FieldError id={noteId}>{error}</FieldError>
      ) : (
        hint && (
          <p id={noteId} className="text-muted-foreground text-xs">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
