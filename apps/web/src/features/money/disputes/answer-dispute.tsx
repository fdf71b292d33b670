import { zodResolver } from '@hookform/resolvers/zod'
import { type Dispute, statementForm } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { ClaimFields } from './claim-fields.tsx'
import { type ReadClaim, type TypedClaim, typedAnswer } from './claim-schema.ts'
import { EvidenceField } from './evidence-field.tsx'
import { useDisputeAction } from './use-dispute-action.ts'
import { useEvidence } from './use-evidence.ts'

const filesUnderway = 'Wait for the files, or remove them.'

export function AnswerDispute({ dispute }: { dispute: Dispute }) {
  const [isOpen, setIsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  return (
    <>
      <Button onClick={() => signInFirst(() => setIsOpen(true))}>Answer</Button>
      {isOpen && <AnswerDialog dispute={dispute} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type DialogProps = { dispute: Dispute; onClose: () => void }

function AnswerDialog({ dispute, onClose }: DialogProps) {
  const formId = useId()
  const form = useForm<TypedClaim, unknown, ReadClaim>({
    resolver: zodResolver(typedAnswer),
    defaultValues: { statement: '', refundCents: '' },
  })
  const forget = usePersistedForm(form, `answer.${dispute.id}`)
  const evidence = useEvidence(dispute.contractId)
  const action = useDisputeAction('Answer not sent')
  const answer = useMutation(
    orpc.disputes.answer.mutationOptions({
      ...action,
      onSuccess: () => {
        forget()
        notify.success('Answer Sent', 'Both parties can now add to what they have said.')
        onClose()
      },
      onError: (error) => {
        markFields(form, error)
        action.onError(error)
      },
    }),
  )
  return (
    <SayDialog
      {...{ formId, onClose }}
      title="Answer the dispute"
      description="Say how you see it, and what should become of the money. An answer is given once; statements may follow."
      action="Send Answer"
      isBusy={answer.isPending}
    >
      <UnsavedGuard
        when={form.formState.isDirty && !answer.isPending && !answer.isSuccess}
        onLeave={forget}
      />
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className="grid gap-4"
          onSubmit={form.handleSubmit((claim) => {
            notify.dismiss()
            if (evidence.ids === null) return notify.error('Answer not sent', filesUnderway)
            answer.mutate({ ...claim, disputeId: dispute.id, evidenceIds: evidence.ids })
          })}
        >
          <ClaimFields stakeCents={dispute.stake.stakeCents} statementLabel="Your answer" />
          <EvidenceField picked={evidence.picked} />
        </form>
      </FormProvider>
    </SayDialog>
  )
}

export function AddStatement({ dispute }: { dispute: Dispute }) {
  const [isOpen, setIsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  return (
    <>
      <Button variant="outline" onClick={() => signInFirst(() => setIsOpen(true))}>
        Add Statement
      </Button>
      {isOpen && <StatementDialog dispute={dispute} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function StatementDialog({ dispute, onClose }: DialogProps) {
  const formId = useId()
  const form = useForm({ resolver: zodResolver(statementForm), defaultValues: { statement: '' } })
  const forget = usePersistedForm(form, `statement.${dispute.id}`)
  const evidence = useEvidence(dispute.contractId)
  const add = useMutation(
    orpc.disputes.addStatement.mutationOptions({
      ...useDisputeAction('Statement not added'),
      onSuccess: () => {
        forget()
        notify.success('Statement Added')
        onClose()
      },
    }),
  )
  return (
    <SayDialog
      {...{ formId, onClose }}
      title="Add to the dispute"
      description="The other party and Semblance's staff read it. It cannot be changed afterwards."
      action="Add Statement"
      isBusy={add.isPending}
    >
      <UnsavedGuard
        when={form.formState.isDirty && !add.isPending && !add.isSuccess}
        onLeave={forget}
      />
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ statement }) => {
          notify.dismiss()
          if (evidence.ids === null) return notify.error('Statement not added', filesUnderway)
          add.mutate({ disputeId: dispute.id, statement, evidenceIds: evidence.ids })
        })}
      >
        <Field label="Statement" required error={form.formState.errors.statement?.message}>
          {(attributes) => (
            <Textarea {...attributes} rows={5} maxLength={5000} {...form.register('statement')} />
          )}
        </Field>
        <EvidenceField picked={evidence.picked} />
      </form>
    </SayDialog>
  )
}

type SayDialogProps = {
  title: string
  description: string
  action: string
  formId: string
  isBusy: boolean
  onClose: () => void
  children: React.ReactNode
}

function SayDialog({ formId, action, isBusy, onClose, children, ...words }: SayDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...words}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
