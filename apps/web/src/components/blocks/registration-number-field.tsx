import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'

/** Shows a business's registration number, which only a review changes. */
export function RegistrationNumberField({ number }: { number: string | null }) {
  return (
    <Field label="Registration number" hint="Verified during review. Contact support to change it.">
      {(control) => <Input {...control} readOnly className="num" value={number ?? 'Not given'} />}
    </Field>
  )
}
