import {
  type ChosenWebhookType,
  type WebhookForm,
  webhookTypeLabels,
  webhookTypes,
} from '@semblance/contract'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { eventGroups } from './event-groups.ts'

/** Chooses the events that an endpoint gets. */
export function EventFields({ control }: { control: Control<WebhookForm> }) {
  const { field, fieldState } = useController({ control, name: 'types' })
  const errorId = useId()
  const { value: chosen, onChange, ref } = field
  const error = fieldState.error?.message
  const tick = (type: ChosenWebhookType, isTicked: boolean) =>
    onChange(webhookTypes.filter((one) => (one === type ? isTicked : chosen.includes(one))))
  const hasAll = chosen.length === webhookTypes.length
  return (
    <fieldset className="grid min-w-0 gap-4" aria-describedby={error ? errorId : undefined}>
      <legend className="float-left font-medium text-sm">Events</legend>
      <div className="clear-both flex items-center justify-between gap-3">
        <span className="num text-muted-foreground text-sm">
          {chosen.length} of {webhookTypes.length} chosen
        </span>
        <Button
          type="button"
          variant="outline"
          size="sm"
          onClick={() => onChange(hasAll ? [] : [...webhookTypes])}
        >
          {hasAll ? 'Choose none' : 'Choose all'}
        </Button>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {eventGroups.map(({ title, types }, group) => (
        <fieldset key={title} className="min-w-0 rounded-md bg-sunken p-4">
          <legend className="float-left mb-2.5 w-full font-semibold text-sm">{title}</legend>
          <div className="clear-both grid gap-3">
            {types.map((type, index) => (
              <CheckboxField
                key={type}
                ref={group === 0 && index === 0 ? ref : undefined}
                label={
                  <>
                    <span className="mono text-sm">{type}</span>
                    <span className="block text-muted-foreground text-sm">
                      {webhookTypeLabels[type]}
                    </span>
                  </>
                }
                aria-invalid={error ? true : undefined}
                checked={chosen.includes(type)}
                onCheckedChange={(checked) => tick(type, checked === true)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  )
}
