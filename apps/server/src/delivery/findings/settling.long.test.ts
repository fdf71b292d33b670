/**
 * Tests how a finding is used: read by staff on record, proposed and accepted by the parties, and by no others.
 *
 * @module-tag long
 */
import type { DataClaim, Measurement } from '@semblance/contract'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import {
  agreeLater,
  claimOn,
  deliveredCustomers,
  newestFinding,
  oldestAge,
} from '../../../testing/finding-fixtures.ts'
import {
  balances,
  type Deal,
  expectRefusal,
  expectSoundLedger,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})
afterEach(() => expectSoundLedger(market))

type Accuracy = Extract<Measurement, { type: 'accuracy' }>

const sloped = { minAccuracyPercent: 50, targetAccuracyPercent: 99, floorPricePercent: 60 }

/** The price follows the accuracy; of 800 records some 400 are delivered. */
let deal: Deal
beforeAll(async () => {
  deal = await deliveredCustomers(market, { client, vendor }, { offered: sloped })
  await agreeLater(market, deal, { oldest: 40, records: 800 })
}, 400_000)

async function measured(claims: DataClaim[]) {
  const disputeId = await claimOn(client, deal, claims)
  await runJobs(market)
  return { disputeId, ...(await newestFinding(client, deal, disputeId))! }
}

describe('a finding', () => {
  it('that cannot tell proposes no split, and says why: for noise, or as nothing was kept of the original', async () => {
    const { disputeId, id, stated } = await measured([{ type: 'accuracy' }])
    const [accuracy] = stated.claims
    expect(accuracy).toMatchObject({ outcome: 'inconclusive', reason: 'noise', priceCents: null })
    const { found, wantedPercent, reportedPercent } = accuracy!.measured as Accuracy
    expect(wantedPercent).toBe(Math.min(99, reportedPercent))
    expect(found.low).toBeLessThan(wantedPercent)
    expect(found.high).toBeGreaterThanOrEqual(wantedPercent)
    expect(stated.split).toBeNull()
    await expectRefusal(client.api.findings.propose({ findingId: id }), 'finding_without_split')
    const { items } = await vendor.api.notifications.list({ limit: 1 })
    expect(items[0]!.message).toContain('cannot tell whether the claim holds')

    const { pool } = market.platform.db
    await pool.query('delete from app.source_models') // as of an earlier release
    expect(await client.api.findings.claimable(deal)).toMatchObject({ hasModel: false })
    const pair: DataClaim = { type: 'pair', table: 'customers', columns: ['age', 'income'] }
    await client.api.findings.claim({ disputeId, claims: [pair] })
    await runJobs(market)
    const { claims } = (await newestFinding(client, deal, disputeId))!.stated
    const unknown = { outcome: 'inconclusive', reason: 'no_model', measured: null }
    expect(claims).toMatchObject([unknown, unknown])
    await client.api.disputes.withdraw({ disputeId })
  })

  it('gives way to a newer one, by the lowest price of which both parties settle to the cent', async () => {
    const { disputeId, id: earlier, stated } = await measured([oldestAge(40)])
    expect(stated.split).toMatchObject({ priceCents: 1_110_000 }) // the floor
    const view = await client.api.findings.claim({ disputeId, claims: [{ type: 'records' }] })
    expect(view).toMatchObject({ state: 'measuring', findings: [{ id: earlier }] })
    await expectRefusal(vendor.api.findings.propose({ findingId: earlier }), 'finding_replaced')
    await runJobs(market)
    const newest = (await newestFinding(vendor, deal, disputeId))!
    const { split, claims } = newest.stated
    expect(claims.map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed'])
    const lowest = Math.min(...claims.map(({ priceCents }) => priceCents!))
    expect(split).toMatchObject({ priceCents: lowest, toVendorCents: lowest })

    const staff = await expectStaffReads(disputeId, newest.jws)
    const findingId = newest.id
    await expectRefusal(stranger.api.findings.propose({ findingId }), 'not_found')
    await expectRefusal(market.visitor.findings.propose({ findingId }), 'sign_in_required')
    const proposed = await vendor.api.findings.propose({ findingId })
    expect(proposed).toMatchObject({ status: 'open', outcome: null })
    await expectRefusal(vendor.api.findings.propose({ findingId }), 'settlement_pending')
    const settlementId = proposed.settlements.at(-1)!.id
    const { outcome } = await client.api.disputes.accept({ settlementId })
    expect(outcome).toMatchObject({
      toVendorCents: BigInt(split!.toVendorCents),
      toClientCents: BigInt(split!.toClientCents),
    })
    const after = await balances(market)
    for (const kind of ['escrow', 'escrow_frozen', 'fee_deferred'])
      expect(after.get(`${kind}:${deal.contractId}`)).toBe(0n)
    await expectRefusal(client.api.findings.propose({ findingId }), 'dispute_ended')
    await expectRefusal(staff.api.findings.staff.open({ disputeId }), 'dispute_ended')
    await client.settle()
  })
})

/** Staff read the same finding, with report, gate and certificate, each time on record; no one else does. */
async function expectStaffReads(disputeId: string, jws: string) {
  const staff = await market.staff()
  for (const person of [client, vendor, stranger])
    await expectRefusal(person.api.findings.staff.open({ disputeId }), 'not_permitted')
  await expectRefusal(market.visitor.findings.staff.open({ disputeId }), 'sign_in_required')
  await expectRefusal(staff.api.findings.staff.open({ disputeId: 'DSP-1' }), 'not_found')
  const opened = await staff.api.findings.staff.open({ disputeId })
  await staff.api.findings.staff.open({ disputeId })
  const [certificate] = (await client.api.certificates.list(deal)).items
  const dataset = await client.api.deliveries.dataset(deal)
  expect(opened.delivery).toMatchObject({
    certificate: { id: certificate!.id },
    report: dataset.report,
    gate: dataset.gate,
  })
  expect(opened.findings[0]!.jws).toBe(jws)
  const { items } = await staff.api.audit.list({ object: `dispute:${disputeId}`, limit: 10 })
  const actions = items.map(({ action }) => action)
  expect(actions.filter((action) => action === 'dispute.read_evidence')).toHaveLength(2)
  return staff
}
