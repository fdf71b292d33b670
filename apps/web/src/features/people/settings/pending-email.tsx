import { MailQuestion } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { captchaToken } from '@/lib/session/captcha.ts'
import { useConfig, useSupabase } from '@/lib/session/session.tsx'

/** Shows an address change that waits for its links. */
export function PendingEmail({ from, to }: { from: string; to: string }) {
  const supabase = useSupabase()
  const config = useConfig()
  const [isSending, setIsSending] = useState(false)
  const resend = async () => {
    setIsSending(true)
    const { error } = await supabase.auth.resend({
      type: 'email_change',
      email: from,
      options: { captchaToken: await captchaToken(config) },
    })
    setIsSending(false)
    if (error) notify.error('Error', error.message)
    else notify.success('Links sent', `Open the ones sent to ${from} and to ${to}.`)
  }
  return (
    <div
      role="status"
      className="flex gap-3 rounded-md border border-brass-line bg-st-warn-bg px-4 py-3 text-base text-st-warn-fg"
    >
      <MailQuestion className="mt-px size-[18px] shrink-0" aria-hidden />
      <div className="min-w-0">
        <p>
          <span className="font-semibold [overflow-wrap:anywhere]">{to}</span> is waiting to be
          confirmed. Until then you sign in with the old address.
        </p>
        <Button variant="link" size="sm" loading={isSending} onClick={resend}>
          Send the links again
        </Button>
      </div>
    </div>
  )
}
