/** A market whose bank is the stand-in for Stripe. */
import { runBank } from '../../../../testing/bank.ts'
import { type Market, openTestMarket, type Person } from '../../../../testing/market.ts'
import { runJobs } from '../../../../testing/run-jobs.ts'
import { KEYS, type StripeStandIn, startStripe } from '../../../../testing/stripe.ts'
import type { SentEvent } from '../../../../testing/stripe-world.ts'
import { system } from '../../../platform/db.ts'
import type { BankOutcome } from '../port.ts'
import { openBank } from '../providers.ts'
import { instruct } from '../service.ts'
import { submitInstruction } from '../submit.ts'

export type StripeMarket = Market & {
  stripe: StripeStandIn
  /** Posts an event as Stripe would, signed unless told otherwise. */
  post: (event: SentEvent, signature?: string | null) => Promise<Response>
  /** Hands the bank what waits, then delivers Stripe's events, `order` says how, and applies them. */
  exchange: (order?: (events: SentEvent[]) => SentEvent[]) => Promise<void>
  /** A client that has connected a bank account, or a vendor that Stripe pays out. */
  payer: () => Promise<Person>
  receiver: () => Promise<Person & { accountId: string }>
}

export async function openStripeMarket(): Promise<StripeMarket> {
  const stripe = await startStripe()
  const { secretKey, webhookSecret } = KEYS
  const market = await openTestMarket({
    stripe: { secretKey, webhookSecrets: [webhookSecret], apiBase: stripe.url },
  })
  const post: StripeMarket['post'] = async ({ body }, signature = stripe.sign(body)) =>
    await market.fetch('/api/bank/stripe/events', {
      method: 'POST',
      body,
      headers: signature === null ? {} : { 'stripe-signature': signature },
    })
  const exchange: StripeMarket['exchange'] = async (order = (events) => events) => {
    await runBank(market, { upTo: 'submitted' })
    for (const event of order(stripe.events.splice(0))) await post(event)
    await runEvents(market)
    await runBank(market, { upTo: 'submitted' })
  }
  return {
    ...market,
    stripe,
    post,
    exchange,
    payer: async () => {
      const client = await market.member('client')
      const { url } = await client.api.stripe.connectBankAccount({ returnTo: '/payment/OFR-1' })
      stripe.finishSetup(url)
      await exchange()
      return client
    },
    receiver: async () => {
      const vendor = await market.member('vendor')
      const admin = await market.colleague(vendor, 'administrator')
      const { url } = await admin.api.stripe.onboard()
      const accountId = url.split('/').at(-1)!
      stripe.finishOnboarding(accountId)
      await exchange()
      return { ...vendor, accountId }
    },
    close: async () => {
      await market.close()
      await stripe.close()
    },
  }
}

/** Runs what the web hook has asked for; jobs of other kinds stay. */
export const runEvents = (market: Market): Promise<void> =>
  runJobs(market, { 'stripe.event': market.app.jobs['stripe.event']! })

/** Instructions that no payment or payout stands behind, and what came of them. */
export async function instructAlone(
  { platform }: Market,
  instruction: Omit<Parameters<typeof instruct>[1], 'description'>,
): Promise<void> {
  await platform.db.transaction(system, (tx) =>
    instruct({ tx, now: new Date(), platform }, { ...instruction, description: 'Test' }),
  )
}

/** One run of the job that hands the instruction over. */
export async function tryOnce({ platform }: Market, key: string): Promise<void> {
  const clock = () => new Date()
  const bank = openBank(platform, clock)
  await submitInstruction({ platform, bank, onOutcome: async () => {}, clock }, key)
}

/** Hands over, applies, and says what came of it. */
export async function outcomesOf(market: Market): Promise<BankOutcome[]> {
  const outcomes: BankOutcome[] = []
  const onOutcome = async (_: unknown, outcome: BankOutcome) => void outcomes.push(outcome)
  await runBank(market, { upTo: 'submitted', onOutcome })
  return outcomes
}

export async function instructionOf({ platform }: Market, key: string) {
  return await platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('bank_instructions')
      .select(['state', 'provider', 'provider_ref', 'failure_code', 'attempts', 'account_sealed'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow(),
  )
}
