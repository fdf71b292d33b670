/** Plans of the past: the two companies that people look at have paid for theirs, month by month. No number is anybody's. */
import type { Ctx } from '../../platform/context.ts'
import { failInPast, settleInPast } from '../bank/service.ts'
import {
  applyChargeOutcome,
  endPeriod,
  listCharges,
  readBilling,
  saveMethod,
  startSubscription,
} from '../billing/service.ts'
import type { Cast } from './cast.ts'
import { type CompanyKey, companies } from './companies.ts'

const MONTHS = 14
/** Of the running period. */
const DAYS_SINCE = 10
const DAY_MS = 86_400_000

type Payer = { bank: string; number: string; lastRefusal?: string }

/** The vendor's account has been closed meanwhile: its last payment waits for another one. */
const payers: Partial<Record<CompanyKey, Payer>> = {
  halden: { bank: 'First National Bank', number: '000123456789' },
  meridian: { bank: 'Charles River Bank', number: '4400018834', lastRefusal: 'R02' },
}

export async function loadBilling({ tx, idOf, acting }: Cast): Promise<void> {
  const began = new Date(Date.now() - DAYS_SINCE * DAY_MS)
  for (const key of Object.keys(companies) as CompanyKey[]) {
    const payer = payers[key]
    await startSubscription(tx, idOf(key), payer ? monthsBefore(began, MONTHS) : began)
    if (payer) await payUntilNow((at) => acting(key, at), payer, monthsBefore(began, MONTHS))
  }
}

/** On a day of the month that every month has. */
const monthsBefore = (at: Date, months: number) =>
  new Date(
    Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, Math.min(at.getUTCDate(), 28), 9, 30),
  )

async function payUntilNow(
  at: (moment: Date) => Ctx,
  { bank, number, lastRefusal }: Payer,
  from: Date,
): Promise<void> {
  const first = at(from)
  const { id, name } = first.actor.organization!
  await saveMethod(first, id, {
    bankName: bank,
    accountHolderName: name,
    accountNumber: number,
    routingNumber: '021000021',
    accountType: 'business-checking',
  })
  for (let month = 1; month <= MONTHS; month++) {
    const ctx = at((await readBilling(first)).periodEnd)
    await endPeriod(ctx, id)
    const { items } = await listCharges(ctx, { limit: 1 })
    const key = `subscription:${items[0]!.id}:1`
    if (month === MONTHS && lastRefusal) await failInPast(ctx, key, lastRefusal, applyChargeOutcome)
    else await settleInPast(ctx, key, applyChargeOutcome)
  }
}
