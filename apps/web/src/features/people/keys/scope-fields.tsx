import { type KeyScope, keyScopeNames, keyScopes } from '@semblance/contract'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import type { ReadKey, TypedKey } from './key-values.ts'

const isRead = (scope: KeyScope) => scope.endsWith(':read')
const isWrite = (scope: KeyScope) => scope.endsWith(':write')

const groups: readonly { title: string; scopes: readonly KeyScope[] }[] = [
  { title: 'Read', scopes: keyScopeNames.filter(isRead) },
  { title: 'Change', scopes: keyScopeNames.filter(isWrite) },
  {
    title: 'Deliver and pay',
    scopes: keyScopeNames.filter((scope) => !isRead(scope) && !isWrite(scope)),
  },
]

type ScopeFieldsProps = { control: Control<TypedKey, unknown, ReadKey> }

/** Chooses what a key may do. */
export function ScopeFields({ control }: ScopeFieldsProps) {
  const { field, fieldState } = useController({ control, name: 'scopes' })
  const errorId = useId()
  const { value: chosen, onChange, ref } = field
  const error = fieldState.error?.message
  const tick = (scope: KeyScope, isTicked: boolean) =>
    onChange(keyScopeNames.filter((one) => (one === scope ? isTicked : chosen.includes(one))))
  return (
    <fieldset className="grid min-w-0 gap-4" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 font-medium text-sm">What the key may do</legend>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {groups.map(({ title, scopes }, group) => (
        <fieldset key={title} className="min-w-0 rounded-md bg-sunken p-4">
          <legend className="float-left mb-2.5 w-full font-semibold text-sm">{title}</legend>
          <div className="clear-both grid gap-x-6 gap-y-3 sm:grid-cols-2">
            {scopes.map((scope, index) => (
              <CheckboxField
                key={scope}
                ref={group === 0 && index === 0 ? ref : undefined}
                label={keyScopes[scope]}
                aria-invalid={error ? true : undefined}
                checked={chosen.includes(scope)}
                onCheckedChange={(checked) => tick(scope, checked === true)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  )
}
