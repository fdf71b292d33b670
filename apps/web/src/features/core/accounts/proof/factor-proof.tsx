import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { phoneNumber } from '@/lib/session/second-factor.ts'
import { ChooseFactor, useVerifiedFactors } from '../sign-in/choose-factor.tsx'
import { CodeField } from '../sign-in/code-field.tsx'
import { type SignInFactor, useFactorCode } from '../sign-in/use-factor-code.ts'
import { type ProofFormProps, useStep } from './use-step.ts'

export function FactorProof(form: ProofFormProps) {
  const query = useVerifiedFactors()
  return (
    <QueryState
      query={query}
      errorTitle="Your ways to confirm did not load"
      skeleton={<Skeleton className="h-16" />}
    >
      {(factors) => (
        <ChooseFactor
          factors={factors}
          none={<p>Your second factor was removed. Cancel, and try again.</p>}
        >
          {(factor) => <FactorCode key={factor.id} factor={factor} {...form} />}
        </ChooseFactor>
      )}
    </QueryState>
  )
}

function FactorCode({
  factor,
  formId,
  onStep,
  onProved,
}: ProofFormProps & { factor: SignInFactor }) {
  const code = useFactorCode(factor, { onProved })
  const isToSend = code.isPhone && !code.isSent
  const isBusy = code.isSubmitting || code.isSending
  useStep(onStep, isToSend ? 'Send code' : 'Confirm', isBusy)
  if (isToSend)
    return (
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          void code.send()
        }}
      >
        <p>We send a code by text message to {phoneNumber(factor.phone)}.</p>
      </form>
    )
  return (
    <form id={formId} noValidate onSubmit={code.submit} className="grid justify-items-start gap-3">
      <div className="w-full">
        <CodeField hint={code.hint} error={code.error} autoFocus {...code.register('code')} />
      </div>
      {code.isPhone && (
        <Button variant="link" disabled={isBusy} onClick={code.send}>
          Send another code
        </Button>
      )}
    </form>
  )
}
