import { zodResolver } from '@hookform/resolvers/zod'
import {
  ANSWER_BUSINESS_DAYS,
  type ContractDetail,
  dataReasons,
  disputeReasonLabels,
  disputeReasonsOf,
  NEGOTIATION_DAYS,
} from '@semblance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useId, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { usdExact } from '@/lib/format.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { ClaimFields } from './claim-fields.tsx'
import { type DisputeFormInput, type DisputeFormOutput, disputeFormSchema } from './claim-schema.ts'
import { EvidenceField } from './evidence-field.tsx'
import { claimableQuery } from './findings/add-claims.tsx'
import { ClaimsField } from './findings/claims-field.tsx'
import { useDisputeAction } from './use-dispute-action.ts'
import { useEvidence } from './use-evidence.ts'

export function OpenDispute({ contract }: { contract: ContractDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  return (
    <>
      <Button variant="outline" onClick={() => signInFirst(() => setIsOpen(true))}>
        <Scale aria-hidden />
        Open a Dispute
      </Button>
      {isOpen && <OpenDialog contract={contract} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const blank = { statement: '', refundCents: '', claims: [] }

function OpenDialog({ contract, onClose }: { contract: ContractDetail; onClose: () => void }) {
  const { id: contractId, side, heldCents, vendorName, clientName } = contract
  const formId = useId()
  const form = useForm<DisputeFormInput, unknown, DisputeFormOutput>({
    resolver: zodResolver(disputeFormSchema),
    defaultValues: blank,
  })
  const { control, formState, handleSubmit } = form
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
        onClose()
      },
      onError: (error) => {
        const { fields } = markFields(form, error)
        const atFault = Object.entries(fields).find(([name]) => name.startsWith('claims.'))
        if (atFault) form.setError('claims', { message: atFault[1] })
        action.onError(error)
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Open a dispute?"
      description={`${usdExact(Number(heldCents))} in escrow, and the fee on it, is frozen until the dispute ends. Nothing is delivered, accepted or paid out meanwhile, and the review clock stops.`}
      action="Open Dispute"
      formId={formId}
      isBusy={open.isPending}
    >
      <UnsavedGuard
        when={formState.isDirty && !open.isPending && !open.isSuccess}
        onLeave={forget}
      />
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className="grid gap-4"
          onSubmit={handleSubmit((claim) => {
            notify.dismiss()
            if (evidence.ids === null)
              return notify.error('Dispute not opened', 'Wait for the files, or remove them.')
            const claims = dataReasons.includes(claim.reason) ? claim.claims : []
            open.mutate({ ...claim, claims, contractId, evidenceIds: evidence.ids })
          })}
        >
          <WhatFollows other={other} />
          <Field label="Reason" required error={formState.errors.reason?.message}>
            {(attributes) => (
              <FormSelect
                {...attributes}
                control={control}
                name="reason"
                placeholder="Choose a reason"
                options={disputeReasonsOf[side].map((value) => ({
                  value,
                  label: disputeReasonLabels[value],
                }))}
              />
            )}
          </Field>
          {side === 'client' && dataReasons.includes(form.watch('reason')) && (
            <OpeningClaims contractId={contractId} form={form} />
          )}
          <ClaimFields stakeCents={heldCents} statementLabel="What happened" />
          <EvidenceField picked={evidence.picked} />
        </form>
      </FormProvider>
    </ConfirmDialog>
  )
}

type OpeningForm = UseFormReturn<DisputeFormInput, unknown, DisputeFormOutput>

/** Asks for claims that can be measured, if there is a delivery. */
function OpeningClaims({ contractId, form }: { contractId: string; form: OpeningForm }) {
  const { data: possible } = useQuery({ ...claimableQuery(contractId), retry: false })
  if (!possible) return null
  const { claims: problem } = form.formState.errors
  return (
    <ClaimsField
      possible={possible}
      claims={form.watch('claims')}
      error={problem?.message ?? problem?.root?.message}
      onChange={(claims) => {
        form.setValue('claims', claims, { shouldDirty: true })
        form.clearErrors('claims')
      }}
    />
  )
}

function WhatFollows({ other }: { other: string }) {
  return (
    <ol className="list-decimal space-y-1 rounded-sm bg-sunken py-3 pr-3 pl-8 text-sm">
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
