import { notify } from '@/components/ui/toast.tsx'
import { useAuth, useSupabase } from '@/lib/session/session.tsx'
import type { SignUpDetails } from '@/lib/session/session-context.ts'
import { checkOrganization } from './check-organization.ts'

/** Names the field that the server refused, null for none, with its message. */
export type RefusedAccount = {
  field: 'organization_id' | 'password' | 'agreeToTerms' | null
  message: string
  code?: string
}

const fieldOf: Record<string, RefusedAccount['field']> = {
  password_too_common: 'password',
  weak_password: 'password',
  legal_outdated: 'agreeToTerms',
  legal_not_accepted: 'agreeToTerms',
  approval_link_closed: 'organization_id',
}

/** Returns a function that signs up under an organization's ID, and answers what was refused; null for nothing. */
export function useCreateAccount() {
  const { signUp } = useAuth()
  const supabase = useSupabase()
  return async (details: SignUpDetails): Promise<RefusedAccount | null> => {
    try {
      const refusal = await checkOrganization(supabase, details.organization_id)
      if (refusal) {
        notify.error('Error', refusal)
        return { field: 'organization_id', message: refusal }
      }
      const error = await signUp(details)
      if (!error) return null
      const { message, code } = error
      return { field: fieldOf[code ?? ''] ?? null, message, code }
    } catch (error) {
      console.error(error)
      const message = 'Failed to create account. Please try again.'
      notify.error('Sign Up Error', message)
      return { field: null, message }
    }
  }
}
