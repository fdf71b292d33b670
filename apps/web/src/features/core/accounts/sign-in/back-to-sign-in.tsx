import { BackLink } from '@/components/blocks/back-link.tsx'
import { useSignOut } from '@/lib/session/sign-out.ts'
import { paths } from '@/paths.ts'

/** Signs the member out on the way to the sign-in page, which turns members away. */
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
