import { Building2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { useSupabase } from '@/lib/session/session.tsx'

const problems: Record<string, string> = {
  sso_provider_not_found:
    'No company on Semblance signs in by this domain. Use your password, or ask your administrator.',
}

/** Leads to the identity provider of the company whose domain an address has. */
export function CompanySignIn({ returnTo }: { returnTo: string }) {
  const supabase = useSupabase()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState('')

  const leave = async () => {
    const domain = email.trim().toLowerCase().split('@').pop() ?? ''
    if (!/^[^\s.]+(\.[^\s.]+)+$/.test(domain)) return setProblem('Enter your work e-mail.')
    setLeaving(true)
    const { error } = await supabase.auth.signInWithSSO({
      domain,
      options: { redirectTo: `${location.origin}${returnTo}` },
    })
    if (!error) return
    setLeaving(false)
    setProblem(problems[error.code ?? ''] ?? error.message)
  }

  if (!isOpen)
    return (
      <Button size="lg" variant="outline" className="mt-6 w-full" onClick={() => setOpen(true)}>
        <Building2 aria-hidden />
        Continue with your company
      </Button>
    )
  return (
    <form
      noValidate
      className="mt-6 grid gap-3 rounded-md border p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void leave()
      }}
    >
      <Field
        label="Work e-mail"
        id={`${id}work-email`}
        error={problem || undefined}
        hint="Its domain leads to your company’s own sign-in."
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setProblem('')
            }}
          />
        )}
      </Field>
      <Button type="submit" size="lg" loading={isLeaving}>
        Continue
      </Button>
    </form>
  )
}
