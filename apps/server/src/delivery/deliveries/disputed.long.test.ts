/** @module-tag long */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs, skipBackoff } from '../../../testing/drain-jobs.ts'
import { fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import { originalExists, submit } from '../../../testing/fixtures/delivery-fixtures.ts'
import { type Market, openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'

let market: Market
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('a delivery that was submitted before a dispute waits for its end, and is then made', async () => {
  const [client, vendor] = [await market.member('client'), await market.member('vendor')]
  const { contractId } = await fundedDeal(client, vendor)
  const { uploadId } = await submit(market, vendor, contractId)
  const { id: disputeId } = await client.api.disputes.open({
    contractId,
    reason: 'late',
    statement: 'Nothing has come.',
    asks: 'full_refund',
  })
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'queued' })
  expect(originalExists(market, uploadId)).toBe(true)
  await client.api.disputes.withdraw({ disputeId })
  await skipBackoff(market)
  await runJobs(market)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({ status: 'ready' })
  expect((await client.api.contracts.get({ contractId })).status).toBe('pending_review')
  expect(originalExists(market, uploadId)).toBe(false)
})
