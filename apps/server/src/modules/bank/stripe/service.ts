/** Who may be paid through Stripe, who may pay, and where either gives it what it needs. */
import type { StripeStanding } from '@semblance/contract'
import type { Ctx, Platform } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { openStripe } from './client.ts'
import { startBankSetup, startOnboarding } from './onboarding.ts'
import { findAccount, findStanding } from './queries.ts'

/** Visitors learn which bank it is, and no more. */
export async function getStanding({ tx, actor, platform }: Ctx): Promise<StripeStanding> {
  const provider = platform.config.stripe ? 'stripe' : 'built_in'
  const organization = actor.organization
  if (!organization || provider === 'built_in')
    return { provider, receiving: null, payoutFailure: null, bankAccount: null }
  const { account, payer } = await findStanding(tx, organization.id)
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

function receivingOf(account: Awaited<ReturnType<typeof findStanding>>['account']) {
  if (!account) return 'none'
  if (account.payouts_enabled) return 'ready'
  return account.details_submitted ? 'in_review' : 'incomplete'
}

/** Whether Stripe pays the organization out; run as the system. */
export async function isPaidOut(tx: Tx, organization: string): Promise<boolean> {
  return (await findAccount(tx, organization))?.payouts_enabled ?? false
}

/** Where the organization pays from; run as the system. */
export async function connectedAccount(tx: Tx, organization: string) {
  const { payer } = await findStanding(tx, organization)
  return payer?.last4 ? { bankName: payer.bank_name ?? '', last4: payer.last4 } : null
}

/** Both lead to a page of Stripe's. Called outside a transaction, since Stripe is asked. */
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
