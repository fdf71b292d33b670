import { type Job, taskInWords } from '@semblance/contract'
import { Id } from '@/components/blocks/id.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
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
        <div className="font-medium">{taskInWords(task)}</div>
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
  },
  {
    key: 'tries',
    head: 'Tries',
    cell: ({ attempts, maxAttempts }) => (
      <span className="num whitespace-nowrap">
        {attempts} of {maxAttempts}
      </span>
    ),
  },
  {
    key: 'due',
    head: 'Due',
    cell: ({ runAt, startedAt }) => <When at={startedAt ?? runAt} show={dateTime} />,
  },
  { key: 'state', head: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
  {
    key: 'open',
    head: <span className="sr-only">Details</span>,
    align: 'right',
    mobile: 'value',
    cell: ({ id, task }) => (
      <Button
        variant="outline"
        size="sm"
        aria-label={`Details of job ${id}, ${taskInWords(task)}`}
        onClick={() => onOpen(id)}
      >
        Details
      </Button>
    ),
  },
]
