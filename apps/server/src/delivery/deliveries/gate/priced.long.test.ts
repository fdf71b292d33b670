/** @module-tag long */
import { feeCents, priceAt } from '@semblance/contract'
import { qualityScore } from '@semblance/plots'
import { expect, it } from 'vitest'
import { runJobs } from '../../../../testing/drain-jobs.ts'
import {
  balances,
  EXAMPLE_FEE_BPS,
  expectSoundLedger,
  fund,
  postDpr,
  release,
} from '../../../../testing/fixtures/deal-fixtures.ts'
import { submit } from '../../../../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'
import { system } from '../../../platform/database/db.ts'

const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { bankDaySeconds: 86_400 },
)

const PRICE = 1_234_567n
const slope = { minAccuracyPercent: 50, targetAccuracyPercent: 100, floorPricePercent: 31 }

/** So many columns on so few rows that noise at epsilon 0.5 leaves the twin far from perfect, and far above the minimum. */
function sensorsCsv(rows = 2500): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const level = (i * 7919) % 100
    const site = ['north', 'south', 'east'][(i * 31) % 3]
    const numbers = [13, 17, 29, 31, 37].map((step) => (i * step + level) % (9 * step))
    return [level, site, i % 2 ? 'on' : 'off', ...numbers]
  })
  return `level,site,state,a,b,c,d,e\n${lines.map((line) => line.join(',')).join('\n')}\n`
}

it('a real delivery is priced at the accuracy of its report, and its acceptance settles to the cent', async () => {
  const dprId = await postDpr(client, { privacyLevel: 'maximum' })
  const { id: offerId } = await vendor.api.offers.submit({
    dprId,
    priceCents: PRICE,
    timelineDays: 10,
    description: 'Readings.',
    paymentStructure: 'third_upfront',
    accepted: vendor.accepted,
    ...slope,
  })
  const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
  await client.setFee(contractId, EXAMPLE_FEE_BPS)
  await fund(client, offerId)
  await submit(market, vendor, contractId, sensorsCsv())
  await runJobs(market)

  const { report, duePrice: stated } = await client.api.deliveries.dataset({ dprId })
  const tenths = (relative: number) => Math.round(10 * qualityScore({ relative }))
  const { relative, interval } = report.fidelity
  const terms = { priceCents: PRICE, ...slope }
  const due = priceAt(terms, tenths(relative))
  expect(relative).toBeGreaterThan(0.5)
  expect(due < PRICE).toBe(true)
  expect(stated).toMatchObject({
    cents: due,
    accuracyTenths: tenths(relative),
    interval: {
      lowTenths: tenths(interval!.low),
      highTenths: tenths(interval!.high),
      lowCents: priceAt(terms, tenths(interval!.low)),
      highCents: priceAt(terms, tenths(interval!.high)),
    },
  })

  await release(market, client, contractId)
  const all = await balances(market)
  const balance = (account: string) => all.get(account) ?? 0n
  expect(balance(`payable:${vendor.organization.id}`)).toBe(due)
  for (const kind of ['escrow', 'escrow_frozen', 'fee_deferred'])
    expect(balance(`${kind}:${contractId}`)).toBe(0n)
  const fees = { paid: feeCents(PRICE, EXAMPLE_FEE_BPS), earned: feeCents(due, EXAMPLE_FEE_BPS) }
  const refunds = await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('refunds')
      .select(['amount_cents', 'fee_cents', 'reason'])
      .where('contract_id', '=', contractId)
      .execute(),
  )
  expect(refunds).toEqual([
    {
      amount_cents: PRICE - due + fees.paid - fees.earned,
      fee_cents: fees.paid - fees.earned,
      reason: 'accuracy',
    },
  ])
  const [earning] = (await vendor.api.earnings.list({})).items
  expect(earning).toMatchObject({ amountCents: due, backForAccuracyCents: PRICE - due })
  await expectSoundLedger(market)
})
