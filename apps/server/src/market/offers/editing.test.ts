import { expect, it } from 'vitest'
import {
  agree,
  expectRefusal,
  expectRefusals,
  fund,
  fundedDeal,
  postDpr,
  race,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor, rival } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  rival: 'vendor',
})

type EditInput = Parameters<Api['offers']['edit']>[0]

const edited = (offerId: string, change: Partial<EditInput> = {}): EditInput => ({
  offerId,
  revision: 1,
  priceCents: 1_700_000n,
  additionalServicesCents: 100_000n,
  timeline: 2,
  timelineUnit: 'weeks',
  description: 'Our own loyalty panel, cleaned and documented.',
  deliverables: ['Synthetic dataset', 'Codebook'],
  paymentStructure: 'third_upfront',
  dataFormats: ['csv', 'json'],
  deliveryMethod: 'sftp',
  supportPeriod: '30_days',
  sampleDescription: 'The first 1,000 rows',
  sampleRecords: 1000,
  minAccuracyPercent: 95,
  privacyLevel: 'high',
  ...change,
})

const newOffer = async () => sendOffer(vendor, await postDpr(client))
const accept = (offerId: string, revision = 1) => client.api.offers.accept({ offerId, revision })
const received = async (offerId: string) =>
  (await client.api.offers.listReceived({ limit: 100 })).items.find(({ id }) => id === offerId)!
const titlesOf = async (person: Person) =>
  (await person.api.notifications.list({ limit: 100 })).items.map(({ title }) => title)

async function propose({ api }: Person, offerId: string, changes = { timelineDays: 12 }) {
  const { id: conversationId } = await api.negotiation.open({ offerId })
  return await api.negotiation.propose({ conversationId, revision: 1, changes })
}

it('an edit is a new revision that the client is told of, with what changed', async () => {
  const offerId = await newOffer()
  expect((await received(offerId)).changes).toEqual([]) // seen for the first time
  const detail = await vendor.api.offers.edit(edited(offerId))
  expect(detail).toMatchObject({ revision: 2, priceCents: 1_700_000n, timelineDays: 14 })
  expect(detail.revisions).toMatchObject([{ revision: 2, isOwn: true }])
  const { changes } = detail.revisions[0]!
  expect(changes).toEqual([
    { field: 'price', from: '1850000', to: '1700000' },
    { field: 'timeline', from: 10, to: 14 },
    { field: 'format', from: ['csv'], to: ['csv', 'json'] },
    { field: 'samples', from: null, to: 1000 },
    { field: 'accuracy', from: null, to: 95 },
    { field: 'privacy', from: 'standard', to: 'high' },
    { field: 'services', from: '0', to: '100000' },
    { field: 'deliverables', from: ['Synthetic dataset'], to: ['Synthetic dataset', 'Codebook'] },
    { field: 'payment', from: 'on_delivery', to: 'third_upfront' },
    { field: 'delivery', from: 'download', to: 'sftp' },
    { field: 'support', from: 'none', to: '30_days' },
    { field: 'sample', from: null, to: 'The first 1,000 rows' },
  ])
  expect((await received(offerId)).changes).toEqual(changes)
  expect(await titlesOf(client)).toContain('Offer updated')
  const { rows } = await market.platform.db.pool.query<{ subject: string }>(
    'select subject from app.mails where recipient = $1',
    [client.email],
  )
  expect(rows.map(({ subject }) => subject)).toContain('Offer updated')
})

it('the client accepts only the revision it has seen', async () => {
  const offerId = await newOffer()
  await vendor.api.offers.edit(edited(offerId))
  await expectRefusal(accept(offerId), 'offer_changed')
  await accept(offerId, 2)
  expect(
    await client.api.contracts.get({ contractId: (await received(offerId)).contractId! }),
  ).toMatchObject({
    priceCents: 1_700_000n,
    feeCents: 42_500n,
  })
})

it('what changed stays marked until the person says to have seen it, and adds up over revisions', async () => {
  const offerId = await newOffer()
  await received(offerId)
  await vendor.api.offers.edit(edited(offerId))
  await vendor.api.offers.edit(edited(offerId, { revision: 2, priceCents: 1_850_000n }))
  const { changes } = await received(offerId)
  expect(changes.map(({ field }) => field)).not.toContain('price') // it came back to what it was
  expect(changes.map(({ field }) => field)).toContain('timeline')
  await client.api.offers.markSeen({ offerId, revision: 3 })
  expect((await received(offerId)).changes).toEqual([])
})

it('an edit that changes nothing is no revision and tells nobody', async () => {
  const quiet = await market.member('client')
  const offerId = await sendOffer(vendor, await postDpr(quiet))
  await vendor.api.offers.edit(edited(offerId))
  const detail = await vendor.api.offers.edit(edited(offerId, { revision: 2 }))
  expect(detail.revision).toBe(2)
  expect((await titlesOf(quiet)).filter((title) => title === 'Offer updated')).toHaveLength(1)
})

it('a colleague who edits an older revision is refused', async () => {
  const offerId = await newOffer()
  await vendor.api.offers.edit(edited(offerId))
  await expectRefusal(vendor.api.offers.edit(edited(offerId)), 'terms_changed')
})

