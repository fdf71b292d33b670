import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { captchaToken } from '@/lib/session/captcha.ts'
import { useConfig, useSupabase } from '@/lib/session/session.tsx'

export function ResendConfirmation({ email }: { email: string }) {
  const supabase = useSupabase()
  const config = useConfig()
  const [isSending, setIsSending] = useState(false)
  const resend = async () => {
    setIsSending(true)
    const { error } = await supabase.auth.resend({
      type: 'signup',
      email,
      options: {
        emailRedirectTo: `${location.origin}/`,
        captchaToken: await captchaToken(config),
      },
    })
    setIsSending(false)
    notify.dismiss()
    if (error) notify.error('Error', error.message)
    else notify.success('Success', 'Check your email for confirmation link')
  }
  return (
    <Button variant="soft" loading={isSending} onClick={resend}>
      Send the confirmation link again
    </Button>
  )
}
