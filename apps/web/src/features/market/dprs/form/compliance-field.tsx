import { useController, useFormContext } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import type { DprFormInput } from './dpr-form-schema.ts'

const usual = ['GDPR', 'CCPA', 'HIPAA', 'PCI DSS']

/** Takes the compliance requirements as text; the usual ones are a click each. */
export function ComplianceField({ className }: { className?: string }) {
  const { control } = useFormContext<DprFormInput>()
  const { field, fieldState } = useController({ control, name: 'complianceRequirements' })
  const missing = usual.filter((name) => !field.value.includes(name))
  const add = (name: string) =>
    field.onChange([field.value.trim().replace(/[,;]$/, ''), name].filter(Boolean).join(', '))
  return (
    <div className={className}>
      <Field
        label="Compliance requirements"
        hint="Laws, standards and house rules, such as regions where the data may be processed."
        required
        error={fieldState.error?.message}
      >
        {(attributes) => <Textarea {...attributes} {...field} rows={2} placeholder="GDPR, CCPA" />}
      </Field>
      {missing.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {missing.map((name) => (
            <Button key={name} size="sm" variant="outline" onClick={() => add(name)}>
              Add {name}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
