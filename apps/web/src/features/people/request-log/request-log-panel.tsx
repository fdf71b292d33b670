import { errors } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { requestColumns } from './request-columns.tsx'

const answers = [
  { value: 'all', label: 'All' },
  { value: 'refused', label: 'Errors' },
] as const

const everyKey = 'all'
const everyCode = 'all'
const codeOptions = [
  { value: everyCode, label: 'Every error code' },
  ...Object.keys(errors)
    .sort()
    .map((code) => ({ value: code, label: code })),
]
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const inputOf = (params: URLSearchParams) => {
  const keyId = params.get('key') ?? ''
  const code = params.get('code') ?? ''
  return {
    ...(uuid.test(keyId) && { keyId }),
    isRefused: params.get('answers') === 'refused',
    ...(code in errors && { code }),
  }
}

export const requestsQuery = (params: URLSearchParams) =>
  orpc.keys.requests.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...inputOf(params), cursor }),
    ...byCursor,
  })

/** Shows administrators the requests by their organization's keys, and others who reads them. */
export function RequestLogPanel() {
  const { roles } = useAuth()
  if (roles.includes('admin')) return <Requests />
  return (
    <Panel title="Request log">
      <p className="max-w-[72ch] text-base">
        What programs ask for by an organization’s keys is kept here for 30 days, for its
        administrators to read.
      </p>
    </Panel>
  )
}

/** The filters are in the address. */
function Requests() {
  const filters = useFilters()
  const query = useInfiniteQuery(requestsQuery(filters.params))
  const keys = useQuery(orpc.keys.list.queryOptions({ input: { limit: 100 } })).data?.items ?? []
  const { keyId = everyKey, isRefused, code = everyCode } = inputOf(filters.params)
  const isFiltered = isRefused || keyId !== everyKey || code !== everyCode
  return (
    <Panel
      flush
      title="Request log"
      description="Requests by your keys in the last 30 days, newest first, without their content. What is refused before its key is looked up, such as malformed JSON, is not here."
    >
      <div className="flex flex-wrap items-center gap-3 border-t px-4 py-2.5 md:px-5">
        <ChoiceChips
          label="Answers"
          options={answers}
          value={isRefused ? 'refused' : 'all'}
          onValueChange={(next) => filters.set('answers', next === 'refused' ? next : '')}
        />
        <Select
          aria-label="Key"
          size="sm"
          options={[
            { value: everyKey, label: 'Every key' },
            ...keys.map(({ id, name, start }) => ({ value: id, label: `${name} (${start}…)` })),
          ]}
          value={keyId}
          onValueChange={(next) => filters.set('key', next === everyKey ? '' : next)}
          className="w-full sm:w-64"
        />
        <Select
          aria-label="Error code"
          size="sm"
          options={codeOptions}
          value={code}
          onValueChange={(next) => filters.set('code', next === everyCode ? '' : next)}
          className="w-full sm:w-64"
        />
      </div>
      <PagedList
        query={query}
        errorTitle="The log did not load"
        empty={
          <EmptyState
            title={isFiltered ? 'No such request' : 'No requests yet'}
            className="border-t"
          >
            {isFiltered
              ? 'No request of the last 30 days fits what you chose.'
              : 'A second after a program uses one of your keys, its request is here.'}
          </EmptyState>
        }
      >
        {(requests) => (
          <DataTable
            caption="Requests by keys"
            columns={requestColumns}
            rows={requests}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </Panel>
  )
}
