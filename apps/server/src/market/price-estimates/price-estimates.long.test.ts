/** @module-tag long */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { agree, expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { groupPrices } from './service.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
/** Repeats category and privacy level of the requests of these deals. */
const asked = { category: 'retail', privacyLevel: 'standard' } as const

/** Ends a deal as if it had been paid 12 days and delivered 2 days ago. */
async function completed(buyer: Person, seller: Person, priceCents: bigint) {
  const { contractId } = await agree(buyer, seller, priceCents)
  await market.platform.db.transaction(system, (tx) =>
    sql`update contracts set status = 'completed', funded_at = now() - interval '12 days',
      submitted_at = now() - interval '2 days', delivered_at = now() - interval '2 days',
      completed_at = now() - interval '1 day' where id = ${contractId}`.execute(tx),
  )
}

describe('what a request costs', () => {
  it('is hidden below six vendors and clients in each half, told by twelve, and unchanged by another contract', async () => {
    const buyers = [client]
    const sellers = [vendor]
    for (let n = 0; n < 11; n++) {
      buyers.push(await market.member('client'))
      sellers.push(await market.member('vendor'))
    }
    const prices = buyers.map((_, n) => 1_500_000n + BigInt(n) * 100_000n)
    const of = (people: Person[], index: number) => people[index] as Person
    for (const [index, price] of prices.entries()) {
      await groupPrices(market.platform)
      expect(await client.api.estimates.price(asked)).toBeNull()
      await completed(of(buyers, index), of(sellers, index), price)
    }
    await groupPrices(market.platform)
    const told = await client.api.estimates.price(asked)
    expect(told).toMatchObject({
      basis: 'like',
      contracts: 12,
      vendors: 12,
      lowCents: 1_700_000n,
      highCents: 2_400_000n,
      lowDays: 10,
      highDays: 10,
      lowAnswerDays: 0,
      highAnswerDays: 1,
    })
    expect(await vendor.api.estimates.price(asked)).toEqual(told)
    await completed(of(buyers, 0), of(sellers, 1), 99_000_000n)
    await groupPrices(market.platform)
    expect(await client.api.estimates.price(asked)).toEqual(told)
    for (const other of [
      { category: 'iot' },
      { privacyLevel: 'maximum' },
      { columns: 8 },
      { records: 5 },
    ] as const)
      expect(await client.api.estimates.price({ ...asked, ...other })).toBeNull()
  })

  it('is told of real companies to their members alone: a visitor learns nothing', async () => {
    expect(await client.api.estimates.price(asked)).not.toBeNull()
    expect(await market.visitor.estimates.price(asked)).toBeNull()
    const stranger = await market.stranger()
    await expectRefusal(stranger.api.estimates.price(asked), 'membership_pending')
    await expect(
      client.api.estimates.price({ ...asked, category: 'toys' as 'iot' }),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field: 'category' } })
  })
})
