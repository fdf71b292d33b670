/** Organizations with their applications, bank accounts, plans and payouts. No account number is a real one. */
import type { PayoutSchedule } from '@semblance/contract'
import { saveBankDetails } from '../money/bank-details/service.ts'
import { backfillFailure, backfillSettlement } from '../money/bank-gateway/service.ts'
import {
  applyPayoutOutcome,
  nextPayoutAt,
  payVendor,
  setSchedule,
} from '../money/payouts/service.ts'
import {
  applyChargeOutcome,
  endPeriod,
  listCharges,
  readBilling,
  saveMethod,
  startSubscription,
} from '../money/subscriptions/service.ts'
import { backfillApplications } from '../people/applications/service.ts'
import { backfillOrganizations } from '../people/organizations/service.ts'
import type { Ctx } from '../platform/http/context.ts'
import { daysBefore, type SampleIds } from './sample-ids.ts'
import { applications, type CompanyKey, companyKeys, organizations } from './seed/seed.ts'

/** Longer ago than the first contract. */
const ACCOUNT_AGE_DAYS = 400
const MONTHS_PAID = 14
/** Counts the days of a plan's running period so far. */
const DAYS_SINCE_PAID = 10
/** Longer ago than the first release. */
const FIRST_PAYOUT_DAYS = 390

/** Longer ago than the first of the past requests. */
const OLDEST_MEMBER_DAYS = 700

const ROUTING_NUMBER = '021000021'
const friday: PayoutSchedule = { cadence: 'weekly', weekday: 5 }
const address = {
  taxAddress: '12 Harbor Street',
  taxCity: 'Boston',
  taxState: 'MA',
  taxZip: '02110',
}

export async function loadOrganizations(cast: SampleIds): Promise<void> {
  await enterOrganizations(cast)
  await enterApplications(cast)
  for (const key of companyKeys) {
    await loadPayoutAccount(cast, key)
    await loadPlan(cast, key)
  }
}

async function enterOrganizations(cast: SampleIds): Promise<void> {
  const rows = companyKeys.map((key, index) => ({
    ...organizations[key].profile,
    id: cast.idOf(key),
    is_sample: true,
    created_at: daysBefore(cast, OLDEST_MEMBER_DAYS - 25 * index),
  }))
  await backfillOrganizations(cast.tx, rows)
}

async function enterApplications(cast: SampleIds): Promise<void> {
  const rows = applications.map(({ decision, reason, appliedDays, ...application }) => ({
    ...application,
    status: decision ?? ('pending' as const),
    decision_reason: reason ?? null,
    created_at: daysBefore(cast, appliedDays),
    decided_at: decision ? daysBefore(cast, appliedDays - 2) : null,
  }))
  await backfillApplications(cast.tx, rows)
}

async function loadPayoutAccount(cast: SampleIds, key: CompanyKey): Promise<void> {
  const account = organizations[key].payoutAccount
  if (!account) return
  const ctx = cast.acting(key, daysBefore(cast, ACCOUNT_AGE_DAYS))
  await saveBankDetails(ctx, cast.idOf(key), {
    revision: 0,
    accountKind: 'us',
    bic: '',
    vatNumber: '',
    ...account,
    accountHolderName: organizations[key].profile.name,
    routingNumber: ROUTING_NUMBER,
    accountType: 'business-checking',
    businessType: 'corporation',
    ...address,
    additionalNotes: '',
  })
}

/** Starts the plan of every organization; those with an account have paid it month by month. */
async function loadPlan(cast: SampleIds, key: CompanyKey): Promise<void> {
  const began = daysBefore(cast, DAYS_SINCE_PAID)
  const account = organizations[key].planAccount
  const from = account ? monthsBefore(began, MONTHS_PAID) : began
  await startSubscription(cast.tx, cast.idOf(key), from)
  if (!account) return
  const { lastRefusal, ...method } = account
  const first = cast.acting(key, from)
  const { id, name } = first.actor.organization!
  await saveMethod(first, id, {
    ...method,
    accountHolderName: name,
    routingNumber: ROUTING_NUMBER,
    accountType: 'business-checking',
  })
  for (let month = 1; month <= MONTHS_PAID; month++) {
    const ctx = cast.acting(key, (await readBilling(first)).periodEnd)
    await endPeriod(ctx, id)
    const { items } = await listCharges(ctx, { limit: 1 })
    const charge = `subscription:${items[0]!.id}:1`
    if (month === MONTHS_PAID && lastRefusal)
      await backfillFailure(ctx, charge, lastRefusal, applyChargeOutcome)
    else await backfillSettlement(ctx, charge, applyChargeOutcome)
  }
}

/** Goes back whole months, to a day of the month that every month has. */
const monthsBefore = (at: Date, months: number) =>
  new Date(
    Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, Math.min(at.getUTCDate(), 28), 9, 30),
  )

/** Pays vendors every Friday what was released by then. The schedule is chosen: the default would pay at once where banking days are shortened. */
export async function loadPayouts(cast: SampleIds): Promise<void> {
  const { now, acting } = cast
  for (const key of companyKeys.filter((one) => organizations[one].payoutAccount)) {
    const ctx = acting(key, now)
    await setSchedule({ ...ctx, actor: { ...ctx.actor, roles: ['admin'] } }, friday)
    const next = (after: Date) => nextPayoutAt(friday, ctx.platform.config, after)
    for (let at = next(daysBefore(cast, FIRST_PAYOUT_DAYS)); at < now; at = next(at))
      await payOn(acting(key, at))
  }
}

async function payOn(ctx: Ctx): Promise<void> {
  const sent = await payVendor(ctx, ctx.actor.organization!.id)
  if (sent) await backfillSettlement(ctx, `payout:${sent.id}:${sent.attempt}`, applyPayoutOutcome)
}
