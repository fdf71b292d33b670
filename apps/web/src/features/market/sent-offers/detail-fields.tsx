import {
  dataFormatLabels,
  dataFormats,
  deliveryMethods,
  paymentStructures,
  privacyLevelLabels,
  supportPeriods,
} from '@semblance/contract'
import { useId } from 'react'
import { Controller, useController, useFormContext } from 'react-hook-form'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import type { TypedDetails } from './offer-draft.ts'

// Each belongs in the form of an offer, new or edited.

type ChoiceName = 'payment' | 'delivery' | 'support' | 'privacy'

const choices: Record<ChoiceName, { label: string; options: Record<string, string> }> = {
  payment: { label: 'Payment structure', options: paymentStructures },
  delivery: { label: 'Delivery method', options: deliveryMethods },
  support: { label: 'Support period', options: supportPeriods },
  privacy: { label: 'Privacy level', options: privacyLevelLabels },
}

export function ChoiceField({ name, hint }: { name: ChoiceName; hint?: string }) {
  const { field, fieldState } = useController<TypedDetails, ChoiceName>({ name })
  const { label, options } = choices[name]
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(control) => (
        <Select
          {...control}
          ref={field.ref}
          onBlur={field.onBlur}
          value={field.value}
          onValueChange={field.onChange}
          options={Object.entries(options).map(([value, text]) => ({ value, label: text }))}
        />
      )}
    </Field>
  )
}

type TextName = 'services' | 'sampleRecords' | 'target' | 'floor'

const texts: Record<TextName, { label: string; hint: string; placeholder: string }> = {
  services: {
    label: 'Additional services (USD)',
    hint: 'The part of the price for work beside the data.',
    placeholder: '0',
  },
  sampleRecords: {
    label: 'Sample records',
    hint: 'Sent before the delivery; empty for none.',
    placeholder: '1000',
  },
  target: {
    label: 'Accuracy for full price (%)',
    hint: 'Below it the price falls in a straight line; empty for a fixed price.',
    placeholder: '98',
  },
  floor: {
    label: 'Lowest price (%)',
    hint: 'Share of the price that is due at the minimum; no less than is released at the start.',
    placeholder: '70',
  },
}

export function NumberField({ name }: { name: TextName }) {
  const { register, getFieldState, formState } = useFormContext<TypedDetails>()
  const { label, hint, placeholder } = texts[name]
  return (
    <Field label={label} optional hint={hint} error={getFieldState(name, formState).error?.message}>
      {(control) => (
        <Input
          {...control}
          {...register(name)}
          inputMode={name === 'services' ? 'decimal' : 'numeric'}
          autoComplete="off"
          placeholder={placeholder}
          className="num"
        />
      )}
    </Field>
  )
}

export function SampleField({ className }: { className?: string }) {
  const { register, formState } = useFormContext<TypedDetails>()
  return (
    <Field
      label="Sample data"
      optional
      hint="What sample you provide, and how it was drawn."
      error={formState.errors.sample?.message}
      className={className}
    >
      {(control) => <Textarea {...control} {...register('sample')} rows={3} maxLength={2000} />}
    </Field>
  )
}

/** Selects one or more of the formats. */
export function FormatsField() {
  const id = useId()
  return (
    <Controller<TypedDetails, 'formats'>
      name="formats"
      render={({ field, fieldState: { error } }) => (
        <fieldset
          className="min-w-0"
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        >
          <legend className="mb-2 font-medium text-sm">Data format</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-2.5">
            {dataFormats.map((format, index) => (
              <CheckboxField
                key={format}
                ref={index === 0 ? field.ref : undefined}
                label={dataFormatLabels[format]}
                checked={field.value.includes(format)}
                onBlur={field.onBlur}
                onCheckedChange={(checked) =>
                  field.onChange(
                    dataFormats.filter((one) =>
                      one === format ? checked === true : field.value.includes(one),
                    ),
                  )
                }
              />
            ))}
          </div>
          {error && (
            <div className="mt-1.5">
              <FieldError id={`${id}-error`}>{error.message}</FieldError>
            </div>
          )}
        </fieldset>
      )}
    />
  )
}
