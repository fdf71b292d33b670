/** Sends people to Stripe's own pages: vendors to open an account, clients to connect the bank account they pay from. */
import { randomUUID } from 'node:crypto'
import { countries } from '@semblance/contract'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { type Params, type Stripe, StripeError } from './client.ts'
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
 * Returns the country in which an organization is established, which an account at Stripe keeps for good.
 * For one outside the register that is the country of its bank account. Throws bad_input where that is unknown
 * or a country of the register, in which the organization is not: Stripe would take its own country. Accounts
 * abroad take transfers under the recipient agreement. Stripe pays out in the money of the bank account that it
 * is given.
 */
function placeOf(of: { country: string; account_country: string | null }): Params {
  const code = of.country === 'other' ? of.account_country : isoOf(of.country)
  const isKnownElsewhere =
    of.country === 'other' &&
    Object.keys(countries)
      .map(isoOf)
      .includes(code ?? '')
  if (!code || isKnownElsewhere)
    throw new AppError('bad_input', {
      field: 'country',
      message:
        'We do not know the country of your organization, and a payout account keeps its country for good. Save a bank account in that country first. If it has no IBAN, contact support.',
    })
  return {
    country: code,
    ...(code !== 'US' && { tos_acceptance: { service_agreement: 'recipient' } }),
  }
}

const isoOf = (country: string): string => (country === 'UK' ? 'GB' : country)

/**
 * Turns an error between Stripe and the platform into bank_unavailable: no user caused it. A country in
 * which Stripe opens no account is named, since no later try would do. The log has the reason.
 */
async function orUnavailable<T>({ platform }: Asking, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    platform.log.error({ err: error }, 'Stripe sends nobody to its pages')
    if (error instanceof StripeError && error.isAboutCountry)
      throw new AppError('bad_input', {
        message: 'Stripe opens no accounts in the country of your organization. Contact support.',
      })
    throw new AppError('bank_unavailable')
  }
}
