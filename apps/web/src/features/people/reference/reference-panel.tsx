import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Select } from '@/components/ui/select.tsx'
import { useFilters } from '@/lib/api/use-filters.ts'
import { type Description, descriptionQuery } from './description.ts'
import { OperationRow } from './operation-row.tsx'
import { type Group, groupsOf, search } from './operations.ts'

/** Shows every operation of the API, from the description that the server gives to programs. */
export default function ReferencePanel() {
  const query = useQuery(descriptionQuery)
  return (
    <QueryState query={query} errorTitle="The description did not load">
      {(description) => <Reference description={description} />}
    </QueryState>
  )
}

/** The search is in the address, and so is the operation that is open. */
function Reference({ description }: { description: Description }) {
  const filters = useFilters()
  const { hash } = useLocation()
  const target = decodeURIComponent(hash.slice(1))
  const text = filters.get('q')
  const all = useMemo(() => groupsOf(description), [description])
  // Hundreds of rows are drawn after the introduction, which is read first.
  const found = useDeferredValue(
    useMemo(() => search(all, text), [all, text]),
    null,
  )
  return (
    <>
      <Introduction description={description} />
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <SearchInput
          label="Search operations"
          placeholder="Name, address, scope or words"
          value={filters.get('q')}
          onChange={(next) => filters.set('q', next)}
        />
        <GroupSelect groups={found ?? []} target={target} />
      </div>
      {found ? (
        <Groups groups={found} description={description} target={target} />
      ) : (
        <SkeletonRows />
      )}
    </>
  )
}

type GroupsProps = { groups: readonly Group[]; description: Description; target: string }

function Groups({ groups, description, target }: GroupsProps) {
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <>
      <p className="text-muted-foreground text-sm" role="status">
        {count === 1 ? '1 operation' : `${count} operations`}
      </p>
      {count === 0 && (
        <div className="card">
          <EmptyState title="No such operation">No operation holds all of these words.</EmptyState>
        </div>
      )}
      {groups.map(({ name, description: about, operations }) => (
        <div key={name} id={name} className="min-w-0 scroll-mt-16">
          <Panel flush title={name} description={about}>
            <ul>
              {operations.map((operation) => (
                <OperationRow
                  key={operation.operationId}
                  operation={operation}
                  description={description}
                  isTarget={operation.operationId === target}
                />
              ))}
            </ul>
          </Panel>
        </div>
      ))}
    </>
  )
}

function GroupSelect({ groups, target }: { groups: readonly Group[]; target: string }) {
  const navigate = useNavigate()
  const { search: query } = useLocation()
  const here = groups.find(
    ({ name, operations }) =>
      name === target || operations.some(({ operationId }) => operationId === target),
  )
  return (
    <Select
      aria-label="Group"
      placeholder="Go to a group"
      options={groups.map(({ name }) => name)}
      value={here?.name ?? ''}
      onValueChange={(name) => {
        navigate({ search: query, hash: name }, { replace: true, preventScrollReset: true })
        document.getElementById(name)?.scrollIntoView()
      }}
    />
  )
}

function Introduction({ description: { info, servers } }: { description: Description }) {
  return (
    <Panel
      title="Reference"
      description="Every operation of the HTTP API, as the server describes it to programs."
    >
      <div className="grid max-w-[76ch] gap-2.5 text-base [&_code]:[overflow-wrap:anywhere]">
        <p>
          Each address is below <code>{servers[0]?.url}</code>. Send a key of a service account, or
          the access token of a session, as <code>Authorization: Bearer …</code>; each operation
          names the scope that a key needs. A session is opened by e-mail and password at{' '}
          <code>/auth/v1/token?grant_type=password</code>.
        </p>
        <p>{info.description}</p>
        <p>
          Sensitive operations answer sessions 403 <code>proof_needed</code> when the person was not
          proved within 15 minutes; <code>methods</code> says by what. Post{' '}
          <code>{'{ "password": … }'}</code> to <code>/auth/v1/proof</code> with the token, or
          answer a challenge of the second factor; use the new tokens that come back, and repeat the
          call.
        </p>
        <p>
          Programs read all of this as{' '}
          <a href="/api/openapi.json" className="text-primary underline underline-offset-[3px]">
            OpenAPI 3.1
          </a>
          .
        </p>
      </div>
    </Panel>
  )
}
