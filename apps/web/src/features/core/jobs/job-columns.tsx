import { type Job, taskLabel } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { dateTime } from '@/lib/format.ts'

export const jobColumns = (onOpen: (id: string) => void): readonly Column<Job>[] => [
  {
    key: 'task',
    head: 'Job',
    mobile: 'title',
    cell: ({ id, task, key, lastError }) => (
      <div className="min-w-0 py-1">
        <div className="font-medium">{taskLabel(task)}</div>
        <div className="font-normal text-muted-foreground text-sm [overflow-wrap:anywhere]">
          <Id>{task}</Id> · <Id>#{id}</Id>
          {key && key !== task && ` · ${key}`}
        </div>
        {lastError && (
          <div className="line-clamp-2 max-w-[64ch] font-normal text-destructive text-sm [overflow-wrap:anywhere]">
            {lastError}
          </div>
        )}
      </div>
    ),
    csv: (job) => job.id,
  },
  { csvHead: 'Task', csv: (job) => job.task },
  { csvHead: 'What it does', csv: (job) => taskLabel(job.task) },
  { csvHead: 'Key', csv: (job) => job.key },
  { csvHead: 'State', csv: (job) => job.state },
  {
    key: 'tries',
    head: 'Tries',
    cell: ({ attempts, maxAttempts }) => (
      <span className="num whitespace-nowrap">
        {attempts} of {maxAttempts}
      </span>
    ),
    csv: (job) => job.attempts,
  },
  { csvHead: 'Tries at most', csv: (job) => job.maxAttempts },
  { csvHead: 'Asked for', csv: (job) => job.createdAt },
  {
    key: 'due',
    head: 'Due',
    cell: ({ runAt, startedAt }) => <TimeText at={startedAt ?? runAt} show={dateTime} />,
    csv: (job) => job.runAt,
  },
  { key: 'state', head: 'State', cell: ({ state }) => <StatusBadge domain="job" status={state} /> },
  { csvHead: 'Last error', csv: (job) => job.lastError },
  {
    key: 'open',
    head: <span className="sr-only">Details</span>,
    align: 'right',
    mobile: 'value',
    cell: ({ id, task }) => (
      <Button
        variant="outline"
        size="sm"
        aria-label={`Details of job ${id}, ${taskLabel(task)}`}
        onClick={() => onOpen(id)}
      >
        Details
      </Button>
    ),
  },
]
