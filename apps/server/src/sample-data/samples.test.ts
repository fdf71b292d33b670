import { dprTabs, feeCents } from '@semblance/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  expectRefusal,
  expectRefusals,
  expectSoundLedger,
} from '../../testing/fixtures/deal-fixtures.ts'
import type { Market } from '../../testing/fixtures/market-fixtures.ts'
import { openSampleMarket } from '../../testing/samples/sample-market.ts'
import { system } from '../platform/database/db.ts'
import { loadSamples } from './load.ts'
import { people, password as samplePassword } from './seed/seed.ts'

let market: Market
beforeAll(async () => {
  market = await openSampleMarket()
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

it('leaves a set of an earlier release, which lacks a company, as it is', async () => {
  const rename = (from: string, to: string) =>
    market.platform.db.pool.query(
      'update organizations set organization_id = $2 where organization_id = $1',
      [from, to],
    )
  await rename('ORG-10013-CASTL', 'ORG-99999-OTHER')
  await loadSamples(market.platform, market.app.auth)
  const { rows } = await market.platform.db.pool.query(
    "select count(*)::int as many from organizations where name = 'Castell Home'",
  )
  expect(rows).toEqual([{ many: 1 }])
  await rename('ORG-99999-OTHER', 'ORG-10013-CASTL')
})

it('a visitor finds a market to look around in, in every category', async () => {
  for (const category of ['retail', 'healthcare', 'finance', 'technology', 'iot'] as const) {
    const { items } = await market.visitor.market.browse({ category, limit: 100 })
    expect(items.length).toBeGreaterThanOrEqual(6)
    expect(items.every((dpr) => dpr.createdAt <= new Date())).toBe(true)
  }
  const { items } = await market.visitor.market.browse({ search: 'smart meter' })
  expect(items.map(({ title }) => title)).toEqual(['Smart Meter Readings'])
})

it('a visitor opens every entry of every list, from a client and from a vendor', {
  tags: 'long',
}, async () => {
  const { dprs, offers, contracts, timelines, market: open } = market.visitor
  const limit = 100
  for (const tab of dprTabs)
    await expectOpening(await dprs.list({ tab, limit }), ({ id }) => dprs.get({ dprId: id }))
  await expectOpening(await open.browse({ limit }), ({ id }) => dprs.get({ dprId: id }))
  for (const side of ['client', 'vendor'] as const) {
    const list = await contracts.list({ side, limit })
    await expectOpening(list, ({ id }) => contracts.get({ contractId: id }))
    await expectOpening(list, ({ id }) => timelines.get({ contractId: id }))
  }
  const sent = await offers.listSent({ limit })
  expect(sent.items.length).toBeGreaterThan(0)
  for (const { id: offerId, dprTitle } of sent.items)
    expect(await offers.getSent({ offerId })).toMatchObject({ id: offerId, dprTitle })
  const requests = await offers.listRequests({ limit })
  expect(requests.items.some(({ liveCount }) => liveCount > 0)).toBe(true)
  for (const { dprId, liveCount } of requests.items)
    expect((await offers.listReceived({ dprId, closed: false, limit })).items).toHaveLength(
      liveCount,
    )
})

/** Every row of a list that is not empty opens under its own title. */
async function expectOpening<Row extends { title: string }>(
  { items }: { items: Row[] },
  read: (row: Row) => Promise<{ title: string }>,
): Promise<void> {
  expect(items.length).toBeGreaterThan(0)
  for (const row of items) expect((await read(row)).title).toBe(row.title)
}

it('a visitor reads the people of the organization, those who left too, and every company', async () => {
  const { organizations, companies: profiles } = market.visitor
  const { items } = await organizations.listMembers({ limit: 100 })
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['active', 'deactivated']))
  for (const company of ['meridian-synthetics', 'nagare-data'])
    expect(await profiles.get({ company })).toMatchObject({ slug: company })
})

it('a visitor reads notifications, and cannot mark them as read', async () => {
  const { notifications } = market.visitor
  for (const side of ['client', 'vendor'] as const) {
    const { items, unreadCount } = await notifications.list({ side })
    expect(unreadCount).toBeGreaterThan(0)
    expect(unreadCount).toBeLessThan(items.length)
  }
  await expectRefusal(notifications.markAllRead(), 'sign_in_required')
})

it('a visitor reads both sides, with money that the ledger holds', async () => {
  const client = await market.visitor.dashboards.client()
  expect(client.heldCents).toBe(1_802_000n)
  expect(client.tasks.map(({ kind }) => kind)).toContain('pay')
  const vendor = await market.visitor.dashboards.vendor()
  expect(vendor.heldCents).toBeGreaterThan(0n)
  expect((await market.visitor.offers.listReceived({})).items.length).toBeGreaterThan(3)
  expect((await market.visitor.offers.listSent({ status: 'rejected' })).items).not.toEqual([])
  expect((await market.visitor.contracts.list({ side: 'vendor' })).items).not.toEqual([])
  expect((await market.visitor.earnings.summary()).pendingCents).toBe(vendor.heldCents)
})

