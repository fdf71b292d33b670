import { type ScheduledTask, taskInWords } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { Id } from '@/components/blocks/id.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { When } from '@/components/blocks/when.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api.ts'
import type { CsvColumn } from '@/lib/csv.ts'

const pollMs = 30_000

export const scheduleQuery = { ...orpc.jobs.schedule.queryOptions(), refetchInterval: pollMs }

/** What runs by the clock. */
export function ScheduleList() {
  const query = useQuery(scheduleQuery)
  return (
    <section className="card overflow-hidden" aria-label="Scheduled tasks">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-5">
        <p className="text-muted-foreground text-sm">
          They run by the server’s clock; what was missed while it was off is not made up for.
        </p>
        <ExportCsv
          noun="scheduled tasks"
          columns={csv}
          readPage={async (_page, options) => ({
            items: await api.jobs.schedule(undefined, options),
            nextCursor: null,
          })}
        />
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
              columns={columns}
              rows={rows}
              rowKey={(row) => row.task}
            />
          )
        }
      </QueryState>
    </section>
  )
}

const columns: readonly Column<ScheduledTask>[] = [
  {
    key: 'task',
    head: 'Task',
    mobile: 'title',
    cell: ({ task }) => (
      <div className="py-1">
        <div className="font-medium">{taskInWords(task)}</div>
        <Id className="font-normal text-sm">{task}</Id>
      </div>
    ),
  },
  {
    key: 'last',
    head: 'Last run',
    cell: ({ lastRunAt }) =>
      lastRunAt ? <When at={lastRunAt} /> : <span className="text-muted-foreground">Not yet</span>,
  },
  {
    key: 'since',
    head: 'Known since',
    mobile: 'hide',
    cell: ({ knownSince }) => <When at={knownSince} />,
  },
]

const csv: readonly CsvColumn<ScheduledTask>[] = [
  ['Task', (row) => row.task],
  ['What it does', (row) => taskInWords(row.task)],
  ['Last run', (row) => row.lastRunAt],
  ['Known since', (row) => row.knownSince],
]
