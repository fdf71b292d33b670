import { type Delivery, errors } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import type { Desk } from './desk.ts'
import { useInspection } from './review/use-inspection.ts'
import { type ShownFile, shownFiles } from './shown-files.ts'
import { checkFiles } from './transfer/check-files.ts'
import { DropZone } from './transfer/drop-zone.tsx'
import { OverallProgress } from './transfer/overall-progress.tsx'
import type { PickedFile } from './transfer/picked-files.ts'
import { removeUpload } from './transfer/start-upload.ts'
import { UploadRows } from './transfer/upload-rows.tsx'
import { useUploads } from './transfer/use-uploads.ts'

type DeliveryFormProps = {
  desk: Desk
  /** The draft, or the attempt before it. */
  delivery: Delivery | null
}

/** Choose files, say something about them, send them, and have them read for the review. */
export function DeliveryForm({ desk, delivery }: DeliveryFormProps) {
  const { texts } = desk
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const { queue, queued } = useUploads(desk)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [notes, setNotes] = useState(delivery?.notes ?? '')
  // The notice stays until closed and may cover the button; the zone's own message remains.
  const notice = useRef<string | number>(undefined)
  const dismissNotice = () => notice.current && notify.dismiss(notice.current)

  const stored = delivery?.status === 'draft' ? delivery.files : []
  const files = shownFiles(stored, queued)
  const hasAll = files.length > 0 && files.every(({ phase }) => phase === 'sent')
  const { inspect, isWanted, want } = useInspection({ desk, notes, queued, hasAll })

  const remove = useMutation({
    mutationFn: async ({ uploadId, key }: ShownFile) => {
      if (key !== null) queue.remove(key)
      if (uploadId) await removeUpload(uploadId)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: desk.latest }),
  })

  const choose = (picked: PickedFile[]) => {
    dismissNotice()
    const checked = checkFiles(picked, files.length)
    setRefusals(checked.refusals)
    inspect.reset()
    const unfinished = stored.filter(({ bytes, receivedBytes }) => receivedBytes < bytes)
    signInFirst(() => void queue.add(checked.accepted, unfinished))
  }
  const submit = () => {
    if (files.length === 0) {
      setRefusals(['Please upload at least one file.'])
      dismissNotice()
      notice.current = notify.error('No Files Selected', 'Please upload at least one file.')
      return
    }
    inspect.reset()
    signInFirst(want)
  }

  const isMoving = files.some(({ phase }) => phase === 'sending' || phase === 'waiting')
  const isStuck = isWanted && !hasAll && !isMoving
  const problem = inspect.error ?? remove.error
  const isUnsent = isMoving || notes !== (delivery?.notes ?? '')
  return (
    <Panel title={texts.upload}>
      <UnsavedGuard when={isUnsent && !inspect.isSuccess} />
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {problem && <ErrorSummary title={toProblem(problem).message} />}
        {delivery?.reason && !delivery.isMeasuredByVendor && !delivery.isConnected && !problem && (
          <DeliveryErrors delivery={delivery} />
        )}
        {isStuck && (
          <ErrorSummary title="Some files have not arrived. Resume them, choose unfinished ones again, or remove them." />
        )}
        <DropZone onFiles={choose} isCompact={files.length > 0} errors={refusals} />
        {files.length > 0 && (
          <div className="grid gap-3">
            <UploadRows
              label={texts.files}
              files={files}
              isBusy={inspect.isPending}
              onPause={queue.pause}
              onResume={queue.resume}
              onRemove={(file) => remove.mutate(file)}
            />
            <OverallProgress
              files={files}
              onPauseAll={queue.pauseAll}
              onResumeAll={queue.resumeAll}
            />
          </div>
        )}
        {desk.notesHint && (
          <Field label="Delivery notes" optional hint={desk.notesHint}>
            {(control) => (
              <Textarea
                {...control}
                rows={4}
                maxLength={2000}
                readOnly={inspect.isPending}
                value={notes}
                onChange={(event) => setNotes(event.target.value)}
              />
            )}
          </Field>
        )}
        <div className="flex flex-wrap items-center justify-end gap-3 border-t pt-4 max-md:[&>button]:w-full">
          <p className="mr-auto max-w-[52ch] text-muted-foreground text-sm">{texts.afterUpload}</p>
          <Button
            type="submit"
            size="lg"
            loading={inspect.isPending || (isWanted && !isStuck)}
            disabled={inspect.isPending}
          >
            {texts.inspect}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** Shows the errors of the previous delivery, and its vendor's next steps. */
function DeliveryErrors({ delivery }: { delivery: Delivery }) {
  const { status, fileName, reason, gate } = delivery
  if (status === 'refused' && gate)
    return (
      <ErrorSummary
        title="The synthetic dataset is not what was agreed, so the client has not received it."
        points={gate.filter(({ pass }) => !pass).map(({ sentence }) => sentence)}
        advice="The files of this delivery are not kept. Upload others, or agree on other terms with the client in Messages."
      />
    )
  const said = {
    draft: reason,
    refused: `${fileName} was refused: ${reason}`,
    failed: `${fileName} could not be processed: ${reason}`,
  }[status as string]
  return <ErrorSummary title={said ?? errors.internal.message} />
}
