/** Connects changes in one area with the reactions of later areas. */
import { recordRun } from './core/audit/service.ts'
import { makeClaims } from './delivery/findings/service.ts'
import { deliverPurchase, draftMeasured, keepForSale } from './delivery/listings/service.ts'
import { pushAccepted, pushReady } from './delivery/pushes/service.ts'
import { keepOrdered } from './delivery/subscriptions/service.ts'
import { applyPriceChange } from './money/escrow/service.ts'
import { startSubscription } from './money/subscriptions/service.ts'
import { followDecision } from './people/single-sign-on/service.ts'
import type { Hooks } from './platform/http/context.ts'

export const hooks: Hooks = {
  onOrganizationCreated: ({ tx, now }, organizationId) =>
    startSubscription(tx, organizationId, now),
  onMembershipDecided: followDecision,
  onContractPriceChanged: applyPriceChange,
  onAcceptance: async (ctx, offerId) =>
    (await keepForSale(ctx, offerId)) ?? (await keepOrdered(ctx, offerId)),
  onPurchaseFunded: deliverPurchase,
  onDataClaimed: makeClaims,
  onDeliveryReady: pushReady,
  onTwinMeasured: draftMeasured,
  onDeliveryAccepted: pushAccepted,
  onProcedureRun: recordRun,
}
