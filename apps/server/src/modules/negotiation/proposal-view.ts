/** Proposals as one of the parties sees them. */
import {
  changedTerms,
  complianceFlags,
  contractChange,
  offerCan,
  type Proposal,
  type ProposalStatus,
  type ProposedTerms,
  proposedTerms,
  type Requirements,
  type Terms,
  termFields,
  termIds,
  termLabels,
  termText,
  withProposed,
} from '@semblance/contract'
import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { namesOf } from './counterparts.ts'
import { listProposals, type ProposalRow } from './proposal-queries.ts'

/** As stored: cents as text, which JSON holds exactly. */
const storedTerms = proposedTerms.extend({ priceCents: z.string().transform(BigInt).optional() })
const storedChanges = z.array(contractChange.omit({ label: true }))

export type StoredChange = z.infer<typeof storedChanges>[number]

/** What differs, as people read it, with the compliance check that each new value misses. */
export function changesOf(
  current: Terms,
  proposed: ProposedTerms,
  asked: Requirements,
): StoredChange[] {
  const next = withProposed(current, proposed)
  const flags = complianceFlags(next, asked)
  return changedTerms(current, proposed).map((id) => ({
    id,
    currentValue: termText(id, current),
    proposedValue: termText(id, next),
    flag: flags[id] ?? null,
  }))
}

/** Only what would really change. */
export function storable(current: Terms, proposed: ProposedTerms): string {
  const fields: string[] = changedTerms(current, proposed).map((id) => termFields[id])
  const kept = Object.entries(proposed).filter(([field]) => fields.includes(field))
  return JSON.stringify(Object.fromEntries(kept), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

export const proposedOf = (row: ProposalRow): ProposedTerms => storedTerms.parse(row.proposed)

/** One that nobody answered before its terms were fixed is outdated. */
export function statusOf(row: ProposalRow): ProposalStatus {
  const isOpen = offerCan.changeTerms(row.offer_status, row.contract_status)
  return row.status === 'pending' && !isOpen ? 'outdated' : row.status
}

export function labeledChangesOf(row: ProposalRow): Proposal['changes'] {
  const changes = storedChanges.parse(row.changes)
  return changes
    .map((change) => ({ ...change, label: termLabels[change.id] }))
    .sort((a, b) => termIds.indexOf(a.id) - termIds.indexOf(b.id))
}

/** `own` is the organization that looks. */
export async function proposalsById(
  ctx: Ctx,
  own: string,
  ids: string[],
): Promise<Map<string, Proposal>> {
  const rows = await listProposals(ctx.tx, ids)
  const nameOf = await namesOf(
    ctx,
    rows.map(({ proposed_by }) => proposed_by),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        offerId: row.offer_id,
        status: statusOf(row),
        isOwn: row.proposed_by === own,
        byName: nameOf(row.proposed_by),
        note: row.note,
        reason: row.reason,
        changes: labeledChangesOf(row),
        proposed: proposedOf(row),
        baseRevision: row.base_revision,
        createdAt: row.created_at,
        decidedAt: row.decided_at,
      },
    ]),
  )
}
