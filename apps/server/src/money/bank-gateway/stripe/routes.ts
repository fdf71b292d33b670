import {
  api,
  apiOutsideTransactions,
  type Request,
  requireFinanceOrganization,
  requireMemberOrganization,
} from '../../../core/api/service.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { actorOf, audit } from '../../../platform/security/audit.ts'
import { getStanding, sendToBankSetup, sendToOnboarding } from './service.ts'

/** Returns the organization that the caller acts for. Stripe is called once this transaction is over. */
const callersOrg = async ({ caller }: Request, org: (ctx: Ctx) => Promise<string>) =>
  await caller.write(org)

/** Requires who sees to a vendor's money: they decide where it is paid. */
async function receiver(ctx: Ctx): Promise<string> {
  requireMemberOrganization(ctx, 'vendor')
  const organization = requireFinanceOrganization(ctx)
  await log(ctx, 'stripe.onboard', organization)
  return organization
}

/** Clients pay into escrow; any organization pays for its plan, which is finance's to see to. */
async function payer(ctx: Ctx): Promise<string> {
  const { organization: own } = ctx.actor
  const organization =
    own?.isVendor && !own.isClient
      ? requireFinanceOrganization(ctx)
      : requireMemberOrganization(ctx, 'client')
  await log(ctx, 'stripe.connect', organization)
  return organization
}

const log = (ctx: Ctx, action: 'stripe.onboard' | 'stripe.connect', organization: string) =>
  audit(ctx.tx, { actor: actorOf(ctx.actor), action, object: `organization:${organization}` })

export const stripeRoutes = {
  standing: api.stripe.standing.handler(({ context }) => getStanding(context.ctx)),
  onboard: apiOutsideTransactions.stripe.onboard.handler(async ({ context }) =>
    sendToOnboarding(context.platform, await callersOrg(context, receiver)),
  ),
  connectBankAccount: apiOutsideTransactions.stripe.connectBankAccount.handler(
    async ({ context, input }) =>
      sendToBankSetup(context.platform, await callersOrg(context, payer), input.returnTo),
  ),
}
