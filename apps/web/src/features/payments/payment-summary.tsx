import type { Checkout } from '@semblance/contract'
import { Lock, ShieldCheck } from 'lucide-react'
import { useId } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { Money } from '@/components/blocks/money.tsx'
import { Guilloche } from '@/components/brand/guilloche.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import type { PaymentValues } from './payment-form-schema.ts'

const whatHappens = [
  { when: 'Now', what: 'The total is authorized and placed in escrow.' },
  { when: 'While they work', what: 'The contract amount stays held in escrow.' },
  { when: 'On acceptance', what: 'You release it from the download page.' },
]

type PaymentSummaryProps = { checkout: Checkout; submitting: boolean }

/** The rail: what is paid, the consent, and the button. */
export function PaymentSummary({ checkout, submitting }: PaymentSummaryProps) {
  const { control } = useFormContext<PaymentValues>()
  const titleId = useId()
  return (
    <aside aria-labelledby={titleId} className="card relative overflow-hidden lg:sticky lg:top-16">
      <Guilloche className="absolute -top-[104px] -right-12 size-[200px]" opacity={0.5} />
      <div className="relative p-5">
        <h2 id={titleId} className="font-semibold text-md">
          Payment summary
        </h2>
        <dl className="mt-14 grid gap-2.5 text-base">
          <Amount term="Contract amount" cents={checkout.amountCents} />
          <Amount term="Platform fee (2.5%)" cents={checkout.feeCents} />
          <div className="flex items-baseline justify-between border-t pt-3">
            <dt className="font-semibold text-md">Total</dt>
            <dd className="figure text-3xl leading-none">
              <Money exact cents={Number(checkout.totalCents)} />
            </dd>
          </div>
        </dl>
        <Controller
          control={control}
          name="termsAccepted"
          render={({ field, fieldState }) => (
            <CheckboxField
              className="mt-5"
              label="I accept the terms and conditions and authorize this payment into escrow."
              error={fieldState.error?.message}
              ref={field.ref}
              onBlur={field.onBlur}
              checked={field.value ?? false}
              onCheckedChange={field.onChange}
            />
          )}
        />
        <Button type="submit" size="lg" className="mt-4 w-full" loading={submitting}>
          {!submitting && <Lock aria-hidden />}
          Authorize Payment
        </Button>
        <ol className="mt-5 grid gap-2.5 text-sm">
          {whatHappens.map(({ when, what }) => (
            <li key={when} className="grid grid-cols-[104px_1fr] gap-2">
              <span className="font-medium">{when}</span>
              <span className="text-muted-foreground">{what}</span>
            </li>
          ))}
        </ol>
      </div>
      <p className="flex gap-2 border-t bg-sunken px-5 py-3 text-muted-foreground text-sm">
        <ShieldCheck className="mt-px size-4 shrink-0" aria-hidden />
        Bank details are never shown to the vendor.
      </p>
    </aside>
  )
}

function Amount({ term, cents }: { term: string; cents: bigint }) {
  return (
    <div className="flex justify-between">
      <dt className="text-muted-foreground">{term}</dt>
      <dd>
        <Money exact cents={Number(cents)} />
      </dd>
    </div>
  )
}
