import { zodResolver } from '@hookform/resolvers/zod'
import {
  ANSWER_BUSINESS_DAYS,
  type ContractDetail,
  dataReasons,
  NEGOTIATION_DAYS,
} from '@semblance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Panel } from '@/components/blocks/panel.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { usdExact } from '@/lib/format.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { ClaimFields } from './claim-fields.tsx'
import { type DisputeFormInput, type DisputeFormOutput, disputeFormSchema } from './claim-schema.ts'
import { EvidenceField } from './evidence-field.tsx'
import { claimableQuery } from './findings/add-claims.tsx'
import { useDisputeAction } from './use-dispute-action.ts'
import { useEvidence } from './use-evidence.ts'
import { WhatIsWrong } from './what-is-wrong.tsx'

const blank = { statement: '', refundCents: '', claims: [] }

type OpenDisputeProps = {
  contract: ContractDetail
  /** Offers something to do instead. */
  alternative?: ReactNode
}

/** Opens a dispute: its reason with what will be measured, the claim of the party, and what follows. */
export function OpenDispute({ contract, alternative }: OpenDisputeProps) {
  const { id: contractId, side, heldCents, vendorName, clientName } = contract
  const formId = useId()
  const form = useForm<DisputeFormInput, unknown, DisputeFormOutput>({
    resolver: zodResolver(disputeFormSchema),
    defaultValues: blank,
  })
  const { formState, handleSubmit } = form
  const forget = usePersistedForm(form, `dispute.${contractId}`)
  const evidence = useEvidence(contractId)
  const other = side === 'client' ? vendorName : clientName
  const action = useDisputeAction('Dispute not opened')
  const open = useMutation(
    orpc.disputes.open.mutationOptions({
      ...action,
      onSuccess: ({ id }) => {
        forget()
        notify.success('Dispute Opened', `${id}: escrow is frozen, and ${other} has been told.`)
      },
      onError: (error) => {
        const { fields } = markFields(form, error)
        const atFault = Object.entries(fields).find(([name]) => name.startsWith('claims.'))
        if (atFault) form.setError('claims', { message: atFault[1] })
        action.onError(error)
      },
    }),
  )
  const signInFirst = useRequireSignIn()
  const claimable = useQuery({
    ...claimableQuery(contractId),
    retry: false,
    enabled: side === 'client',
  })
  const send = handleSubmit((claim) => {
    notify.dismiss()
    if (evidence.ids === null)
      return notify.error('Dispute not opened', 'Wait for the files, or remove them.')
    const claims = dataReasons.includes(claim.reason) ? claim.claims : []
    open.mutate({ ...claim, claims, contractId, evidenceIds: evidence.ids })
  })
  return (
    <FormProvider {...form}>
      <UnsavedGuard
        when={formState.isDirty && !open.isPending && !open.isSuccess}
        onLeave={forget}
      />
      <form
        id={formId}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]"
        onSubmit={(event) => {
          event.preventDefault()
          signInFirst(() => void send())
        }}
      >
        <Panel
          title="What is wrong?"
          description="What can be measured is measured in the certified files: for you alone before you decide, and for both parties as soon as the dispute is open."
          flush
        >
          <WhatIsWrong side={side} claimable={claimable} form={form} contractId={contractId} />
          <div className="grid gap-4 border-t px-4 py-4 md:px-5">
            <ClaimFields stakeCents={heldCents} statementLabel="What happened" />
            <EvidenceField picked={evidence.picked} />
          </div>
        </Panel>
        <aside
          aria-label="What follows"
          className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:sticky lg:top-16"
        >
          <Panel title="Open a dispute?">
            <p className="text-base">
              {usdExact(Number(heldCents))} in escrow, and the fee on it, is frozen until the
              dispute ends. Nothing is delivered, accepted or paid out meanwhile, and the review
              clock stops.
            </p>
            <div className="mt-4 grid gap-2">
              <Button type="submit" size="lg" loading={open.isPending}>
                Open Dispute
              </Button>
              {alternative}
            </div>
          </Panel>
          <Panel title="What follows">
            <WhatFollows other={other} />
          </Panel>
        </aside>
      </form>
    </FormProvider>
  )
}

function WhatFollows({ other }: { other: string }) {
  return (
    <ol className="list-decimal space-y-1.5 pl-4 text-sm">
      <li>
        {other} has {ANSWER_BUSINESS_DAYS} business days to answer.
      </li>
      <li>
        Both of you may propose how to share the money. What you agree on is paid at once, and the
        platform fee on the client's part goes back.
      </li>
      <li>
        Without an agreement in {NEGOTIATION_DAYS} days, or when one of you asks, Semblance decides.
      </li>
      <li>You can withdraw the dispute until then; the contract goes on where it stood.</li>
    </ol>
  )
}