it.each([
  ['the price', { priceCents: 0n }, 'priceCents'],
  ['the time', { timeline: 0 }, 'timeline'],
  ['a time beyond a year', { timeline: 13, timelineUnit: 'months' }, 'timeline'],
  ['the deliverables', { deliverables: [] }, 'deliverables'],
  ['an empty deliverable', { deliverables: ['Data', ' '] }, 'deliverables.1'],
  ['services above the price', { additionalServicesCents: 1_700_000n }, 'additionalServicesCents'],
  ['the description', { description: ' ' }, 'description'],
  ['the formats', { dataFormats: [] }, 'dataFormats'],
] as const)('bad input names %s and changes nothing', async (_, bad, field) => {
  const offerId = await newOffer()
  const refused = vendor.api.offers.edit(edited(offerId, bad as never))
  await expect(refused).rejects.toMatchObject({
    code: 'bad_input',
    data: { issues: expect.arrayContaining([expect.objectContaining({ field })]) },
  })
  expect((await received(offerId)).revision).toBe(1)
})

it('while a proposal waits for an answer, nobody edits, accepts or pays; rejecting and withdrawing remain', async () => {
  const offerId = await newOffer()
  await propose(client, offerId)
  expect((await received(offerId)).pendingProposal).toMatchObject({ isOwn: true })
  await expectRefusal(vendor.api.offers.edit(edited(offerId)), 'proposal_pending')
  await expectRefusal(accept(offerId), 'proposal_pending')
  await client.api.offers.reject({ offerId })
  const other = await newOffer()
  await propose(client, other)
  await vendor.api.offers.withdraw({ offerId: other })
  const deal = await agree(client, vendor)
  await propose(client, deal.offerId)
  await expectRefusal(fund(client, deal.offerId), 'proposal_pending')
  expect((await client.api.contracts.get(deal)).status).toBe('awaiting_payment')
})

it('withdrawing ends a pending offer, tells the client and frees the way for another', async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  const detail = await vendor.api.offers.withdraw({ offerId })
  expect(detail).toMatchObject({ status: 'rejected', rejectedAs: 'withdrawn' })
  expect(await titlesOf(client)).toContain('Offer withdrawn')
  await expectRefusal(vendor.api.offers.withdraw({ offerId }), 'offer_decided')
  await sendOffer(vendor, dprId)
})

const decided: Record<string, () => Promise<string>> = {
  accepted: async () => (await agree(client, vendor)).offerId,
  funded: async () => (await fundedDeal(client, vendor)).offerId,
  declined: async () => {
    const offerId = await newOffer()
    await client.api.offers.reject({ offerId })
    return offerId
  },
  withdrawn: async () => {
    const offerId = await newOffer()
    await vendor.api.offers.withdraw({ offerId })
    return offerId
  },
}

it.each(Object.keys(decided))(
  'a %s offer is neither edited, withdrawn, accepted nor rejected',
  async (state) => {
    const offerId = await decided[state]!()
    await expectRefusal(vendor.api.offers.edit(edited(offerId)), 'terms_fixed')
    await expectRefusal(vendor.api.offers.withdraw({ offerId }), 'offer_decided')
    await expectRefusal(accept(offerId), 'offer_decided')
    await expectRefusal(client.api.offers.reject({ offerId }), 'offer_decided')
  },
)

it('of accept and edit at once, the client gets what it saw or is told to look again', async () => {
  const offerId = await newOffer()
  let turn = 0
  const { codes } = await race(8, () =>
    turn++ % 2 ? accept(offerId) : vendor.api.offers.edit(edited(offerId)),
  )
  const { status, revision, priceCents } = await received(offerId)
  if (status === 'accepted')
    expect({ revision, priceCents }).toEqual({ revision: 1, priceCents: 1_850_000n })
  else expect(revision).toBe(2)
  const expected = new Set<string>([
    'offer_changed',
    'offer_decided',
    'terms_changed',
    'terms_fixed',
  ])
  expect([...codes].filter((code) => !expected.has(code))).toEqual([])
})

it('of accept and withdraw at once, one wins', async () => {
  const offerId = await newOffer()
  let turn = 0
  const { wins, codes } = await race(8, () =>
    turn++ % 2 ? accept(offerId) : vendor.api.offers.withdraw({ offerId }),
  )
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['offer_decided']) })
})

it('parallel edits of one revision make one', async () => {
  const offerId = await newOffer()
  let cents = 0n
  const { wins, codes } = await race(8, () =>
    vendor.api.offers.edit(edited(offerId, { priceCents: 1_700_000n + cents++ * 100n })),
  )
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['terms_changed']) })
  expect((await received(offerId)).revision).toBe(2)
})

it('a request that was closed meanwhile cannot be accepted on', async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  await market.platform.db.transaction({ role: 'semblance_system' }, (tx) =>
    tx
      .updateTable('dprs')
      .set({ status: 'cancelled', closed_at: new Date() })
      .where('id', '=', dprId)
      .execute(),
  )
  await expectRefusal(accept(offerId), 'dpr_closed')
})

it('cannot be edited, withdrawn or read by anyone but the vendor', async () => {
  const offerId = await newOffer()
  const calls = ({ api }: { api: Api }) => [
    api.offers.getSent({ offerId }),
    api.offers.edit(edited(offerId)),
    api.offers.withdraw({ offerId }),
  ]
  await expectRefusals(calls(rival), 'not_found')
  await expectRefusals(calls(client), 'not_permitted')
  await expectRefusals(calls({ api: market.visitor }), 'sign_in_required')
  await expectRefusals(calls(await market.stranger()), 'membership_pending')
  expect((await received(offerId)).revision).toBe(1)
})

it('cannot be marked seen by anyone but its client', async () => {
  const offerId = await newOffer()
  const seen = { offerId, revision: 1 }
  await expectRefusal((await market.member('client')).api.offers.markSeen(seen), 'not_found')
  await expectRefusal(vendor.api.offers.markSeen(seen), 'not_permitted')
  await expectRefusal(market.visitor.offers.markSeen(seen), 'sign_in_required')
})
