import { type Delivery, errors } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorSummary } from '@/components/blocks/error-summary.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { useSignInFirst } from '@/lib/sign-in-first.tsx'
import { checkFiles } from './check-files.ts'
import { ChosenFile } from './chosen-file.tsx'
import { DropZone } from './drop-zone.tsx'
import { useUpload } from './use-upload.ts'

type DeliveryFormProps = {
  contractId: string
  /** The attempt before, when it was refused or failed. */
  previous: Delivery | null
}

/** Choose a file, say something about it, send it, and hand it over for synthesis. */
export function DeliveryForm({ contractId, previous }: DeliveryFormProps) {
  const queryClient = useQueryClient()
  const signInFirst = useSignInFirst()
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const [notes, setNotes] = useState(previous?.notes ?? '')
  const upload = useUpload(contractId)
  // It stays until closed and may lie over the button; the zone's own message remains.
  const notice = useRef<string | number>(undefined)
  const dismissNotice = () => notice.current && notify.dismiss(notice.current)

  const submit = useMutation({
    ...orpc.deliveries.submit.mutationOptions(),
    onSuccess: (delivery) => {
      queryClient.setQueryData(orpc.deliveries.latest.queryKey({ input: { contractId } }), delivery)
    },
    onError: upload.reset,
  })

  const choose = (files: File[]) => {
    dismissNotice()
    const checked = checkFiles(files)
    setRefusal('refusal' in checked ? checked.refusal : undefined)
    if ('file' in checked) {
      setFile(checked.file)
      submit.reset()
    }
  }
  const send = () => {
    if (!file) {
      setRefusal('Please upload at least one file.')
      dismissNotice()
      notice.current = notify.error('No Files Selected', 'Please upload at least one file.')
      return
    }
    submit.reset()
    signInFirst(() =>
      upload.send(file, (uploadId) =>
        submit.mutate({ contractId, uploadId, notes: notes.trim() || undefined }),
      ),
    )
  }

  const { state } = upload
  const busy = state.phase !== 'idle'
  const isUnsent = (file !== null || notes !== (previous?.notes ?? '')) && !submit.isPending
  return (
    <Panel title="Upload delivery">
      <UnsavedGuard when={isUnsent && !submit.isSuccess} />
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {submit.error && <ErrorSummary title={toProblem(submit.error).message} />}
        {previous?.reason && !submit.error && <LastAttempt previous={previous} />}
        {file ? (
          <ChosenFile
            file={file}
            upload={upload}
            handingOver={submit.isPending}
            onRemove={() => {
              upload.reset()
              setFile(null)
            }}
          />
        ) : (
          <DropZone onFiles={choose} error={refusal} />
        )}
        {state.phase === 'failed' && <ErrorSummary title={state.message} />}
        <Field
          label="Delivery notes"
          optional
          hint="For the client: what the file holds, and anything they should know."
        >
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              maxLength={2000}
              readOnly={busy}
              value={notes}
              onChange={(event) => setNotes(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center justify-end gap-3 border-t pt-4 max-md:[&>button]:w-full">
          <p className="mr-auto max-w-[52ch] text-muted-foreground text-sm">
            The original is destroyed once its synthetic twin is finished. The client only ever
            receives the twin.
          </p>
          <Button
            type="submit"
            size="lg"
            loading={state.phase === 'sending' || submit.isPending}
            disabled={busy}
          >
            Submit Delivery
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function LastAttempt({ previous }: { previous: Delivery }) {
  return (
    <ErrorSummary
      title={
        previous.status === 'refused'
          ? `${previous.fileName} was refused: ${previous.reason}`
          : `${previous.fileName} could not be processed: ${previous.reason ?? errors.internal.message}`
      }
    />
  )
}
