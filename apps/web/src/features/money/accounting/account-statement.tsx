import type { StatementLine } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { BackLink } from '@/components/blocks/back-link.tsx'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { PeriodFields } from '@/components/blocks/lists/period-fields.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { AccountLink } from './account-link.tsx'
import { centsColumn } from './cents-column.tsx'
import { entryLabel } from './ledger-labels.ts'
import { SignedMoney } from './signed-money.tsx'

/** Shows one account's movements with its running balance, newest first. */
export function AccountStatement({ code }: { code: string }) {
  const filters = useFilters()
  const period = { from: filters.get('from') || undefined, to: filters.get('to') || undefined }
  const query = useInfiniteQuery(
    orpc.books.staff.statement.infiniteOptions({
      input: (cursor: string | undefined) => ({ code, ...period, cursor }),
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  )
  const back = `${paths.ledger}?tab=accounts`
  return (
    <QueryState
      query={query}
      errorTitle="The statement did not load"
      notFound={
        <div className="card">
          <EmptyState
            title="No such account"
            action={
              <Button asChild variant="outline">
                <Link to={back}>All accounts</Link>
              </Button>
            }
          >
            Accounts open when money first moves through them.
          </EmptyState>
        </div>
      }
    >
      {({ pages }) => {
        const { account } = pages[0]!
        const rows = pages.flatMap((page) => page.items)
        return (
          <section className="card overflow-hidden" aria-label={`Statement of ${code}`}>
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4 md:px-5">
              <div className="min-w-0">
                <BackLink to={back} className="mb-1.5">
                  All accounts
                </BackLink>
                <h2 className="mono break-all font-semibold text-md">{account.code}</h2>
                <p className="mt-0.5 text-muted-foreground text-sm">
                  {account.subject ? `${account.subject} · ` : ''}
                  {account.meaning}
                </p>
              </div>
              <div className="text-right max-md:w-full max-md:text-left">
                <div className="text-muted-foreground text-sm">Balance now</div>
                <Money exact cents={Number(account.balanceCents)} className="figure text-xl" />
              </div>
            </div>
            <div className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-3 md:px-5">
              <PeriodFields filters={filters} />
              <ExportCsv
                noun={`statement of ${code.replaceAll(':', '-')}`}
                columns={accountStatementColumns}
                readPage={(page, options) =>
                  api.books.staff.statement({ code, ...period, ...page }, options)
                }
                query={query}
              />
            </div>
            {rows.length === 0 ? (
              <EmptyState title="Nothing moved in these days" className="border-t">
                Choose another period.
              </EmptyState>
            ) : (
              <DataTable
                caption={`Statement of ${code}`}
                columns={accountStatementColumns}
                rows={rows}
                rowKey={(row) => row.id}
              />
            )}
            <LoadMore query={query} className="border-t" />
          </section>
        )
      }}
    </QueryState>
  )
}

export const accountStatementColumns: readonly Column<StatementLine>[] = [
  { csvHead: 'Entry', csv: (line) => line.entryId },
  {
    key: 'what',
    head: 'What happened',
    mobile: 'title',
    cell: ({ kind, contractId }) => (
      <div className="py-1">
        {entryLabel(kind)}
        {contractId && (
          <div className="mono font-normal text-muted-foreground text-sm">{contractId}</div>
        )}
      </div>
    ),
    csv: ({ kind }) => entryLabel(kind),
  },
  {
    key: 'at',
    head: 'When',
    cell: ({ effectiveAt }) => <TimeText at={effectiveAt} show={dateTime} />,
    csv: ({ effectiveAt }) => effectiveAt,
  },
  { csvHead: 'Contract', csv: (line) => line.contractId },
  {
    key: 'other',
    head: 'Other account',
    cell: ({ otherCode, otherSubject }) => <AccountLink code={otherCode} subject={otherSubject} />,
    csv: ({ otherCode }) => otherCode,
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: ({ amountCents }) => <SignedMoney cents={amountCents} className="font-semibold" />,
    csvHead: 'Amount (USD)',
    csv: ({ amountCents }) => plainUsd(amountCents),
  },
  centsColumn('balance', 'Balance', ({ balanceCents }) => balanceCents, 'meta'),
]
