import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { useSupabase } from '@/lib/session/session.tsx'
import { useAccount } from './use-account.ts'

export function RemoveFactor({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const supabase = useSupabase()
  const { reload } = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const name = factor.friendly_name || 'this factor'
  const remove = async () => {
    setIsBusy(true)
    const { error } = await supabase.auth.mfa.unenroll({ factorId: factor.id })
    // The session's own list of factors comes with a new token.
    if (!error) await supabase.auth.refreshSession()
    setIsBusy(false)
    setIsOpen(false)
    if (error) showProblem('Not removed', error)
    else notify.success('Removed', `${name} no longer confirms sign-ins.`)
    await reload()
  }
  return (
    <Dialog
      alert
      size="sm"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="ghost" size="sm" aria-label={`Remove ${name}`}>
          Remove
        </Button>
      }
      title={`Remove ${name}?`}
      description={
        isLast
          ? 'It is your only one: two-step sign-in will be off, and your password alone opens your account.'
          : 'Your other ways to confirm a sign-in stay.'
      }
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button variant="destructive" loading={isBusy} onClick={remove}>
            Remove
          </Button>
        </>
      }
    />
  )
}
