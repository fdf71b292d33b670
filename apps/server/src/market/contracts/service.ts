/** Contracts: what an accepted offer becomes. */
import {
  activeContractStatuses,
  type ContractFilter,
  type ContractStatus,
  endedContractStatuses,
  type Side,
} from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { contractMoney } from './balances.ts'
import { listChangeRequests } from './change-request-queries.ts'
import { listMilestones } from './milestone-queries.ts'
import { type ContractRow, listContractRows } from './queries.ts'
import { toSummary } from './summary.ts'

export { addMilestone, moveMilestone } from './agreed-milestones.ts'
export {
  type AgreementPdf,
  drawAgreement,
  getAgreementPdf,
  listAgreements,
  listAgreementTexts,
} from './agreements/agreements.ts'
export {
  consent,
  consentAsListed,
  listConsents,
  requireConsent,
  requireConsents,
} from './agreements/consents.ts'
export { readText, requireUnchanged, writeText } from './agreements/texts.ts'
export { backdateContract } from './backfill.ts'
export { type ContractMoney, contractMoney } from './balances.ts'
export { getContract } from './detail.ts'
export { contractDocument } from './document.ts'
export { deliveryDue } from './milestones.ts'
export { getContractForParty, getContractOfDpr, getOwnContract, sideOf } from './parties.ts'
export { getDuePrice, leastPriceOf } from './pricing/due-price.ts'
export { addHeldTime, claimReviewReminder, findPriceTerms, lockContract } from './queries.ts'
export { claimDispute, claimDisputeEnd, markFunded, markPaymentReturned } from './suspension.ts'
export { listContractEvents } from './timeline.ts'
export { announce } from './transition.ts'
export {
  applyTerms,
  claimCancellation,
  claimRelease,
  createContract,
  markDelivered,
  markProcessing,
  markReturnedToVendor,
  markSubmissionStarted,
  requestChangesTransition,
} from './transitions.ts'
export type { ContractRow }

type ListInput = Page & { side: Side; status?: ContractFilter; search?: string }

export async function listContracts(ctx: Ctx, input: ListInput) {
  const organization = viewerOrganization(ctx, input.side)
  const rows = await listContractRows(ctx.tx, input.side, organization, {
    statuses: input.status ? statusesOf(input.status) : null,
    search: input.search,
    after: decodeCursor(input.cursor),
    limit: input.limit,
  })
  const ids = rows.map((row) => row.id)
  const money = await contractMoney(ctx.tx, ids)
  const agreed = Map.groupBy(await listMilestones(ctx.tx, ids), (row) => row.contract_id)
  const changes = Map.groupBy(await listChangeRequests(ctx.tx, ids), (row) => row.contract_id)
  return pageOf(
    rows,
    input.limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => {
      const parts = {
        side: input.side,
        money: money(row.id),
        agreed: agreed.get(row.id) ?? [],
        changeRequests: changes.get(row.id) ?? [],
      }
      return toSummary(row, parts, ctx.now)
    },
  )
}

function statusesOf(filter: ContractFilter): readonly ContractStatus[] {
  if (filter === 'active') return activeContractStatuses
  return filter === 'ended' ? endedContractStatuses : [filter]
}
