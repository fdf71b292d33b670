import { useNavigate } from 'react-router'
import { paths } from '@/paths.ts'
import { confirmLeave } from '../forms/unsaved-changes.ts'
import { useAuth } from './session-context.ts'

/** Signs out and shows the sign-in page, after a question when something is not saved. */
export function useSignOut(): () => void {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  return () =>
    confirmLeave(async () => {
      if ((await signOut()) === null) await navigate(paths.signIn)
    })
}
