import type { LedgerOverview as Overview } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatStrip } from '@/components/blocks/stat-strip.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { count, plural, usdExact } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { centsColumn } from './cents-column.tsx'
import { CheckBooks } from './check-books.tsx'
import { kindLabel } from './ledger-labels.ts'
import { RestoreHoldPanel } from './restore-hold.tsx'

export const ledgerQuery = orpc.books.staff.overview.queryOptions()

export function LedgerOverview() {
  const query = useQuery(ledgerQuery)
  return (
    <QueryState query={query} errorTitle="The books did not load" skeleton={<SkeletonPage />}>
      {(overview) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {overview.restore && <RestoreHoldPanel hold={overview.restore} />}
          <StatStrip items={statsOf(overview)} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
            <Panel
              title="Trial balance"
              description="Every kind of account; debits and credits are equal."
              flush
              action={
                <ExportCsv
                  noun="trial balance"
                  columns={trialBalanceColumns}
                  readPage={async (_page, options) => ({
                    items: (await api.books.staff.overview(undefined, options)).kinds,
                    nextCursor: null,
                  })}
                />
              }
            >
              <DataTable
                caption="Trial balance"
                columns={trialBalanceColumns}
                rows={overview.kinds}
                rowKey={(row) => row.kind}
              />
              <Totals kinds={overview.kinds} />
            </Panel>
            <div className="grid min-w-0 gap-5">
              <CheckBooks />
              <LogHead head={overview.logHead} />
            </div>
          </div>
        </div>
      )}
    </QueryState>
  )
}

function statsOf({ trust, waiting }: Overview) {
  const isWhole = trust.gapCents === 0n
  return [
    {
      label: 'In trust',
      value: usdExact(Number(trust.cashCents)),
      note: 'At the bank, with suspense',
    },
    {
      label: 'Owed to clients and vendors',
      value: usdExact(Number(trust.owedCents)),
      note: `and ${usdExact(Number(trust.unsweptCents))} of fees to sweep`,
    },
    {
      label: 'Trust gap',
      value: (
        <span className={isWhole ? undefined : 'text-destructive'}>
          {usdExact(Number(trust.gapCents))}
        </span>
      ),
      note: isWhole ? 'Trust holds exactly what is owed' : 'Trust and what is owed differ',
    },
    {
      label: 'Waiting for staff',
      value: count(waiting.adjustments + waiting.breaks),
      note: `${plural(waiting.adjustments, 'adjustment')}, ${plural(waiting.breaks, 'difference')}`,
    },
  ]
}

type Kind = Overview['kinds'][number]

export const trialBalanceColumns: readonly Column<Kind>[] = [
  {
    key: 'kind',
    head: 'Account',
    mobile: 'title',
    cell: ({ kind, meaning }) => (
      <div className="py-1">
        <Link
          to={`${paths.ledger}?tab=accounts&kind=${kind}`}
          className="rounded-xs font-medium underline-offset-[3px] hover:underline"
        >
          {kindLabel(kind)}
        </Link>
        <div className="font-normal text-muted-foreground text-sm">{meaning}</div>
      </div>
    ),
    csv: ({ kind }) => kindLabel(kind),
  },
  { csvHead: 'Meaning', csv: (row) => row.meaning },
  {
    key: 'accounts',
    head: 'Accounts',
    align: 'right',
    cell: ({ accountsCount }) => <span className="num">{count(accountsCount)}</span>,
    csv: ({ accountsCount }) => accountsCount,
    className: 'max-md:hidden',
    mobile: 'hide',
  },
  centsColumn('debits', 'Debits', ({ debitsCents }) => debitsCents),
  centsColumn('credits', 'Credits', ({ creditsCents }) => creditsCents),
  {
    key: 'balance',
    head: 'Balance',
    align: 'right',
    mobile: 'value',
    cell: ({ balanceCents, isDebitNormal }) => (
      <span className="whitespace-nowrap">
        <Money exact cents={Number(balanceCents)} className="font-semibold" />
        <span className="ml-1.5 inline-block w-5 text-left text-muted-foreground text-xs">
          {isDebitNormal ? 'Dr' : 'Cr'}
        </span>
      </span>
    ),
    csvHead: 'Balance (USD)',
    csv: ({ balanceCents }) => plainUsd(balanceCents),
  },
  { csvHead: 'Normal side', csv: (row) => (row.isDebitNormal ? 'Debit' : 'Credit') },
]

function Totals({ kinds }: { kinds: Kind[] }) {
  const sum = (side: 'debitsCents' | 'creditsCents') =>
    kinds.reduce((total, kind) => total + kind[side], 0n)
  return (
    <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t bg-sunken px-4 py-3 text-sm md:px-5">
      <span className="text-muted-foreground">Both sides</span>
      <span className="num">
        {usdExact(Number(sum('debitsCents')))} debits · {usdExact(Number(sum('creditsCents')))}{' '}
        credits
      </span>
    </p>
  )
}

function LogHead({ head }: { head: Overview['logHead'] }) {
  return (
    <Panel
      title="Transparency log"
      description="Each entry and each step of staff is a leaf of a tree that anyone can read."
    >
      <p className="text-sm">
        <span className="text-muted-foreground">Leaves</span>{' '}
        <span className="num font-medium">{count(Number(head?.size ?? 0))}</span>
      </p>
      <p className="mono mt-2 break-all rounded-sm bg-sunken p-3 text-xs">
        {head?.rootHex ?? 'Nothing is published yet.'}
      </p>
      <p className="mt-2 text-muted-foreground text-xs">
        The root of the tree, signed and published at{' '}
        <Link to={paths.transparency} className="text-primary underline underline-offset-[3px]">
          Transparency log
        </Link>
        . Keep a copy elsewhere: it shows whether anything before it was changed.
      </p>
    </Panel>
  )
}
