import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { providerLabel, useProviders } from '@/lib/session/auth-providers.ts'
import { useSupabase } from '@/lib/session/session.tsx'

/** Shows one button per configured provider; `next` is kept during the sign-in. */
export function SocialSignIn({ returnTo }: { returnTo: string }) {
  const supabase = useSupabase()
  const providers = useProviders()
  const [leavingFor, setLeavingFor] = useState('')
  if (providers.length === 0) return null

  const leaveFor = async (provider: string) => {
    setLeavingFor(provider)
    const { error } = await supabase.auth.signInWithOAuth({
      provider: provider as 'google', // any configured name; the type lists Supabase's own
      options: { redirectTo: `${location.origin}${returnTo}` },
    })
    if (!error) return
    setLeavingFor('')
    notify.error('Sign In Error', error.message)
  }
  return (
    <div className="mt-6 grid gap-2.5">
      <div className="flex items-center gap-3 text-muted-foreground text-sm">
        <span aria-hidden className="h-px flex-1 bg-border" />
        or
        <span aria-hidden className="h-px flex-1 bg-border" />
      </div>
      {providers.map((provider) => (
        <Button
          key={provider}
          size="lg"
          variant="outline"
          className="w-full"
          loading={leavingFor === provider}
          onClick={() => leaveFor(provider)}
        >
          Continue with {providerLabel(provider)}
        </Button>
      ))}
    </div>
  )
}
