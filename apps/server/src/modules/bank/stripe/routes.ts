import {
  adminOrg,
  api,
  apiOutsideTransactions,
  asCaller,
  memberOrg,
  type Request,
} from '../../../api.ts'
import { actorOf, audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { getStanding, sendToBankSetup, sendToOnboarding } from './service.ts'

/** Whom the caller acts for; Stripe is asked once this transaction is over. */
const callersOrg = async (
  { platform, readSession }: Request,
  org: (ctx: Ctx) => string | Promise<string>,
) => await asCaller(platform, await readSession(), async (ctx) => await org(ctx))

/** Where money goes is the administrators' to say. */
async function receiver(ctx: Ctx): Promise<string> {
  memberOrg(ctx, 'vendor')
  const organization = adminOrg(ctx)
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action: 'stripe.onboard',
    object: `organization:${organization}`,
  })
  return organization
}

/** Clients pay into escrow; any organization pays for its plan, which is the administrators' to see to. */
const payer = (ctx: Ctx) =>
  ctx.actor.organization?.isVendor && !ctx.actor.organization.isClient
    ? adminOrg(ctx)
    : memberOrg(ctx, 'client')

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
