import { type ErrorCode, errors, retryAfterSecondsOf } from '@semblance/contract'
import { useState } from 'react'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { useFilters } from '@/lib/api/use-filters.ts'
import { plural } from '@/lib/format.ts'

type ApiError = { code: ErrorCode; status: number; message: string; waitSeconds: number | null }

const rows: readonly ApiError[] = (Object.keys(errors) as ErrorCode[])
  .map((code) => ({ code, ...errors[code], waitSeconds: retryAfterSecondsOf(code) }))
  .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))

const columns: readonly Column<ApiError>[] = [
  {
    key: 'code',
    head: 'Code',
    mobile: 'title',
    cell: ({ code }) => <span className="mono font-medium text-sm">{code}</span>,
  },
  {
    key: 'status',
    head: 'Status',
    mobile: 'value',
    cell: ({ status }) => <span className="num">{status}</span>,
  },
  { key: 'message', head: 'Message', cell: ({ message }) => message },
  {
    key: 'wait',
    head: 'Repeat after',
    cell: ({ waitSeconds }) =>
      waitSeconds !== null && (
        <>
          <span className="md:hidden">Repeat after </span>
          <span className="num whitespace-nowrap">{waitSeconds} s</span>
        </>
      ),
  },
]

const example = `{
  "code": "offer_changed",
  "status": 409,
  "message": "${errors.offer_changed.message}",
  "requestId": "6f1c2f0e-6b0a-4c57-9c3c-2f8b3a1f6f0d"
}`

/** Limits the errors that are listed before a search, or a click on the button for all. */
const SHOWN_FIRST = 12

const searched = (text: string) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ code, status, message }) => {
    const about = `${code} ${status} ${message}`.toLowerCase()
    return words.every((word) => about.includes(word))
  })
}

/** Lists every error of the API, from the list that the server answers by. The search is in the address. */
export function ApiErrorsPanel() {
  const filters = useFilters()
  const [isWhole, setWhole] = useState(false)
  const text = filters.get('q')
  const found = searched(text)
  const isShort = text === '' && !isWhole && found.length > SHOWN_FIRST
  return (
    <Panel
      flush
      title="Errors"
      description="Every error under /api has a code. Decide by it: messages are for people, and change."
    >
      <div className="grid gap-3 border-t px-4 py-5 text-base md:px-5 [&>p]:max-w-[76ch]">
        <pre className="mono whitespace-pre-wrap rounded-md bg-sunken p-4 text-sm [overflow-wrap:anywhere]">
          {example}
        </pre>
        <p>
          <code>field</code> names the field at fault, where there is one, and <code>issues</code>{' '}
          every field. Where waiting helps, <code>Retry-After</code> says how long. Support finds a
          request by its <code>requestId</code>.
        </p>
        <SearchInput
          label="Search errors"
          placeholder="Code, status or words"
          value={text}
          onChange={(next) => filters.set('q', next)}
          className="sm:max-w-96"
        />
        <p className="text-muted-foreground text-sm" role="status">
          {plural(found.length, 'error')}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState title="No such error" className="border-t">
          No error holds all of these words.
        </EmptyState>
      ) : (
        <DataTable
          caption="Errors"
          columns={columns}
          rows={isShort ? found.slice(0, SHOWN_FIRST) : found}
          rowKey={({ code }) => code}
        />
      )}
      {isShort && (
        <div className="border-t p-3 text-center">
          <Button variant="outline" size="sm" onClick={() => setWhole(true)}>
            Show all {found.length}
          </Button>
        </div>
      )}
    </Panel>
  )
}
