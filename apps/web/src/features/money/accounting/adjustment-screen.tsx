import { type Adjustment, type AdjustmentState, adjustmentRules } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Money } from '@/components/blocks/text/money.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { dateTime } from '@/lib/format.ts'
import { AdjustmentActions } from './adjustment-actions.tsx'
import { ProposeAdjustment } from './propose-adjustment.tsx'

const choices = ['proposed', 'approved', 'rejected', 'withdrawn'] as const

const emptyTexts: Record<AdjustmentState, string> = {
  proposed: 'What somebody proposes waits here until somebody else approves or rejects it.',
  approved: 'Posted adjustments appear here, and can be taken back once.',
  rejected: 'Rejected proposals appear here.',
  withdrawn: 'Proposals that were taken back appear here.',
}

export const adjustmentColumns: readonly Column<Adjustment>[] = [
  { csvHead: 'Adjustment', csv: (row) => adjustmentRules[row.form].label },
  { csvHead: 'Takes back', csv: (row) => row.reverses },
  { csvHead: 'Organization', csv: (row) => row.organizationName },
  { csvHead: 'Reason', csv: (row) => row.reason },
  { csvHead: 'Amount (USD)', csv: (row) => plainUsd(row.amountCents) },
  { csvHead: 'State', csv: (row) => statusLabel('adjustment', row.state) },
  { csvHead: 'Proposed by', csv: (row) => row.proposedBy },
  { csvHead: 'Proposed', csv: (row) => row.proposedAt },
  { csvHead: 'Decided by', csv: (row) => row.decidedBy },
  { csvHead: 'Decided', csv: (row) => row.decidedAt },
  { csvHead: 'Note', csv: (row) => row.decisionNote },
]

/** Manual entries: one person proposes, another one decides. */
export function AdjustmentDesk() {
  const filters = useFilters()
  const state = choices.find((known) => known === filters.get('state')) ?? 'proposed'
  const query = useInfiniteQuery(
    orpc.books.staff.adjustments.infiniteOptions({
      input: (cursor: string | undefined) => ({ state, cursor }),
      ...byCursor,
    }),
  )
  return (
    <section className="card overflow-hidden" aria-label="Adjustments">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-5">
        <ChoiceChips
          label="State"
          options={choices.map((value) => ({ value, label: statusLabel('adjustment', value) }))}
          value={state}
          onValueChange={(value) => filters.set('state', value === 'proposed' ? '' : value)}
        />
        <div className="flex flex-wrap items-center gap-2">
          <ExportCsv
            noun="adjustments"
            columns={adjustmentColumns}
            readPage={(page, options) => api.books.staff.adjustments({ state, ...page }, options)}
            query={query}
          />
          <ProposeAdjustment />
        </div>
      </div>
      <PagedList
        query={query}
        errorTitle="Adjustments did not load"
        empty={
          <EmptyState title={`No ${state} adjustments`} className="border-t">
            {emptyTexts[state]}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y border-t">
            {rows.map((row) => (
              <AdjustmentRow key={row.id} adjustment={row} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function AdjustmentRow({ adjustment }: { adjustment: Adjustment }) {
  const { form, reverses, organizationName, reason, amountCents, state, isReversed } = adjustment
  const { proposedBy, proposedAt, decidedBy, decidedAt, decisionNote } = adjustment
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">
            {reverses ? 'Taken back: ' : ''}
            {adjustmentRules[form].label}
          </span>
          <StatusBadge domain="adjustment" status={state} />
          {isReversed && state === 'approved' && (
            <span className="text-muted-foreground text-xs">taken back</span>
          )}
        </div>
        <p className="mt-1 text-base [overflow-wrap:anywhere]">{reason}</p>
        <p className="mt-1 text-muted-foreground text-sm">
          {organizationName && `${organizationName} · `}
          Proposed by {proposedBy}, {dateTime(proposedAt)}
          {decidedAt && state !== 'withdrawn' && (
            <>
              {' · '}
              {statusLabel('adjustment', state)} by {decidedBy}, {dateTime(decidedAt)}
              {decisionNote && `: ${decisionNote}`}
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3 md:justify-end">
        <Money exact cents={Number(amountCents)} className="font-semibold text-md" />
        <AdjustmentActions adjustment={adjustment} />
      </div>
    </li>
  )
}
