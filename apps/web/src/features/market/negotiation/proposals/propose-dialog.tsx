import {
  type Conversation,
  type CurrentTerms,
  type Proposal,
  priceSlope,
  type TermId,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { ConsentNote } from '@/components/blocks/agreement/consent-note.tsx'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { plural } from '@/lib/format.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { refreshTerms } from '../refresh-negotiation.ts'
import { blankProposal, draftOf, type ProposalDraft, readDraft } from './proposal-draft.ts'
import { ProposedTermRow } from './proposed-term-row.tsx'
import { termRows } from './term-rows.ts'

type ProposeDialogProps = {
  conversation: Conversation
  terms: CurrentTerms
  /** The term that one came to change. */
  first?: TermId
  /** The other party's proposal that this one answers. */
  countered?: Proposal
  onClose: () => void
}

/**
 * Proposes changed terms; only changes are sent. Newer terms that arrive during editing are shown
 * next to the input.
 */
export function ProposeDialog({
  conversation,
  terms,
  first,
  countered,
  onClose,
}: ProposeDialogProps) {
  const queries = useQueryClient()
  const formId = useId()
  const form = useForm<ProposalDraft>({
    defaultValues: countered ? draftOf(countered.proposed) : blankProposal,
  })
  const forget = usePersistedForm(form, `proposal.${conversation.id}`)
  const reading = readDraft(form.watch(), terms)
  const { name } = conversation.counterpart
  // The proposal may be shown before the terms that name it have arrived.
  const answered = countered?.id ?? (terms.pendingIsOwn ? null : terms.pendingProposalId)

  const close = () => {
    forget()
    onClose()
  }
  const propose = useMutation(
    orpc.negotiation.propose.mutationOptions({
      onSuccess: close,
      onSettled: () => refreshTerms(queries, conversation.id),
    }),
  )
  const send = ({ note }: ProposalDraft) => {
    if (reading.changed.length === 0 || Object.keys(reading.problems).length > 0) return
    propose.mutate({
      conversationId: conversation.id,
      revision: terms.revision,
      counters: answered ?? undefined,
      changes: reading.changes,
      note: note.trim() || undefined,
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="lg"
      title="Propose Contract Changes"
      description={`Fill in only what should change. ${name} must approve before a term is agreed.${answered ? ` This answers the proposal of ${name}.` : ''}`}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        focusTerm(event.currentTarget as HTMLElement, first)
      }}
      footer={
        <>
          <span
            aria-live="polite"
            className="self-center text-muted-foreground text-sm max-md:order-last max-md:h-auto! md:mr-auto"
          >
            {plural(reading.changed.length, 'change')}
          </span>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={propose.isPending}>
            Send Proposal
          </Button>
        </>
      }
    >
      <UnsavedGuard
        when={form.formState.isDirty && !propose.isPending && !propose.isSuccess}
        onLeave={forget}
      />
      <FormProvider {...form}>
        <form id={formId} noValidate onSubmit={form.handleSubmit(send)} className="grid gap-4">
          {propose.error && <ErrorSummary title={toProblem(propose.error).message} />}
          <div className="divide-y rounded-md border">
            {termRows(terms).map((term) => (
              <ProposedTermRow
                key={term.id}
                term={term}
                isChanged={reading.changed.includes(term.id)}
                problem={reading.problems[term.id]}
                flag={reading.flags[term.id]}
                hasSlope={priceSlope(terms.values) !== null}
                hasMoreRows={terms.values.moreRows !== null}
                license={terms.values.license}
              />
            ))}
          </div>
          <Field label="Note" optional>
            {(control) => (
              <Textarea
                {...control}
                {...form.register('note')}
                rows={2}
                maxLength={maxNoteLength}
                placeholder={`Why, in a sentence for ${name}`}
              />
            )}
          </Field>
          <ConsentNote act="propose" />
        </form>
      </FormProvider>
    </Dialog>
  )
}

const maxNoteLength = 2000

/** The wanted term's field, or the first that takes a value. */
function focusTerm(box: HTMLElement, first: TermId | undefined): void {
  const fields = ':is(input, button):not(:disabled)'
  const wanted = first && box.querySelector<HTMLElement>(`[data-term="${first}"] ${fields}`)
  const target = wanted || box.querySelector<HTMLElement>(`[data-term] ${fields}`)
  target?.focus()
}
