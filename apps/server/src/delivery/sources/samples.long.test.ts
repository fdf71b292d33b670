/**
 * Tests that samples are known again, and that two deliveries at once share what a limit leaves.
 *
 * @module-tag long
 */
import { expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { fundedDeal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import { inspect, newCustomersCsv } from '../../../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

/** Makes previews, and leaves queued deliveries where they are. */
const runPreviews = () =>
  runJobs(market, {
    'preview.make': market.app.jobs['preview.make']!,
    'original.destroy': market.app.jobs['original.destroy']!,
  })

it('a sample of rows that another source has is refused before it is measured, or charged to that source', async () => {
  const [header, ...lines] = newCustomersCsv().trimEnd().split('\n')
  const { contractId } = await fundedDeal(client, vendor)
  await inspect(market, vendor, contractId, [header, ...lines].join('\n'))
  await vendor.api.deliveries.submit({ contractId, source: { name: 'Panel of all years' } })
  const { id: source } = (await vendor.api.sources.ofDeal({ deal: contractId }))!
  const extract = [header, ...lines.toReversed().slice(0, 200)].join('\n')
  const offerId = await sendOffer(vendor, await postDpr(client))
  const put = (query: string) =>
    market.fetch(`/api/offers/${offerId}/sample?fileName=panel.csv&${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${vendor.token}` },
      body: extract,
    })
  expect((await put('sourceName=Another%20panel')).status).toBe(201)
  await runPreviews()
  const known = { id: source, name: 'Panel of all years', match: 'some_rows' }
  const refused = await vendor.api.previews.sample({ offerId })
  expect(refused).toMatchObject({ state: 'refused', recognized: known })
  expect(refused!.reason).toMatch(
    /^Some of these rows .* Panel of all years .* Choose that source\.$/,
  )
  const other = (await vendor.api.sources.ofDeal({ deal: offerId }))!
  expect(other).toMatchObject({ name: 'Another panel', committed: { epsilon: 0 } })
  expect((await put('')).status).toBe(201) // the platform chooses
  await runPreviews()
  expect(await vendor.api.previews.sample({ offerId })).toMatchObject({
    state: 'ready',
    recognized: known,
  })
  expect(await vendor.api.sources.ofDeal({ deal: offerId })).toMatchObject({ id: source })
  await vendor.api.deliveries.cancel({ contractId })
})

it('of two deliveries of one source at once, only one takes what is left of the limit', async () => {
  const administrator = await market.colleague(vendor, 'administrator')
  const content = newCustomersCsv()
  const deals = [await fundedDeal(client, vendor), await fundedDeal(client, vendor)]
  for (const { contractId } of deals) await inspect(market, vendor, contractId, content)
  const [{ contractId: first }] = deals as [{ contractId: string }, unknown]
  await vendor.api.deliveries.submit({
    contractId: first,
    source: { name: 'Panel near its limit' },
  })
  const { id } = (await vendor.api.sources.ofDeal({ deal: first }))!
  await vendor.api.deliveries.cancel({ contractId: first })
  await inspect(market, vendor, first, content)
  await administrator.api.sources.setLimit({ id, epsilon: 4 })
  const submitted = await Promise.allSettled(
    deals.map(({ contractId }) => vendor.api.deliveries.submit({ contractId, source: { id } })),
  )
  const codes = submitted.map((one) => (one.status === 'rejected' ? one.reason.code : 'reserved'))
  expect(codes.toSorted()).toEqual(['privacy_budget_exhausted', 'reserved'])
  expect(await vendor.api.sources.get({ id })).toMatchObject({ spent: { epsilon: 0 } })
})
