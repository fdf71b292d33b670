import { api, apiOutsideTransactions, asCaller, memberOrg, type Request } from '../../../api.ts'
import { getStanding, sendToBankSetup, sendToOnboarding } from './service.ts'

/** Whom the caller acts for; Stripe is asked once this transaction is over. */
const callersOrg = async ({ platform, readSession }: Request, side: 'client' | 'vendor') =>
  await asCaller(platform, await readSession(), async (ctx) => memberOrg(ctx, side))

export const stripeRoutes = {
  standing: api.stripe.standing.handler(({ context }) => getStanding(context.ctx)),
  onboard: apiOutsideTransactions.stripe.onboard.handler(async ({ context }) =>
    sendToOnboarding(context.platform, await callersOrg(context, 'vendor')),
  ),
  connectBankAccount: apiOutsideTransactions.stripe.connectBankAccount.handler(
    async ({ context, input }) =>
      sendToBankSetup(context.platform, await callersOrg(context, 'client'), input.returnTo),
  ),
}
