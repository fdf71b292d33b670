/** Proposals as one of the parties sees them. */
import {
  applyProposal,
  complianceFlags,
  diffTerms,
  offerCan,
  type Proposal,
  type ProposalStatus,
  type ProposedTerms,
  proposedTerms,
  type Terms,
  termFields,
} from '@semblance/contract'
import { z } from 'zod'
import type { Ctx } from '../../platform/http/context.ts'
import { requirementsOf } from '../offers/service.ts'
import { namesOf } from './counterparts.ts'
import { listProposals, type ProposalRow } from './proposal-queries.ts'

/** Parses stored terms: JSON holds cents exactly only as text. */
const storedTerms = proposedTerms.extend({ priceCents: z.string().transform(BigInt).optional() })

/** Returns the proposed terms that differ from the current ones, as JSON. */
export function storable(current: Terms, proposed: ProposedTerms): string {
  const fields: string[] = diffTerms(current, proposed).map(({ field }) => termFields[field])
  const kept = Object.entries(proposed).filter(([field]) => fields.includes(field))
  return JSON.stringify(Object.fromEntries(kept), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

export const proposedOf = (row: ProposalRow): ProposedTerms => storedTerms.parse(row.proposed)

/** Returns the status of a proposal: outdated if its terms were fixed before it was answered. */
export function statusOf(row: ProposalRow): ProposalStatus {
  const isOpen = offerCan.changeTerms(row.offer_status, row.contract_status)
  return row.status === 'pending' && !isOpen ? 'outdated' : row.status
}

/** Returns the compliance check that each proposed value misses; terms it leaves alone miss none. */
function flagsOf(row: ProposalRow): Proposal['flags'] {
  const asked = requirementsOf(row)
  const met = {
    ...asked,
    priceCents: asked.budgetMaxCents,
    dataFormats: [asked.deliveryFormat],
    targetAccuracyPercent: null,
    floorPricePercent: null,
  }
  return complianceFlags(applyProposal(met, proposedOf(row)), asked)
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
        isAutomatic: row.automatic,
        isDecidedAutomatically: row.decided_automatically,
        note: row.note,
        reason: row.reason,
        changes: row.changes,
        flags: flagsOf(row),
        proposed: proposedOf(row),
        baseRevision: row.base_revision,
        agreementSha256: row.agreement_sha256,
        createdAt: row.created_at,
        decidedAt: row.decided_at,
      },
    ]),
  )
}