it('a visitor reads payments and documents, and no bank account', async () => {
  const { payments, invoices, contracts } = market.visitor
  const { items } = await contracts.list({ side: 'client' })
  const { id: contractId } = items.find(({ heldCents }) => heldCents > 0n)!
  const { payment, paymentStatus } = await payments.get({ contractId })
  expect(paymentStatus).toBe('escrow')
  expect(payment).toMatchObject({ accountHolderName: '', bankName: '', last4: '' })
  const history = await payments.history({ contractId })
  expect(history.items.at(-1)).toMatchObject({ kind: 'funding', method: 'ACH' })
  expect((await invoices.list({ contractId })).items.at(-1)).toMatchObject({ kind: 'invoice' })
  await expectRefusal(payments.cancel({ contractId }), 'sign_in_required')
})

it('a visitor cannot change anything in it', async () => {
  const { items } = await market.visitor.offers.listReceived({})
  const pending = items.find(({ status }) => status === 'pending')!
  await expectRefusal(
    market.visitor.offers.accept({ offerId: pending.id, revision: 1 }),
    'sign_in_required',
  )
  await expectRefusal(market.visitor.offers.reject({ offerId: pending.id }), 'sign_in_required')
})

it('a visitor explores the previews that vendors show with their offers', async () => {
  const { offers, previews } = market.visitor
  const { items } = await offers.listReceived({ limit: 100 })
  const shown = items.filter(({ hasPreview }) => hasPreview)
  const found = await Promise.all(shown.map(({ id }) => previews.ofOffer({ offerId: id })))
  const figures = { rows: 1000, qualityScore: expect.any(Number), epsilon: 3 }
  expect(found).toMatchObject([
    { dprTitle: 'Store Mobile Plan Subscribers', isLoaded: true, isOwn: true, figures },
  ])
  const { offerId } = found.find(({ isOwn }) => isOwn)!
  expect(await previews.sample({ offerId })).toMatchObject({ state: 'ready', isLoaded: true })
  const { agreed } = await previews.shown({ offerId })
  expect(agreed?.map(({ state }) => state)).toEqual(Array(7).fill('matched'))
  for (const { tables } of found) {
    expect(tables).toMatchObject([{ rows: 1000, totalRows: 1000 }])
    expect(tables[0]!.csv.trim().split('\n')).toHaveLength(1001)
  }
})

it('a visitor reads conversations from either seat, and cannot write in them', async () => {
  const { negotiation } = market.visitor
  const title = 'Retail Customer Purchase Histories'
  for (const [side, isOwn] of [
    ['client', false],
    ['vendor', true],
  ] as const) {
    const { items } = await negotiation.list({ side, sort: 'unread' })
    const { id: conversationId } = items.find(({ dprTitle }) => dprTitle === title)!
    expect(await negotiation.get({ conversationId, side })).toMatchObject({ side, unreadCount: 0 })
    const thread = await negotiation.messages({ conversationId, side })
    expect(thread.items[0]).toMatchObject({ isOwn, proposal: { status: 'pending', isOwn } })
    expect(thread.readByOther).not.toBeNull()
    expect(await negotiation.terms({ conversationId, side })).toMatchObject({ pendingIsOwn: isOwn })
    expect((await negotiation.termHistory({ conversationId, side })).items).toHaveLength(1)
    expect((await negotiation.contacts({ side })).items.length).toBeGreaterThan(3)
    expect(await negotiation.unreadCount({ side })).toEqual({ unreadCount: 0 })
    const { attachments } = thread.items.at(-1)!
    await negotiation.attachmentLink({ attachmentId: attachments[0]!.id })
    const proposalId = thread.items[0]!.proposal!.id
    await expectRefusals(
      [
        negotiation.send({ conversationId, body: 'Hello' }),
        negotiation.markRead({ conversationId, messageId: thread.items[0]!.id }),
        negotiation.propose({ conversationId, revision: 2, changes: { timelineDays: 11 } }),
        negotiation.approve({ proposalId }),
        negotiation.withdraw({ proposalId }),
      ],
      'sign_in_required',
    )
  }
})

it('nobody is mailed about the past', async () => {
  const mails = await market.platform.db.transaction(system, (tx) =>
    tx.selectFrom('app.mails').select('recipient').execute(),
  )
  expect(mails).toEqual([])
})

