import type { ProofMethod } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { settleProof } from '@/lib/api/proof.ts'
import { readProofMethods } from '@/lib/session/proof.ts'
import { useBackend } from '@/lib/session/session.tsx'
import { CodeProof } from './code-proof.tsx'
import { FactorProof } from './factor-proof.tsx'
import { PasswordProof } from './password-proof.tsx'
import type { ProofFormProps, ProofStep } from './use-step.ts'

export type ProofDialogProps = { methods: ProofMethod[] | null; onClosed: () => void }

/** Asks for a proof of who is there: by second factor, by password, or by a code that is sent. */
export function ProofDialog({ methods, onClosed }: ProofDialogProps) {
  const backend = useBackend()
  const formId = useId()
  const [step, setStep] = useState<ProofStep | null>(null)
  const query = useQuery({
    queryKey: ['proof-methods'],
    queryFn: () => readProofMethods(backend),
    initialData: methods ?? undefined,
    enabled: methods === null,
    gcTime: 0,
  })
  const form = { formId, onStep: setStep, onProved: () => settleProof(true) }
  return (
    <Dialog
      alert
      open
      onOpenChange={() => settleProof(false)}
      title="Confirm that it is you"
      description="What you asked for needs a fresh confirmation. After it, you are not asked again here for 15 minutes."
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        onClosed()
      }}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={step?.isBusy} disabled={!step}>
            {step?.action ?? 'Confirm'}
          </Button>
        </>
      }
    >
      <QueryState
        query={query}
        errorTitle="Your ways to confirm did not load"
        skeleton={<Skeleton className="h-16" />}
      >
        {(known) => <ProofForm methods={known} form={form} />}
      </QueryState>
    </Dialog>
  )
}

function ProofForm({ methods, form }: { methods: ProofMethod[]; form: ProofFormProps }) {
  if (methods.includes('totp') || methods.includes('phone')) return <FactorProof {...form} />
  return methods.includes('password') ? <PasswordProof {...form} /> : <CodeProof {...form} />
}
