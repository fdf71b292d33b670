/** A market whose vendors are paid out, and what the tests of it ask and do. */
import { afterEach } from 'vitest'
import {
  balances,
  deliver,
  expectSoundLedger,
  fundedDeal,
  release,
} from '../../../testing/deals.ts'
import type { Person } from '../../../testing/market.ts'
import { bankingForm, expectPayoutsAddUp } from '../../../testing/payouts.ts'
import { useMarket } from '../../../testing/use-market.ts'
import { system } from '../../platform/db.ts'
import { applyPayoutOutcome, runPayouts } from './service.ts'

export const DAY_MS = 86_400_000
/** More than a week ahead, so that every schedule has had its day. */
export const later = (days = 8) => new Date(Date.now() + days * DAY_MS)

export const firstOf = async (vendor: Person) => (await vendor.api.payouts.list({})).items[0]

export async function usePayoutMarket() {
  const { market, client } = await useMarket({ client: 'client' }, { bankDaySeconds: 86_400 })
  const staff = await market.staff()
  afterEach(async () => {
    await expectSoundLedger(market)
    await expectPayoutsAddUp(market)
  })

  const run = (now = later()) => runPayouts(market.platform, now)

  async function vendorWith(ending: string | null = '6789') {
    const vendor = await market.member('vendor')
    const admin = await market.colleague(vendor, 'administrator')
    if (ending) await admin.api.banking.save({ ...bankingForm(ending), revision: 0 })
    return { ...vendor, admin }
  }

  async function earn(vendor: Person, cents = 100_000n) {
    const deal = await fundedDeal(client, vendor, cents)
    await deliver(market, deal.contractId)
    await release(market, client, deal.contractId)
    return deal
  }

  const balanceOf = async (vendor: Person, kind: 'payable' | 'payout_transit') =>
    (await balances(market)).get(`${kind}:${vendor.organization.id}`) ?? 0n

  const tell = (key: string, outcome: 'settled' | 'failed' | 'returned', code: string | null) =>
    market.platform.db.transaction(system, (tx) =>
      applyPayoutOutcome(
        { tx, now: new Date(), platform: market.platform },
        { key, outcome, code },
      ),
    )

  return { market, client, staff, run, vendorWith, earn, balanceOf, tell }
}
