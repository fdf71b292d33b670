/** Sends people to Stripe's own pages: vendors to open an account, clients to connect the bank account they pay from. */
import { randomUUID } from 'node:crypto'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import type { Params, Stripe } from './client.ts'
import { account, customer, hostedPage } from './objects.ts'
import { findAccount, findPayer, getOrganization, insertAccount, insertPayer } from './queries.ts'

type Asking = { platform: Platform; stripe: Stripe }

/** Stripe pays, collects papers and offers its express dashboard; the platform bears losses and fees. */
const RECIPIENT: Params = {
  controller: {
    losses: { payments: 'application' },
    fees: { payer: 'application' },
    stripe_dashboard: { type: 'express' },
  },
  capabilities: { transfers: { requested: true } },
}

/**
 * Returns the address of the page where a vendor submits its documents and bank account to Stripe.
 * A second request continues where the first one stopped.
 */
export async function startOnboarding(asking: Asking, organization: string): Promise<string> {
  const back = `${asking.platform.config.publicUrl}/bank-tax-info?stripe=`
  return await orUnavailable(asking, async () => {
    const accountId = await openAccount(asking, organization)
    const page = await asking.stripe.post(
      hostedPage,
      '/v1/account_links',
      {
        account: accountId,
        type: 'account_onboarding',
        return_url: `${back}back`,
        refresh_url: `${back}again`,
      },
      randomUUID(), // a link works once
    )
    return page.url
  })
}

/**
 * Returns the address of the page where a client connects a bank account and signs the mandate.
 * `returnTo` is a path of the platform.
 */
export async function startBankSetup(
  asking: Asking,
  organization: string,
  returnTo: string,
): Promise<string> {
  const back = `${asking.platform.config.publicUrl}${returnTo}`
  return await orUnavailable(asking, async () => {
    const page = await asking.stripe.post(
      hostedPage,
      '/v1/checkout/sessions',
      {
        mode: 'setup',
        currency: 'usd',
        customer: await openCustomer(asking, organization),
        payment_method_types: ['us_bank_account'],
        payment_method_options: {
          us_bank_account: { financial_connections: { permissions: ['payment_method'] } },
        },
        success_url: `${back}?stripe=back`,
        cancel_url: back,
      },
      randomUUID(),
    )
    return page.url
  })
}

/** The organization's account; two clicks open one, since they ask under the same key. */
async function openAccount({ platform: { db }, stripe }: Asking, organization: string) {
  const known = await db.transaction(system, (tx) => findAccount(tx, organization))
  if (known) return known.account_id
  const { name, email, ...place } = await db.transaction(system, (tx) =>
    getOrganization(tx, organization),
  )
  const opened = await stripe.post(
    account,
    '/v1/accounts',
    {
      ...RECIPIENT,
      ...placeOf(place),
      email,
      business_profile: { name },
      metadata: { organization },
    },
    `account:${organization}`,
  )
  await db.transaction(system, (tx) => insertAccount(tx, organization, opened))
  return opened.id
}

async function openCustomer({ platform: { db }, stripe }: Asking, organization: string) {
  const known = await db.transaction(system, (tx) => findPayer(tx, organization))
  if (known) return known.customer_id
  const { name, email } = await db.transaction(system, (tx) => getOrganization(tx, organization))
  const { id } = await stripe.post(
    customer,
    '/v1/customers',
    { name, email, metadata: { organization } },
    `customer:${organization}`,
  )
  await db.transaction(system, (tx) => insertPayer(tx, organization, id))
  return id
}

/**
 * The country of the bank account decides, and that of the organization without one. Accounts abroad take
 * transfers under the recipient agreement, and are paid out in the money of their country.
 */
function placeOf(of: { country: string; account_country: string | null }): Params {
  const own = of.country === 'UK' ? 'GB' : of.country
  const code = of.account_country ?? own
  if (code === 'other') return {}
  const currency = currencyOf(code)
  return {
    country: code,
    ...(currency && { default_currency: currency }),
    ...(code !== 'US' && { tos_acceptance: { service_agreement: 'recipient' } }),
  }
}

const euroCountries = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')
const currencies: Record<string, string> = {
  AU: 'aud',
  CA: 'cad',
  CH: 'chf',
  CZ: 'czk',
  DK: 'dkk',
  GB: 'gbp',
  HU: 'huf',
  JP: 'jpy',
  LI: 'chf',
  NO: 'nok',
  PL: 'pln',
  RO: 'ron',
  SE: 'sek',
  US: 'usd',
}

/** Returns the money of a country, as Stripe writes it; null where Stripe asks the vendor. */
const currencyOf = (country: string): string | null =>
  euroCountries.includes(country) ? 'eur' : (currencies[country] ?? null)

/**
 * Turns an error between Stripe and the platform into bank_unavailable: no user caused it. The log
 * has the reason.
 */
async function orUnavailable<T>({ platform }: Asking, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    platform.log.error({ err: error }, 'Stripe sends nobody to its pages')
    throw new AppError('bank_unavailable')
  }
}
