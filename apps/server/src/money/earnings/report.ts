/** The earnings of a period as a printed document: the rows that the page shows. */
import {
  describeBackForAccuracy,
  type Earning,
  type EarningsPeriod,
  earningParts,
  earningStatusLabels,
  formatDollars,
} from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { readOrganization } from '../../people/organizations/service.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { makePdf, type PdfDocument } from '../../platform/pdf/pdf.ts'
import { listEarnings } from './service.ts'

/** Limits the rows of a printed report; longer periods are exported as CSV. */
export const MAX_REPORT_ROWS = 2000
const PAGE = 100

export async function earningsPdf(ctx: Ctx, period: EarningsPeriod): Promise<Buffer<ArrayBuffer>> {
  const { name } = await readOrganization(ctx, viewerOrganization(ctx, 'vendor'))
  return await makePdf(reportDocument(name, period, await listAll(ctx, period), ctx.now))
}

async function listAll(ctx: Ctx, period: EarningsPeriod): Promise<Earning[]> {
  const rows: Earning[] = []
  let cursor: string | undefined
  do {
    const page = await listEarnings(ctx, { ...period, search: '', cursor, limit: PAGE })
    rows.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor && rows.length < MAX_REPORT_ROWS)
  return rows
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export function reportDocument(
  vendorName: string,
  { from, to }: EarningsPeriod,
  rows: Earning[],
  now: Date,
): PdfDocument {
  const sum = (...of: Earning['status'][]) =>
    rows.reduce((total, row) => (of.includes(row.status) ? total + row.amountCents : total), 0n)
  return {
    kind: 'Report',
    title: 'Earnings report',
    subtitle: `${vendorName}, ${periodText(from, to)}`,
    documentId: `EARNINGS ${from ?? 'all'}${to ? ` to ${to}` : ''}`,
    issuedAt: now,
    blocks: [
      {
        definitions: [
          { term: 'Released', value: formatDollars(sum('processing', 'paid')) },
          { term: 'Of which paid out', value: formatDollars(sum('paid')) },
          { term: 'In processing', value: formatDollars(sum('processing')) },
          { term: 'Pending in escrow', value: formatDollars(sum('pending')) },
        ],
      },
      { heading: 'Transactions' },
      rows.length === 0
        ? { paragraph: 'Nothing was released or held in this period.' }
        : { table: transactions(rows) },
      ...(rows.length >= MAX_REPORT_ROWS
        ? [{ paragraph: 'The report ends here. Export the period as CSV for all of it.' }]
        : []),
    ],
  }
}

const transactions = (rows: Earning[]) => ({
  columns: [
    { label: 'Date', width: 2 },
    { label: 'Project', width: 5 },
    { label: 'Client', width: 3 },
    { label: 'Status', width: 2 },
    { label: 'Amount', width: 2, align: 'right' as const },
  ],
  rows: rows.map((row) => [
    days.format(row.date),
    [
      row.project,
      [row.contractId, earningParts[row.part]].filter(Boolean).join(', '),
      ...(row.backForAccuracyCents === null
        ? []
        : [describeBackForAccuracy(row.backForAccuracyCents)]),
    ].join('\n'),
    row.clientName,
    earningStatusLabels[row.status],
    formatDollars(row.amountCents),
  ]),
})

function periodText(from: string | undefined, to: string | undefined): string {
  const last = to && days.format(new Date(Date.parse(to) - 86_400_000))
  if (from && last) return `${days.format(new Date(from))} to ${last}`
  if (from) return `since ${days.format(new Date(from))}`
  return last ? `up to ${last}` : 'all time'
}
