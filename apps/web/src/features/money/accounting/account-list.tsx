import type { LedgerAccount } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { AccountLink } from './account-link.tsx'
import { centsColumn } from './cents-column.tsx'
import { kindLabel } from './ledger-labels.ts'
import { ledgerQuery } from './ledger-overview.tsx'

export function AccountList() {
  const filters = useFilters()
  const search = filters.get('q')
  const kind = filters.get('kind') || undefined
  const overview = useQuery(ledgerQuery)
  const query = useInfiniteQuery(
    orpc.books.staff.accounts.infiniteOptions({
      input: (cursor: string | undefined) => ({ search, kind, cursor }),
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  )
  const kinds = overview.data?.kinds.map((known) => known.kind) ?? (kind ? [kind] : [])
  return (
    <section className="card overflow-hidden" aria-label="Accounts">
      <div className="flex flex-wrap items-center gap-3 p-4 md:px-5">
        <SearchInput
          label="Search accounts"
          placeholder="Code, organization or contract"
          value={search}
          onChange={(text) => filters.set('q', text)}
          className="min-w-0 flex-1 basis-48 md:max-w-[360px]"
        />
        <Select
          aria-label="Kind of account"
          prefix="Kind"
          value={kind ?? 'all'}
          options={[
            { value: 'all', label: 'All' },
            ...kinds.map((value) => ({ value, label: kindLabel(value) })),
          ]}
          onValueChange={(value) => filters.set('kind', value === 'all' ? '' : value)}
          className="max-md:w-full md:w-56"
        />
        <div className="ml-auto">
          <ExportCsv
            noun="accounts"
            columns={accountColumns}
            readPage={(page, options) =>
              api.books.staff.accounts({ search, kind, ...page }, options)
            }
            query={query}
          />
        </div>
      </div>
      <PagedList
        query={query}
        errorTitle="Accounts did not load"
        empty={
          <EmptyState title="No account fits" className="border-t">
            Accounts open when money first moves through them.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Accounts"
            columns={accountColumns}
            rows={rows}
            rowKey={(row) => row.code}
          />
        )}
      </PagedList>
    </section>
  )
}

export const accountColumns: readonly Column<LedgerAccount>[] = [
  {
    key: 'code',
    head: 'Account',
    mobile: 'title',
    cell: ({ code, subject, meaning }) => (
      <div className="min-w-0 py-1">
        <AccountLink
          code={code}
          subject={code.length > 40 ? subject : null}
          className="font-medium"
        />
        <div className="font-normal text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {subject ?? meaning}
        </div>
      </div>
    ),
    csv: ({ code }) => code,
  },
  { csvHead: 'Of', csv: (account) => account.subject },
  { csvHead: 'Meaning', csv: (account) => account.meaning },
  { csvHead: 'Contract', csv: (account) => account.contractId },
  centsColumn('debits', 'Debits', ({ debitsCents }) => debitsCents),
  centsColumn('credits', 'Credits', ({ creditsCents }) => creditsCents),
  {
    key: 'balance',
    head: 'Balance',
    align: 'right',
    mobile: 'value',
    cell: ({ balanceCents }) => (
      <Money exact cents={Number(balanceCents)} className="font-semibold" />
    ),
    csvHead: 'Balance (USD)',
    csv: ({ balanceCents }) => plainUsd(balanceCents),
  },
]
