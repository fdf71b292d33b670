import { zodResolver } from '@hookform/resolvers/zod'
import { type Application, applicationNoteForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { showSaved } from '@/lib/forms/show-saved.ts'

type ApplicationNotesProps = { application: Application; fieldId: string }

/** Shows what staff wrote for each other about an application, and takes another note. */
export function ApplicationNotes({ application: { id, notes }, fieldId }: ApplicationNotesProps) {
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(applicationNoteForm), defaultValues: { note: '' } })
  const { formState, getValues, handleSubmit, register } = form
  const forget = usePersistedForm(form, `application-note.${id}`)
  const write = useMutation(
    orpc.applications.note.mutationOptions({
      onSuccess: forget,
      onError: (error) => notifyProblem('Note not saved', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.applications.key() }),
    }),
  )
  return (
    <section aria-label="Notes, staff only" className="mt-5 border-t pt-4">
      <UnsavedGuard onlyOnClose when={formState.isDirty && !write.isPending} />
      <ul className="mb-3 grid gap-2 empty:hidden">
        {notes.map(({ id: noteId, note, writtenAt, writtenBy }) => (
          <li key={noteId} className="text-sm">
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>
            <p className="text-muted-foreground text-xs">
              {writtenBy ?? 'Account deleted'}, <TimeText at={writtenAt} />
            </p>
          </li>
        ))}
      </ul>
      <form
        noValidate
        className="grid gap-2"
        onSubmit={handleSubmit(({ note }) => {
          const sent = getValues()
          write.mutate({ id, note }, { onSuccess: () => showSaved(form, sent) })
        })}
      >
        <Field id={fieldId} label="Note, staff only" error={formState.errors.note?.message}>
          {(control) => <Textarea {...control} rows={2} maxLength={2000} {...register('note')} />}
        </Field>
        <Button
          type="submit"
          size="sm"
          variant="outline"
          className="justify-self-start"
          loading={write.isPending}
        >
          Save Note
        </Button>
      </form>
    </section>
  )
}
