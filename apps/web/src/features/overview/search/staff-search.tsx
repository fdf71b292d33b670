import {
  type HitKind,
  MAX_SEARCH_LENGTH,
  type StaffHitKind,
  staffHitKinds,
} from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { hitKindLooks } from './hit-labels.ts'
import { HitList } from './hit-list.tsx'

/** Searches for staff. The text, and the one kind whose hits are all listed, are in the address. */
export function StaffSearch() {
  const [params, setParams] = useSearchParams()
  const text = (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const kind = staffHitKinds.find((known) => known === params.get('kind'))
  return (
    <div className="grid gap-5">
      <SearchInput
        label="Search everything"
        placeholder="Name, e-mail, title or ID"
        value={text}
        onChange={(q) => setParams(q ? { q } : {}, { replace: true })}
        className="w-full max-w-[480px]"
      />
      {text === '' ? (
        <EmptyState title="What are you looking for?" className="card">
          Organizations, users, applications, DPRs, offers, contracts, disputes, payments, payouts,
          ledger entries, tickets and mails.
        </EmptyState>
      ) : kind ? (
        <OneKind kind={kind} text={text} onAll={() => setParams({ q: text })} />
      ) : (
        <AllKinds text={text} onKind={(next) => setParams({ q: text, kind: next })} />
      )}
    </div>
  )
}

type AllKindsProps = { text: string; onKind: (kind: HitKind) => void }

function AllKinds({ text, onKind }: AllKindsProps) {
  const query = useQuery({
    ...orpc.search.everything.queryOptions({ input: { text } }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryState query={query} errorTitle="The search failed">
      {({ groups }) =>
        groups.length === 0 ? (
          <EmptyState title={`Nothing found for “${text}”`} className="card">
            Try another word, a company or an ID.
          </EmptyState>
        ) : (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {groups.map(({ kind, hits, hasMore }) => (
              <Panel
                key={kind}
                title={hitKindLooks[kind].label}
                flush
                className="min-w-0"
                action={
                  hasMore && (
                    <Button variant="ghost" size="sm" onClick={() => onKind(kind)}>
                      Show all<span className="sr-only"> {hitKindLooks[kind].label}</span>
                    </Button>
                  )
                }
              >
                <HitList hits={hits} text={text} />
              </Panel>
            ))}
          </div>
        )
      }
    </QueryState>
  )
}

type OneKindProps = { kind: StaffHitKind; text: string; onAll: () => void }

function OneKind({ kind, text, onAll }: OneKindProps) {
  const query = useInfiniteQuery(
    orpc.search.staff.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ kind, text, cursor }),
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Panel
      title={hitKindLooks[kind].label}
      flush
      action={
        <Button variant="ghost" size="sm" onClick={onAll}>
          Show every kind
        </Button>
      }
    >
      <PagedList
        query={query}
        errorTitle="The search failed"
        empty={
          <EmptyState title={`Nothing found for “${text}”`} className="border-t">
            Try another word, a company or an ID.
          </EmptyState>
        }
      >
        {(hits) => <HitList hits={hits} text={text} />}
      </PagedList>
    </Panel>
  )
}
