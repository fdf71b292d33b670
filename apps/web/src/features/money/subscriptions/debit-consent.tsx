import type { BillingOverview } from '@semblance/contract'
import { useController, useFormContext } from 'react-hook-form'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { usdExact } from '@/lib/format.ts'
import { priceText } from './plan-labels.ts'

type DebitConsentProps = { billing: BillingOverview; className?: string }

/** Asks for an administrator's consent to debit the account, in the words of the debit itself. */
export function DebitConsent({ billing, className }: DebitConsentProps) {
  const { control } = useFormContext<{ isAuthorized: boolean }>()
  const { field, fieldState } = useController({ control, name: 'isAuthorized' })
  return (
    <div className={className}>
      <CheckboxField
        ref={field.ref}
        checked={field.value}
        onCheckedChange={(checked) => field.onChange(checked === true)}
        onBlur={field.onBlur}
        error={fieldState.error?.message}
        label={`I authorize Semblance to debit this account electronically for the plan, ${priceText(billing)} at the end of each month, until I cancel the plan or remove the account.`}
      />
      {billing.pastDueCents > 0n && (
        <p className="mt-3 text-sm text-st-warn-fg">
          {usdExact(Number(billing.pastDueCents))} is past due and is charged to this account at
          once.
        </p>
      )}
    </div>
  )
}
