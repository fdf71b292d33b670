/** Lists the events of a dispute, oldest first. */
import { type Dispute, formatDollars, otherSide, type Side } from '@semblance/contract'
import { sideOfOrg } from './participants.ts'
import type { NamedDispute, StatementRow } from './queries.ts'
import type { SettlementRow } from './settlement-queries.ts'

type Event = Dispute['events'][number]
type Parts = { statements: StatementRow[]; settlements: SettlementRow[] }

export function eventsOf(row: NamedDispute, { statements, settlements }: Parts): Event[] {
  const names: Record<Side, string> = {
    client: row.client_name ?? 'Closed account',
    vendor: row.vendor_name ?? 'Closed account',
  }
  const nameOf = (organization: string) => names[sideOfOrg(row, organization)]
  const events: (Omit<Event, 'at'> & { at: Date | null })[] = [
    {
      id: 'opened',
      title: `${nameOf(row.opened_by)} opened the dispute; ${formatDollars(row.stake_cents)} frozen`,
      at: row.opened_at,
    },
    {
      id: 'reminded',
      title: `${names[otherSide(sideOfOrg(row, row.opened_by))]} reminded to answer`,
      at: row.reminded_at,
    },
    ...statements
      .filter(({ kind }) => kind !== 'claim')
      .map((one) => ({
        id: one.id,
        title: `${nameOf(one.organization)} ${one.kind === 'answer' ? 'answered' : 'added a statement'}`,
        at: one.created_at,
      })),
    ...settlements.flatMap((one) => settlementEvents(one, nameOf)),
    { id: 'escalated', title: escalated(row, names), at: row.escalated_at },
    { id: 'ended', title: endings[row.status] ?? '', at: row.ended_at },
  ]
  return events
    .filter((event): event is Event => event.at !== null)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

function settlementEvents(
  { id, proposed_by, client, vendor, status, created_at, decided_at, ...row }: SettlementRow,
  nameOf: (organization: string) => string,
) {
  const name = nameOf(proposed_by)
  const other = nameOf(proposed_by === client ? vendor : client)
  const shares = `${formatDollars(row.to_vendor_cents)} to the vendor, ${formatDollars(row.to_client_cents)} back`
  const decided = {
    pending: null,
    countered: null, // the counter-proposal has its own event
    lapsed: null,
    accepted: `${other} accepted the settlement`,
    rejected: `${other} rejected the settlement`,
    withdrawn: `${name} withdrew its settlement`,
  }[status]
  return [
    { id, title: `${name} proposed ${shares}`, at: created_at },
    { id: `${id} decided`, title: decided ?? '', at: decided ? decided_at : null },
  ]
}

function escalated({ escalated_by }: NamedDispute, names: Record<Side, string>): string {
  if (escalated_by === 'silence') return 'No answer in time: handed to Semblance'
  if (escalated_by === 'time') return 'No agreement in time: handed to Semblance'
  return `${escalated_by ? names[escalated_by] : ''} asked Semblance to decide`
}

const endings: Partial<Record<NamedDispute['status'], string>> = {
  settled: 'Settled by agreement; the money has been shared out',
  ruled: 'Decided by Semblance; the money has been shared out',
  withdrawn: 'Withdrawn; the contract goes on',
  void: "Cancelled: the client's bank took the payment back",
}
