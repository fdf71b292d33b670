import {
  MAX_SUBSCRIBED_REVISIONS,
  REVISION_PAY_DAYS,
  subscriptionPaceLabels,
  subscriptionPaces,
} from '@semblance/contract'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import type { SubscriptionDraft } from './option-draft.ts'

type SubscriptionFieldsProps = {
  draft: SubscriptionDraft
  faultOf: (field: keyof SubscriptionDraft) => string | undefined
  onChange: (draft: SubscriptionDraft) => void
}

const numbers = [
  { field: 'revisions', label: `Revisions (2 to ${MAX_SUBSCRIBED_REVISIONS})`, required: true },
  { field: 'deliveryDays', label: 'Days to deliver', required: true },
  { field: 'minRecords', label: 'Fewest rows', required: true },
  { field: 'minAccuracyPercent', label: 'Least accuracy (%)', required: false },
] as const

/** Edits what a subscription promises. */
export function SubscriptionFields({ draft, faultOf, onChange }: SubscriptionFieldsProps) {
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-4">
      <Field label="Pace" required error={faultOf('pace')}>
        {(control) => (
          <Select
            {...control}
            value={draft.pace}
            options={subscriptionPaces.map((pace) => ({
              value: pace,
              label: subscriptionPaceLabels[pace],
            }))}
            onValueChange={(pace) => onChange({ ...draft, pace })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {numbers.map(({ field, label, required }) => (
          <Field key={field} label={label} required={required} error={faultOf(field)}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                className="num"
                value={draft[field]}
                onChange={({ target }) => onChange({ ...draft, [field]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="text-muted-foreground text-sm">
        The client pays each revision into escrow within {REVISION_PAY_DAYS} days of its opening;
        your days begin with that payment, and the money goes back if you miss them by more than a
        day. Each revision measures the source of this twin anew, at its privacy level, and keeps
        its columns. Rows that are accounted for in another source of yours cannot become a
        revision: where you also sell them in other deals, choose the source of this twin there. A
        promise reserves nothing: once other measurements leave no room for a revision besides what
        is promised to other subscribers of this source, the subscription whose revision would open
        next ends. By publishing you consent to these terms for every revision.
      </p>
    </div>
  )
}
