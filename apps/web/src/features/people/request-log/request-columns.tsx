import type { ApiRequest } from '@semblance/contract'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { cn } from '@/lib/cn.ts'
import { dateTime } from '@/lib/format.ts'

export const requestColumns: readonly Column<ApiRequest>[] = [
  {
    key: 'operation',
    head: 'Operation',
    mobile: 'title',
    cell: ({ operation }) => (
      <span className="mono font-medium text-sm [overflow-wrap:anywhere]">{operation}</span>
    ),
  },
  {
    key: 'status',
    head: 'Answer',
    mobile: 'value',
    cell: ({ status, code }) => (
      <span className="text-sm">
        <span className={cn('num font-semibold', status >= 400 && 'text-destructive')}>
          {status}
        </span>
        {code && <span className="mono ml-2">{code}</span>}
      </span>
    ),
  },
  { key: 'at', head: 'Time', cell: ({ at }) => <TimeText at={at} show={dateTime} /> },
  {
    key: 'ms',
    head: 'Took',
    align: 'right',
    cell: ({ ms }) => <span className="num whitespace-nowrap">{ms} ms</span>,
  },
  {
    key: 'key',
    head: 'Key',
    cell: ({ key }) => (
      <span className="[overflow-wrap:anywhere]">
        {key.name}{' '}
        <span className="mono whitespace-nowrap text-muted-foreground text-sm">{key.start}…</span>
      </span>
    ),
  },
  {
    key: 'requestId',
    head: 'Request ID',
    cell: ({ requestId }) => (
      <span className="mono break-all text-muted-foreground text-xs">{requestId}</span>
    ),
  },
]
