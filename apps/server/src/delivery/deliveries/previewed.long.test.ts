/** @module-tag long */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectRefusal, postDpr } from '../../../testing/fixtures/deal-fixtures.ts'
import { deliveredDeal } from '../../../testing/fixtures/delivery-fixtures.ts'
import { type Market, openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'

let market: Market
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('the client of a delivery sees its first rows before anything is released; nobody else does', async () => {
  const { client, vendor, dprId } = await deliveredDeal(market)
  const { tables } = await client.api.previews.ofDelivery({ dprId })
  expect(tables).toMatchObject([{ rows: expect.any(Number), columns: [{ name: 'age' }, {}, {}] }])
  expect(tables[0]!.csv.split('\n')).toHaveLength(tables[0]!.rows + 2)
  expect(tables[0]!.totalRows).toBeGreaterThanOrEqual(tables[0]!.rows)
  await expectRefusal(vendor.api.previews.ofDelivery({ dprId }), 'not_permitted')
  const other = await market.member('both')
  await expectRefusal(other.api.previews.ofDelivery({ dprId }), 'not_found')
  await expectRefusal(market.visitor.previews.ofDelivery({ dprId }), 'sign_in_required')
  const undelivered = await postDpr(other)
  await expectRefusal(other.api.previews.ofDelivery({ dprId: undelivered }), 'not_found')
})
