import { formatDollars, type MemberSpending, parseDollars } from '@semblance/contract'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'

export type Limits = MemberSpending['limits']
export type LimitTexts = { payment: string; month: string }

const textOf = (cents: bigint | null) => (cents === null ? '' : formatDollars(cents))

export const textsOf = (limits: Limits): LimitTexts => ({
  payment: textOf(limits.paymentCents),
  month: textOf(limits.monthCents),
})

/** Reads amounts; an empty text is no limit. Undefined for one that is not understood. */
export function limitsIn({ payment, month }: LimitTexts): Limits | undefined {
  const read = (text: string) => (text.trim() === '' ? null : (parseDollars(text) ?? undefined))
  const [paymentCents, monthCents] = [read(payment), read(month)]
  if (paymentCents === undefined || monthCents === undefined) return undefined
  return { paymentCents, monthCents }
}

type LimitFieldsProps = {
  /** Whose limits, as the group's name. */
  legend: string
  hint?: string
  texts: LimitTexts
  onChange: (texts: LimitTexts) => void
}

/** Two amounts in dollars: of one payment and of the month. */
export function LimitFields({ legend, hint, texts, onChange }: LimitFieldsProps) {
  const error = (text: string) =>
    text.trim() !== '' && parseDollars(text) === null
      ? 'Enter an amount such as 10,000.00'
      : undefined
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold text-base">{legend}</legend>
      {hint && <p className="text-muted-foreground text-sm">{hint}</p>}
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <Field label="One payment" hint="Empty: no limit" error={error(texts.payment)}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              className="num"
              value={texts.payment}
              onChange={(event) => onChange({ ...texts, payment: event.target.value })}
            />
          )}
        </Field>
        <Field label="A month" hint="Empty: no limit" error={error(texts.month)}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              className="num"
              value={texts.month}
              onChange={(event) => onChange({ ...texts, month: event.target.value })}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}
