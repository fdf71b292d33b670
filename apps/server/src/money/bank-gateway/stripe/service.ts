/**
 * Manages payments through Stripe: which organizations may be paid or pay, and the pages where they
 * enter what Stripe needs.
 */
import type { StripeStanding } from '@semblance/contract'
import type { Tx } from '../../../platform/database/db.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { openStripe } from './client.ts'
import { startBankSetup, startOnboarding } from './onboarding.ts'
import { findAccount, findAccountState } from './queries.ts'

/** Returns an organization's accounts at Stripe; visitors see only the bank's name. */
export async function getStanding({ tx, actor, platform }: Ctx): Promise<StripeStanding> {
  const provider = platform.config.stripe ? 'stripe' : 'built_in'
  const organization = actor.organization
  if (!organization || provider === 'built_in')
    return { provider, receiving: null, payoutFailure: null, bankAccount: null }
  const { account, payer } = await findAccountState(tx, organization.id)
  return {
    provider,
    receiving: organization.isVendor ? receivingOf(account) : null,
    payoutFailure: account?.payout_failure_code ?? null,
    bankAccount:
      payer?.last4 && organization.isClient
        ? { bankName: payer.bank_name ?? '', last4: payer.last4 }
        : null,
  }
}

function receivingOf(account: Awaited<ReturnType<typeof findAccountState>>['account']) {
  if (!account) return 'none'
  if (account.payouts_enabled) return 'ready'
  return account.details_submitted ? 'in_review' : 'incomplete'
}

/** Returns true if Stripe pays the organization out. Requires the system role. */
export async function isPaidOut(tx: Tx, organization: string): Promise<boolean> {
  return (await findAccount(tx, organization))?.payouts_enabled ?? false
}

/** Returns the account that the organization pays from. Null if there is none. Requires the system role. */
export async function connectedAccount(tx: Tx, organization: string) {
  const { payer } = await findAccountState(tx, organization)
  return payer?.last4 ? { bankName: payer.bank_name ?? '', last4: payer.last4 } : null
}

/**
 * Returns the address of a page of Stripe's, like `sendToBankSetup`. Call both outside a
 * transaction, because they send requests to Stripe.
 */
export async function sendToOnboarding(platform: Platform, organization: string) {
  return { url: await startOnboarding(asking(platform), organization) }
}

export async function sendToBankSetup(platform: Platform, organization: string, returnTo: string) {
  return { url: await startBankSetup(asking(platform), organization, returnTo) }
}

function asking(platform: Platform) {
  if (!platform.config.stripe) throw new AppError('not_found')
  return { platform, stripe: openStripe(platform.config.stripe) }
}
