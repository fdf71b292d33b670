import { useNavigate } from 'react-router'
import { BackLink } from '@/components/blocks/back-link.tsx'
import { useAuth } from '@/lib/session.tsx'
import { paths } from '@/paths.ts'

/** The sign-in page turns members away, so the way back to it ends the session first. */
export function BackToSignIn() {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  return (
    <span
      onClickCapture={async (event) => {
        if (event.metaKey || event.ctrlKey) return
        event.preventDefault()
        event.stopPropagation()
        if ((await signOut()) === null) await navigate(paths.signIn)
      }}
    >
      <BackLink to={paths.signIn}>Back to sign in</BackLink>
    </span>
  )
}
