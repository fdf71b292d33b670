import { type Checkout, feeLabel } from '@semblance/contract'
import { Lock, ShieldCheck } from 'lucide-react'
import { useId } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { LegalNote } from '@/components/blocks/legal/legal-links.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Guilloche } from '@/components/brand/guilloche.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { useConsent } from '@/lib/api/legal-versions.ts'
import { percent, plural, usdExact } from '@/lib/format.ts'
import type { PaymentValues } from './payment-form-schema.ts'

const amountTerms: Record<Checkout['reason'], string> = {
  funding: 'Contract amount',
  top_up: 'Added to the price',
  returned: 'Contract amount, taken back',
}

type PaymentSummaryProps = { checkout: Checkout; submitting: boolean }

/** Shows the amounts to pay, the consent, and the button. */
export function PaymentSummary({ checkout, submitting }: PaymentSummaryProps) {
  const { control } = useFormContext<PaymentValues>()
  const { isShown } = useConsent('checkout')
  const titleId = useId()
  return (
    <aside aria-labelledby={titleId} className="card relative overflow-hidden lg:sticky lg:top-16">
      <Guilloche className="absolute -top-[104px] -right-12 size-[200px]" opacity={0.5} />
      <div className="relative p-5">
        <h2 id={titleId} className="font-semibold text-md">
          Payment summary
        </h2>
        <dl className="mt-14 grid gap-2.5 text-base">
          <Amount term={amountTerms[checkout.reason]} cents={checkout.amountCents} />
          <Amount term={feeLabel(checkout.feeBps)} cents={checkout.feeCents} />
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
              disabled={!isShown}
              checked={field.value ?? false}
              onCheckedChange={field.onChange}
            />
          )}
        />
        <LegalNote act="checkout" lead="By paying you accept the" className="mt-1.5 pl-7" />
        <Button type="submit" size="lg" className="mt-4 w-full" loading={submitting}>
          {!submitting && <Lock aria-hidden />}
          Authorize Payment
        </Button>
        <ol className="mt-5 grid gap-2.5 text-sm">
          {whatHappens(checkout).map(({ when, what }) => (
            <li key={when} className="grid grid-cols-[104px_1fr] gap-2">
              <span className="font-medium">{when}</span>
              <span className="text-muted-foreground">{what}</span>
            </li>
          ))}
        </ol>
      </div>
      <p className="flex gap-2 border-t bg-sunken px-5 py-3 text-muted-foreground text-sm">
        <ShieldCheck className="mt-px size-4 shrink-0" aria-hidden />
        Bank details are encrypted and never shown to the vendor.
      </p>
    </aside>
  )
}

function whatHappens(checkout: Checkout) {
  const { upfrontCents, onAcceptanceCents, leastPriceCents, reviewDays } = checkout
  const priceCents = upfrontCents + onAcceptanceCents
  const [upfront, onAcceptance] = [
    usdExact(Number(upfrontCents)),
    usdExact(Number(onAcceptanceCents)),
  ]
  const share = percent(Number(upfrontCents) / Number(upfrontCents + onAcceptanceCents), 0)
  return [
    { when: 'Now', what: 'The total is authorized and placed in escrow.' },
    {
      when: 'While they work',
      what:
        upfrontCents === 0n
          ? `${onAcceptance} stays held in escrow.`
          : onAcceptanceCents === 0n
            ? `${upfront} is released upfront, once the payment is final.`
            : `${share} (${upfront}) is released upfront, ${onAcceptance} stays held.`,
    },
    {
      when: 'On acceptance',
      what:
        onAcceptanceCents === 0n
          ? `You accept the delivery, or it is accepted after ${plural(reviewDays, 'day')} without an answer.`
          : `You release the rest from the download page. Without an answer it is released ${plural(reviewDays, 'day')} after delivery.`,
    },
    ...(leastPriceCents < priceCents
      ? [
          {
            when: 'By accuracy',
            what: `The price follows the accuracy of the delivery, from ${usdExact(Number(leastPriceCents))} to ${usdExact(Number(priceCents))}. The rest comes back to you, with the fee on it. That accuracy carries noise: before you accept, you see its 95% interval and the price at either end.`,
          },
        ]
      : []),
  ]
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
