import {
  adminOrg,
  api,
  apiOutsideTransactions,
  asCaller,
  memberOrg,
  type Request,
} from '../../../api.ts'
import type { Ctx } from '../../../platform/context.ts'
import { getStanding, sendToBankSetup, sendToOnboarding } from './service.ts'

/** Whom the caller acts for; Stripe is asked once this transaction is over. */
const callersOrg = async ({ platform, readSession }: Request, org: (ctx: Ctx) => string) =>
  await asCaller(platform, await readSession(), async (ctx) => org(ctx))

/** Where money goes is the administrators' to say. */
function receiver(ctx: Ctx): string {
  memberOrg(ctx, 'vendor')
  return adminOrg(ctx)
}

const payer = (ctx: Ctx) => memberOrg(ctx, 'client')

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
