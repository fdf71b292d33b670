import { useFormContext } from 'react-hook-form'
import { useKeptForm } from '@/lib/kept-form.ts'
import type { TypedDprForm } from './dpr-form-schema.ts'

export const keptKey = 'create-dpr'

/** Keeps a new request in the browser until it is a draft: for visitors, until they have signed in. */
export function KeptText() {
  useKeptForm(useFormContext<TypedDprForm>(), keptKey)
  return null
}
