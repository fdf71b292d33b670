import { Button } from '@/components/ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { type SignInFactor, useFactorCode } from './use-factor-code.ts'

/**
 * Asks for the code of the second factor, which completes the session. The parent observes that by
 * `useAuth`.
 */
export function SecondFactorCode({ factor }: { factor: SignInFactor }) {
  const code = useFactorCode(factor, { refusalTitle: 'Sign In Error' })
  if (code.isPhone && !code.isSent)
    return (
      <Button size="lg" loading={code.isSending} onClick={code.send}>
        Send a code to my phone
      </Button>
    )
  return (
    <form noValidate onSubmit={code.submit} className="grid gap-4">
      <CodeField hint={code.hint} error={code.error} {...code.register('code')} />
      <Button type="submit" size="lg" loading={code.isSubmitting}>
        Confirm
      </Button>
      {code.isPhone && (
        <Button variant="ghost" loading={code.isSending} onClick={code.send}>
          Send another code
        </Button>
      )}
    </form>
  )
}
