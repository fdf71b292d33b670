import { type Job, taskLabel } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { orpc } from '@/lib/api/api.ts'
import { dateTime } from '@/lib/format.ts'
import { JobActions } from './job-actions.tsx'

type JobDetailProps = { jobId: string; onClose: () => void }

/** Shows one job: its subject, its error, and the possible actions. */
export function JobDetail({ jobId, onClose }: JobDetailProps) {
  const query = useQuery(orpc.jobs.get.queryOptions({ input: { id: jobId } }))
  const job = query.data
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={job ? taskLabel(job.task) : `Job ${jobId}`}
      description={job && `Job ${job.id}`}
      footer={job && <JobActions job={job} onGone={onClose} />}
    >
      <QueryState
        query={query}
        errorTitle="This job did not load"
        isNotFound={isNoJob}
        notFound={
          <EmptyState title="This job is not in the queue">
            It is done, or it has been cancelled.
          </EmptyState>
        }
      >
        {(found) => <Facts job={found} />}
      </QueryState>
    </Dialog>
  )
}

/** An ID of no job's shape is refused as bad input. */
function isNoJob(error: unknown) {
  const status = (error as { status?: number } | null)?.status
  return status === 404 || status === 400
}

function Facts({ job }: { job: Job }) {
  return (
    <>
      <DescriptionList
        rows={[
          { term: 'State', value: <StatusBadge domain="job" status={job.state} /> },
          { term: 'Task', value: <span className="mono text-sm">{job.task}</span> },
          ...(job.key ? [{ term: 'Key', value: <Mono>{job.key}</Mono> }] : []),
          ...(job.queue ? [{ term: 'Queue', value: <Mono>{job.queue}</Mono> }] : []),
          {
            term: 'Tries',
            value: (
              <span className="num">
                {job.attempts} of {job.maxAttempts}
              </span>
            ),
          },
          { term: 'Asked for', value: <TimeText at={job.createdAt} show={dateTime} /> },
          { term: 'Due', value: <TimeText at={job.runAt} show={dateTime} /> },
          ...(job.startedAt
            ? [{ term: 'Running since', value: <TimeText at={job.startedAt} show={dateTime} /> }]
            : []),
          ...job.payload.map(({ name, value }) => ({
            term: name,
            value:
              value === null ? (
                <span className="font-normal text-muted-foreground">Hidden</span>
              ) : (
                <Mono>{value}</Mono>
              ),
          })),
        ]}
      />
      {job.lastError && (
        <div className="mt-3">
          <h3 className="text-muted-foreground text-sm">Last error</h3>
          <p className="mono mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap rounded-sm bg-sunken p-3 text-xs [overflow-wrap:anywhere]">
            {job.lastError}
          </p>
        </div>
      )}
    </>
  )
}

const Mono = ({ children }: { children: string }) => (
  <span className="mono text-sm [overflow-wrap:anywhere]">{children}</span>
)
