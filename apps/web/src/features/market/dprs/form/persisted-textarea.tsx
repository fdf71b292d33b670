import { useFormContext } from 'react-hook-form'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import type { DprFormInput } from './dpr-form-schema.ts'

type KeptTextOf = { draftId?: string; copyOf?: { id: string } }

/** Returns the storage name of a text, different for each draft and each copy. */
export const keptName = ({ draftId, copyOf }: KeptTextOf) =>
  ['create-dpr', draftId ?? copyOf?.id].filter(Boolean).join('.')

/** Keeps a request in the browser until a draft holds it: on the way through sign-in, and over a lost session. */
export function KeptText({ name }: { name: string }) {
  usePersistedForm(useFormContext<DprFormInput>(), name)
  return null
}
