import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectRefusal, fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import { customersCsv, inspect, upload } from '../../../../testing/fixtures/delivery-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../../platform/database/db.ts'

let market: Market
let client: Person
let vendor: Person
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
})
afterAll(() => market.close())

const stored = async () =>
  await market.platform.db.transaction(system, (tx) =>
    tx.selectFrom('app.delivery_reviews').select(['profiles', 'profiles_original']).execute(),
  )

it('the vendor sees its columns by their values, nobody else does, and they end with the original', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  await inspect(market, vendor, contractId, customersCsv())
  const { tables } = await vendor.api.deliveries.profiles({ contractId })
  expect(tables).toMatchObject([{ rows: 400 }])
  const [age, city] = tables[0]?.columns ?? []
  expect(age).toMatchObject({
    name: 'age',
    plot: { type: 'histogram' },
    because: expect.stringMatching(/whole numbers/),
  })
  expect(city).toMatchObject({ name: 'city', distinct: 4, plot: { type: 'categories' } })
  const rival = await market.member('both')
  await expectRefusal(client.api.deliveries.profiles({ contractId }), 'not_permitted')
  await expectRefusal(rival.api.deliveries.profiles({ contractId }), 'not_found')
  await expect(market.visitor.deliveries.profiles({ contractId })).rejects.toThrow()

  const [sealed] = await stored()
  expect(sealed?.profiles?.toString('latin1')).not.toMatch(/Berlin|"age"|histogram/)
  const forecast = await vendor.api.deliveries.forecast({ contractId })
  expect(forecast).toMatchObject({ beforeShare: 0, privacyLevel: 'standard' })
  expect(forecast.share).toBeGreaterThan(0.2)
  expect(forecast.share).toBeLessThan(0.4)

  await vendor.api.deliveries.cancel({ contractId })
  expect(await stored()).toEqual([{ profiles: null, profiles_original: null }])
  expect(await vendor.api.deliveries.profiles({ contractId })).toEqual({ tables: [] })
})

it('of several files, none is left to read once the key of any of them is destroyed', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  await upload(market, vendor, contractId, customersCsv(), 'first.csv')
  const { uploadId } = await inspect(market, vendor, contractId, customersCsv(), 'second.csv')
  const read = () => vendor.api.deliveries.profiles({ contractId })
  expect((await read()).tables.map(({ name }) => name).sort()).toEqual(['first', 'second'])
  await market.platform.db.transaction(system, (tx) =>
    tx
      .updateTable('uploads')
      .set({ state: 'removed', removed_at: new Date() })
      .where('id', '=', uploadId)
      .execute(),
  )
  expect(await read()).toEqual({ tables: [] })
})
