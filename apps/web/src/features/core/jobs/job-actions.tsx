import { type Job, jobCan, taskLabel } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

type JobActionsProps = {
  job: Job
  /** The job has left the queue. */
  onGone: () => void
}

/** Retries or cancels a job, after confirmation. Both actions are in the audit log. */
export function JobActions({ job, onGone }: JobActionsProps) {
  const [asks, setAsks] = useState<'retry' | 'cancel' | null>(null)
  const queries = useQueryClient()
  const close = () => setAsks(null)
  const onSettled = () => {
    close()
    void queries.invalidateQueries({ queryKey: orpc.admin.overview.key() })
    return queries.invalidateQueries({ queryKey: orpc.jobs.key() })
  }
  const retry = useMutation(
    orpc.jobs.retry.mutationOptions({
      onSuccess: () => notify.success('Job Tried Again', 'It runs as soon as a worker is free.'),
      onError: (error) => notifyProblem('Not tried again', error),
      onSettled,
    }),
  )
  const cancel = useMutation(
    orpc.jobs.cancel.mutationOptions({
      onSuccess: () => {
        notify.success('Job Cancelled', 'It has left the queue and will not run.')
        onGone()
      },
      onError: (error) => notifyProblem('Not cancelled', error),
      onSettled,
    }),
  )
  const what = taskLabel(job.task)
  return (
    <>
      <Button
        variant="destructive-outline"
        disabled={!jobCan.cancel(job.state)}
        onClick={() => setAsks('cancel')}
      >
        Cancel Job
      </Button>
      <Button disabled={!jobCan.retry(job.state)} onClick={() => setAsks('retry')}>
        Retry
      </Button>
      <ConfirmDialog
        open={asks === 'retry'}
        onOpenChange={close}
        title="Run this job again?"
        description={`"${what}" runs as soon as a worker is free, with all its tries.`}
        action="Retry"
        isBusy={retry.isPending}
        onConfirm={() => retry.mutate({ id: job.id })}
      />
      <ConfirmDialog
        open={asks === 'cancel'}
        onOpenChange={close}
        title="Cancel this job?"
        description={`"${what}" leaves the queue for good. What it was to do does not happen unless something asks for it again.`}
        action="Cancel Job"
        isDestructive
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ id: job.id })}
      />
    </>
  )
}
