import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectRefusal, expectSoundLedger } from '../../../testing/deals.ts'
import { type Market, openTestMarket } from '../../../testing/market.ts'
import { system } from '../../platform/db.ts'
import { people, samplePassword } from './companies.ts'
import { loadSamples } from './load.ts'

let market: Market
beforeAll(async () => {
  market = await openTestMarket({ sampleData: true })
  await loadSamples(market.platform, market.app.auth)
})
afterAll(() => market.close())

it('loads once, and again without effect', async () => {
  const count = () =>
    market.platform.db.transaction(system, (tx) =>
      tx
        .selectFrom('offers')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow(),
    )
  const before = await count()
  await loadSamples(market.platform, market.app.auth)
  expect(await count()).toEqual(before)
  await expectSoundLedger(market)
})

it('a visitor finds a market to look around in, in every category', async () => {
  for (const category of ['retail', 'healthcare', 'finance', 'technology', 'iot'] as const) {
    const { items } = await market.visitor.dprs.browse({ category, limit: 100 })
    expect(items.length).toBeGreaterThanOrEqual(6)
    expect(items.every((dpr) => dpr.createdAt <= new Date())).toBe(true)
  }
  const { items } = await market.visitor.dprs.browse({ search: 'smart meter' })
  expect(items.map(({ title }) => title)).toEqual(['Smart Meter Readings'])
})

it('a visitor reads both sides, with money that the ledger holds', async () => {
  const client = await market.visitor.dashboards.client()
  expect(client.heldCents).toBe(4_500_000n)
  expect(client.tasks.map(({ kind }) => kind)).toContain('pay')
  const vendor = await market.visitor.dashboards.vendor()
  expect(vendor.heldCents).toBeGreaterThan(0n)
  expect((await market.visitor.offers.listReceived({})).items.length).toBeGreaterThan(3)
  expect((await market.visitor.offers.listSent({ status: 'rejected' })).items).not.toEqual([])
  expect((await market.visitor.contracts.list({ side: 'vendor' })).items).not.toEqual([])
  expect((await market.visitor.earnings.summary()).pendingCents).toBe(vendor.heldCents)
})

it('a visitor cannot change anything in it', async () => {
  const { items } = await market.visitor.offers.listReceived({})
  const pending = items.find(({ status }) => status === 'pending')!
  await expectRefusal(market.visitor.offers.accept({ offerId: pending.id }), 'sign_in_required')
  await expectRefusal(market.visitor.offers.reject({ offerId: pending.id }), 'sign_in_required')
})

it('nobody is mailed about the past', async () => {
  const mails = await market.platform.db.transaction(system, (tx) =>
    tx.selectFrom('app.mails').select('recipient').execute(),
  )
  expect(mails).toEqual([])
})

it.each([
  ['client@sample.test', ['client']],
  ['vendor@sample.test', ['vendor']],
  ['admin@sample.test', ['admin', 'client']],
  ['staff@sample.test', ['super_admin']],
])('%s can sign in as %j', async (email, roles) => {
  expect(people.map((person) => person.email)).toContain(email)
  const { data, error } = await market.supabase.auth.signInWithPassword({
    email,
    password: samplePassword,
  })
  expect(error).toBeNull()
  const answer = await market.fetch('/api/viewer', {
    headers: { authorization: `Bearer ${data.session!.access_token}` },
  })
  expect(((await answer.json()) as { roles: string[] }).roles.sort()).toEqual(roles)
})

it('shows a delivery that waits for review and one that was released, both made by the engine', async () => {
  const { items } = await market.visitor.contracts.list({ side: 'client' })
  const waiting = items.find(({ status }) => status === 'pending_review')!
  const { report, files } = await market.visitor.deliveries.dataset({ dprId: waiting.dprId })
  expect(report.privacy.rhoSpent).toBeGreaterThan(0)
  expect(files.map(({ name }) => name)).toContain('store_footfall_synthetic.csv')
  const earned = await market.visitor.earnings.summary()
  expect(earned).toMatchObject({ totalCents: 1_360_000n, completedCount: 1 })
})
