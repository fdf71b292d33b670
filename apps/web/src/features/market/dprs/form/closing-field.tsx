import { MAX_OPEN_DAYS } from '@semblance/contract'
import { useFormContext, useWatch } from 'react-hook-form'
import { closingText } from './closing.ts'
import type { DprFormInput } from './dpr-form-schema.ts'
import { TextField } from './text-field.tsx'

export function ClosingField() {
  const { control } = useFormContext<DprFormInput>()
  const typed = useWatch({ control, name: 'closesInDays' })
  return (
    <TextField
      name="closesInDays"
      label="Offers close after days"
      hint={closingText(typed) ?? `1 to ${MAX_OPEN_DAYS}, counted from today.`}
      inputMode="numeric"
      placeholder="30"
    />
  )
}