it.each([
  ['client@sample.test', ['client']],
  ['vendor@sample.test', ['admin', 'vendor']],
  ['seller@sample.test', ['vendor']],
  ['admin@sample.test', ['admin', 'client']],
  ['staff@sample.test', ['super_admin']],
  ['staff2@sample.test', ['super_admin']],
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

it('shows a delivery that waits for review, made by the engine, and what the vendor has earned', async () => {
  const { items } = await market.visitor.contracts.list({ side: 'client' })
  const waiting = items.find(({ status }) => status === 'pending_review')!
  const { report, files } = await market.visitor.deliveries.dataset({ dprId: waiting.dprId })
  expect(report.privacy.rhoSpent).toBeGreaterThan(0)
  expect(files.map(({ name }) => name)).toContain('validation_report.json')
  const table = files.find(({ name }) => name === 'store_card_accounts_synthetic.csv')!
  const asked = { fileId: table.id, format: 'json' } as const
  await expectRefusal(market.visitor.deliveries.convert(asked), 'sign_in_required')
  const earned = await market.visitor.earnings.summary()
  expect(earned).toMatchObject({ totalCents: 14_825_000n, completedCount: 9 })
})

it('past releases were paid out on Fridays; the newest release waits for the next one', async () => {
  const { items } = await market.visitor.earnings.list({ limit: 100 })
  const released = items.filter(({ status }) => status !== 'pending')
  expect(released[0]!.status).toBe('processing')
  expect(released.filter(({ status }) => status === 'paid').length).toBeGreaterThan(8)
  const summary = await market.visitor.earnings.summary()
  const overview = await market.visitor.payouts.overview()
  expect(overview).toMatchObject({ obstacle: null, schedule: { cadence: 'weekly', weekday: 5 } })
  expect(summary.completedCents + overview.payableCents).toBe(summary.totalCents)
  const payouts = await market.visitor.payouts.list({ limit: 100 })
  expect(payouts.items.every(({ state }) => state === 'paid')).toBe(true)
})

it('vendors have a past: completed contracts, their reviews and answers', async () => {
  const meridian = await market.visitor.companies.get({ company: 'meridian-synthetics' })
  expect(meridian).toMatchObject({ completedContracts: 9, totalReviews: 9, founded: 2016 })
  expect(meridian.rating).toBeGreaterThan(4)
  const { items } = await market.visitor.companies.reviews({ companyId: meridian.id })
  expect(items.some(({ reply }) => reply !== null)).toBe(true)
  expect(items.every(({ createdAt }) => createdAt <= new Date())).toBe(true)
})

it('a visitor reads a dispute that is negotiated and one that waits for staff, and cannot act in them', async () => {
  const { disputes, contracts } = market.visitor
  const disputed = async (side: 'client' | 'vendor') => {
    const { items } = await contracts.list({ side, status: 'disputed' })
    return (await disputes.list({ contractId: items[0]!.id })).items[0]!
  }
  const negotiated = await disputed('client')
  expect(negotiated).toMatchObject({ status: 'open', side: 'client' })
  expect(negotiated.settlements).toMatchObject([{ status: 'pending', isOwn: false }])
  expect(negotiated.statements[0]!.files).toHaveLength(1)
  expect(await disputed('vendor')).toMatchObject({ status: 'escalated', side: 'vendor' })
  const settlementId = negotiated.settlements[0]!.id
  await expectRefusal(disputes.accept({ settlementId }), 'sign_in_required')
})

it('an administrator finds an approval that waits and two that were decided, within the limit of each day', async () => {
  const signIn = async (email: string) => {
    const { data } = await market.supabase.auth.signInWithPassword({
      email,
      password: samplePassword,
    })
    return market.apiFor(data.session?.access_token ?? '')
  }
  const [admin, member] = [await signIn('admin@sample.test'), await signIn('client@sample.test')]
  expect(await admin.approvals.waitingCount()).toMatchObject({ waitingCount: 1 })
  const of = async (state: 'waiting' | 'approved' | 'declined') =>
    (await admin.approvals.list({ state, limit: 10 })).items
  const [waiting] = await of('waiting')
  expect(waiting).toMatchObject({ askedBy: 'Claire Novak', bar: null, vendorName: 'Cohort Labs' })
  const decided = [...(await of('approved')), ...(await of('declined'))]
  expect(decided.map(({ decisions }) => decisions[0]?.name)).toEqual([
    'Ada Lindqvist',
    'Ada Lindqvist',
  ])
  for (const { amountCents, limitCents, priceCents, feeBps } of [
    ...decided,
    ...(await of('waiting')),
  ]) {
    expect(amountCents).toBe(priceCents + feeCents(priceCents, feeBps))
    expect(amountCents).toBeGreaterThan(limitCents)
  }
  const offerId = waiting?.offerId ?? ''
  expect(await member.approvals.get({ offerId })).toMatchObject({
    needed: { limitCents: 1_900_000n },
  })
  const paying = decided[0]?.offerId ?? ''
  expect((await member.approvals.get({ offerId: paying })).needed).toBeNull()
})
