import { useState } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '@/components/ui/toast.tsx'
import { useAuth, useSupabase } from '@/lib/session/session.tsx'
import type { SignUpDetails } from '@/lib/session/session-context.ts'
import { paths } from '@/paths.ts'
import { checkOrganization } from './check-organization.ts'
import { isPasswordRefused } from './sign-up-errors.tsx'

/** Names the field that the server refused, with its message; null for none. */
type Refused = { field: 'organization_id' | 'password'; message: string } | null

/** Signs up under an organization's ID; `isCreated` is the moment for the dialog. */
export function useCreateAccount() {
  const { signUp } = useAuth()
  const supabase = useSupabase()
  const navigate = useNavigate()
  const [isCreated, setIsCreated] = useState(false)

  const create = async (details: SignUpDetails): Promise<Refused> => {
    try {
      const refusal = await checkOrganization(supabase, details.organization_id)
      if (refusal) {
        notify.error('Error', refusal)
        return { field: 'organization_id', message: refusal }
      }
      const error = await signUp(details)
      if (error)
        return isPasswordRefused(error) ? { field: 'password', message: error.message } : null
      // Without confirmation by mail, the account is open already.
      const { data } = await supabase.auth.getSession()
      if (data.session) await navigate(paths.dashboardSelection)
      else setIsCreated(true)
    } catch (error) {
      console.error(error)
      notify.error('Sign Up Error', 'Failed to create account. Please try again.')
    }
    return null
  }
  return { create, isCreated }
}
