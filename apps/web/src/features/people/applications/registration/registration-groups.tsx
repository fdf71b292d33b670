import type { Intent } from '@semblance/contract'
import { Layers, type LucideIcon, ShoppingBag, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { ChoiceCard } from '@/components/ui/choice-card.tsx'
import { Field, type FieldControl } from '@/components/ui/field.tsx'
import { FormGroup } from '@/components/ui/form-group.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { applicantIndustries, countryOptions } from '@/lib/forms/business-labels.ts'
import { type FieldName, fieldId, fieldLabels, isOptional } from './registration-fields.ts'
import type { RegistrationValues } from './registration-values.ts'

type Form<Output> = UseFormReturn<RegistrationValues, unknown, Output>
type GroupProps<Output> = { form: Form<Output> }

type RowProps<Output> = GroupProps<Output> & {
  name: FieldName
  wide?: boolean
  children: (control: FieldControl) => ReactNode
}

function Row<Output>({ form, name, wide, children }: RowProps<Output>) {
  return (
    <Field
      id={fieldId(name)}
      label={fieldLabels[name]}
      required={!isOptional(name)}
      optional={isOptional(name)}
      error={form.formState.errors[name]?.message}
      className={wide ? 'sm:col-span-2' : undefined}
    >
      {children}
    </Field>
  )
}

const wishes: readonly { intent: Intent; icon: LucideIcon; title: string; note: string }[] = [
  {
    intent: 'buy',
    icon: ShoppingBag,
    title: 'Buy data',
    note: 'Post requests, license ready twins, pay through escrow.',
  },
  {
    intent: 'sell',
    icon: Store,
    title: 'Sell data',
    note: 'Answer requests, list twins, get paid on release.',
  },
  { intent: 'both', icon: Layers, title: 'Both', note: 'Two dashboards, one organization.' },
]

/** Asks what the business wants to do; a second click on the choice takes it back. */
export function IntentGroup<Output>({ form }: GroupProps<Output>) {
  return (
    <FormGroup
      title="What do you want to do?"
      description="Optional. The reviewer opens the dashboards that you need."
    >
      <Controller
        control={form.control}
        name="intent"
        render={({ field: { value, onChange } }) => (
          <fieldset
            aria-label="What do you want to do?"
            className="grid gap-3 sm:col-span-2 sm:grid-cols-3"
          >
            {wishes.map(({ intent, icon, title, note }) => (
              <ChoiceCard
                key={intent}
                icon={icon}
                title={title}
                note={note}
                isChosen={value === intent}
                onChoose={() => onChange(value === intent ? undefined : intent)}
              />
            ))}
          </fieldset>
        )}
      />
    </FormGroup>
  )
}

export function BusinessGroup<Output>({ form }: GroupProps<Output>) {
  const { control, register } = form
  return (
    <FormGroup title="Business" description="As it appears on your registration documents.">
      <Row form={form} name="business_name">
        {(props) => <Input {...props} autoComplete="organization" {...register('business_name')} />}
      </Row>
      <Row form={form} name="registration_number">
        {(props) => (
          <Input {...props} placeholder="e.g. 09182736" {...register('registration_number')} />
        )}
      </Row>
      <Row form={form} name="business_website">
        {(props) => (
          <Input {...props} type="url" autoComplete="url" {...register('business_website')} />
        )}
      </Row>
      <Row form={form} name="industry">
        {(props) => (
          <FormSelect
            {...props}
            control={control}
            name="industry"
            options={applicantIndustries}
            placeholder="Choose an industry"
          />
        )}
      </Row>
      <Row form={form} name="business_description" wide>
        {(props) => (
          <Textarea
            {...props}
            rows={4}
            placeholder="What the business does, who it serves, and how it will use or supply synthetic data"
            {...register('business_description')}
          />
        )}
      </Row>
    </FormGroup>
  )
}

export function ContactGroup<Output>({ form }: GroupProps<Output>) {
  const { register } = form
  return (
    <FormGroup title="Contact" description="We write to this person about the review.">
      <Row form={form} name="contact_person">
        {(props) => <Input {...props} autoComplete="name" {...register('contact_person')} />}
      </Row>
      <Row form={form} name="business_email">
        {(props) => (
          <Input {...props} type="email" autoComplete="email" {...register('business_email')} />
        )}
      </Row>
      <Row form={form} name="contact_phone">
        {(props) => (
          <Input
            {...props}
            type="tel"
            autoComplete="tel"
            placeholder="+44 20 7946 0011"
            {...register('contact_phone')}
          />
        )}
      </Row>
    </FormGroup>
  )
}

export function AddressGroup<Output>({ form }: GroupProps<Output>) {
  const { control, register } = form
  return (
    <FormGroup title="Address" description="Registered office.">
      <Row form={form} name="business_address" wide>
        {(props) => (
          <Textarea
            {...props}
            rows={2}
            className="min-h-16"
            autoComplete="street-address"
            {...register('business_address')}
          />
        )}
      </Row>
      <Row form={form} name="city">
        {(props) => <Input {...props} autoComplete="address-level2" {...register('city')} />}
      </Row>
      <Row form={form} name="country">
        {(props) => (
          <FormSelect
            {...props}
            control={control}
            name="country"
            options={countryOptions}
            placeholder="Choose a country"
          />
        )}
      </Row>
    </FormGroup>
  )
}
