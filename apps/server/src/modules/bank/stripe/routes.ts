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
  await log(ctx, 'stripe.onboard', organization)
  return organization
}

/** Clients pay into escrow; any organization pays for its plan, which is the administrators' to see to. */
async function payer(ctx: Ctx): Promise<string> {
  const { organization: own } = ctx.actor
  const organization = own?.isVendor && !own.isClient ? adminOrg(ctx) : memberOrg(ctx, 'client')
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
