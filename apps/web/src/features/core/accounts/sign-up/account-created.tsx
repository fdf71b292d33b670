import { useNavigate } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { paths } from '@/paths.ts'

/** After a sign-up that waits for its e-mail; however it is closed, the sign-in page follows. */
export function AccountCreated() {
  const navigate = useNavigate()
  const goOn = () => navigate(paths.auth)
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={goOn}
      title="Account created"
      footer={<Button onClick={goOn}>Go to sign in</Button>}
    >
      <p className="text-md">
        Account created successfully! Please check your email to verify your account.
      </p>
      <p className="mt-3 text-base text-muted-foreground">
        After that, your organization approves your access. You can sign in while you wait.
      </p>
    </Dialog>
  )
}
