import { BackLink } from '@/components/blocks/back-link.tsx'
import { useSignOut } from '@/lib/session/sign-out.ts'
import { paths } from '@/paths.ts'

/** The sign-in page turns members away, so the way back to it ends the session first. */
export function BackToSignIn() {
  const signOut = useSignOut()
  return (
    <span
      onClickCapture={(event) => {
        if (event.metaKey || event.ctrlKey) return
        event.preventDefault()
        event.stopPropagation()
        signOut()
      }}
    >
      <BackLink to={paths.signIn}>Back to sign in</BackLink>
    </span>
  )
}
