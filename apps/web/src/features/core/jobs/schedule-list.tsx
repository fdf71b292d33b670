import { type ScheduledTask, taskLabel } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { shortList } from '@/lib/api/by-cursor.ts'

const pollMs = 30_000

export const scheduleQuery = {
  ...orpc.jobs.schedule.queryOptions({ input: shortList, select: ({ items }) => items }),
  refetchInterval: pollMs,
}

/** Lists the scheduled tasks. */
export function ScheduleList() {
  const query = useQuery(scheduleQuery)
  return (
    <section className="card overflow-hidden" aria-label="Scheduled tasks">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-5">
        <p className="text-muted-foreground text-sm">
          They run by the server’s clock; what was missed while it was off is not made up for.
        </p>
        <ExportCsv noun="scheduled tasks" columns={scheduleColumns} readPage={api.jobs.schedule} />
      </div>
      <QueryState query={query} errorTitle="The schedule did not load">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="Nothing is scheduled yet" className="border-t">
              The schedule appears once a worker has started.
            </EmptyState>
          ) : (
            <DataTable
              caption="Scheduled tasks"
              columns={scheduleColumns}
              rows={rows}
              rowKey={(row) => row.task}
            />
          )
        }
      </QueryState>
    </section>
  )
}

export const scheduleColumns: readonly Column<ScheduledTask>[] = [
  {
    key: 'task',
    head: 'Task',
    mobile: 'title',
    cell: ({ task }) => (
      <div className="py-1">
        <div className="font-medium">{taskLabel(task)}</div>
        <Id className="font-normal text-sm">{task}</Id>
      </div>
    ),
    csv: ({ task }) => task,
  },
  { csvHead: 'What it does', csv: ({ task }) => taskLabel(task) },
  {
    key: 'last',
    head: 'Last run',
    cell: ({ lastRunAt }) =>
      lastRunAt ? (
        <TimeText at={lastRunAt} />
      ) : (
        <span className="text-muted-foreground">Not yet</span>
      ),
    csv: ({ lastRunAt }) => lastRunAt,
  },
  {
    key: 'since',
    head: 'Known since',
    mobile: 'hide',
    cell: ({ knownSince }) => <TimeText at={knownSince} />,
    csv: ({ knownSince }) => knownSince,
  },
]
