import { entryKinds, type LedgerEntry } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { PeriodFields } from '@/components/blocks/lists/period-fields.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Chip } from '@/components/blocks/text/chip.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { Select } from '@/components/ui/select.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { dateTime } from '@/lib/format.ts'
import { AccountLink } from './account-link.tsx'
import { entryLabel } from './ledger-labels.ts'

/** Lists ledger entries with all their legs, newest first. */
export function EntryList() {
  const filters = useFilters()
  const filter = {
    entryId: filters.get('entry') || undefined,
    kind: filters.get('kind') || undefined,
    contractId: filters.get('contract') || undefined,
    organization: filters.get('organization') || undefined,
    from: filters.get('from') || undefined,
    to: filters.get('to') || undefined,
  }
  const query = useInfiniteQuery(
    orpc.books.staff.entries.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, cursor }),
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <section className="card overflow-hidden" aria-label="Entries">
      <div className="flex flex-wrap items-center gap-3 p-4 md:px-5">
        <Select
          aria-label="Kind of entry"
          prefix="Kind"
          value={filter.kind ?? 'all'}
          options={[
            { value: 'all', label: 'All' },
            ...entryKinds.map((value) => ({ value, label: entryLabel(value) })),
          ]}
          onValueChange={(value) => filters.set('kind', value === 'all' ? '' : value)}
          className="max-md:w-full md:w-64"
        />
        <SearchInput
          label="Contract ID"
          placeholder="Contract ID"
          value={filter.contractId ?? ''}
          onChange={(text) => filters.set('contract', text)}
          className="max-md:w-full md:w-40"
        />
        <SearchInput
          label="Organization"
          placeholder="Organization"
          value={filter.organization ?? ''}
          onChange={(text) => filters.set('organization', text)}
          className="max-md:w-full md:w-52"
        />
        <PeriodFields filters={filters} />
        {filter.entryId && <Chip label="One entry" onRemove={() => filters.set('entry', '')} />}
        <div className="ml-auto">
          <ExportCsv<EntryLeg>
            noun="entries"
            columns={legColumns}
            readPage={async (page, options) => {
              const { items, nextCursor } = await api.books.staff.entries(
                { ...filter, ...page },
                options,
              )
              return { items: items.flatMap(legsOf), nextCursor }
            }}
            query={query}
          />
        </div>
      </div>
      <PagedList
        query={query}
        errorTitle="Entries did not load"
        empty={
          <EmptyState title="No entry fits" className="border-t">
            Try another kind, contract, organization or period.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y border-t">
            {rows.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

const legsOf = (entry: LedgerEntry) => entry.legs.map((leg) => ({ entry, leg }))

/** A leg of an entry, with what it shares with the entry's others. */
type EntryLeg = ReturnType<typeof legsOf>[number]

export const legColumns: readonly Column<EntryLeg>[] = [
  { csvHead: 'Entry', csv: ({ entry }) => entry.id },
  { csvHead: 'What happened', csv: ({ entry }) => entryLabel(entry.kind) },
  { csvHead: 'When', csv: ({ entry }) => entry.effectiveAt },
  { csvHead: 'Contract', csv: ({ entry }) => entry.contractId },
  { csvHead: 'Organization', csv: ({ entry }) => entry.organizationName },
  { csvHead: 'Debit', csv: ({ leg }) => leg.dr },
  { csvHead: 'Credit', csv: ({ leg }) => leg.cr },
  { csvHead: 'Amount (USD)', csv: ({ leg }) => plainUsd(leg.amountCents) },
]

function EntryRow({ entry }: { entry: LedgerEntry }) {
  const { kind, contractId, organizationName, effectiveAt, legs } = entry
  return (
    <li className="grid gap-x-6 gap-y-2.5 px-4 py-3.5 md:px-5 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
      <div className="min-w-0">
        <div className="font-medium">{entryLabel(kind)}</div>
        <div className="text-muted-foreground text-sm">
          <TimeText at={effectiveAt} show={dateTime} />
          {contractId && <span className="mono"> · {contractId}</span>}
        </div>
        <div className="truncate text-muted-foreground text-sm">
          {organizationName ?? 'The platform'}
        </div>
      </div>
      <ul aria-label="Legs" className="grid min-w-0 content-start gap-1">
        {legs.map((leg) => (
          <li key={`${leg.dr} ${leg.cr}`} className="flex items-baseline justify-between gap-x-4">
            <span className="min-w-0 text-sm max-md:grid">
              <Side side="debit" code={leg.dr} subject={leg.drSubject} />
              <span aria-hidden className="mx-2 text-muted-foreground max-md:hidden">
                ·
              </span>
              <Side side="credit" code={leg.cr} subject={leg.crSubject} />
            </span>
            <Money exact cents={Number(leg.amountCents)} className="ml-auto font-medium" />
          </li>
        ))}
      </ul>
    </li>
  )
}

const sideLabels = {
  debit: { name: 'Debit', short: 'Dr' },
  credit: { name: 'Credit', short: 'Cr' },
} as const

type SideProps = { side: keyof typeof sideLabels; code: string; subject: string | null }

function Side({ side, code, subject }: SideProps) {
  const { name, short } = sideLabels[side]
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <abbr title={name} className="mr-1 text-muted-foreground text-xs no-underline">
        {short}
      </abbr>
      <AccountLink code={code} subject={subject} />
    </span>
  )
}
