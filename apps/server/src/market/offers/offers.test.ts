import { expect, it } from 'vitest'
import {
  agree,
  expectRefusal,
  fund,
  fundedDeal,
  postDpr,
  race,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { mailsTo } from '../../../testing/fixtures/mail-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { type Claims, system } from '../../platform/database/db.ts'

const { market, client, vendor, rival } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  rival: 'vendor',
})

const statusOf = async (person: Person, offerId: string) =>
  (await person.api.offers.listSent({ limit: 100 })).items.find(({ id }) => id === offerId)

const titlesOf = async (person: Person) =>
  (await person.api.notifications.list({ limit: 100 })).items.map(({ title }) => title)

it('an offer reaches the client with its vendor, and the vendor finds it among its own', async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId, 1_780_050n)
  const { items } = await client.api.offers.listReceived({ dprId })
  expect(items).toMatchObject([
    {
      id: offerId,
      priceCents: 1_780_050n,
      status: 'pending',
      asked: { timelineDays: 14, deliveryFormat: 'csv' },
      dataFormats: ['csv'],
      revision: 1,
      changes: [],
      rivalAccepted: false,
      funded: false,
      contractId: null,
      vendor: { id: vendor.organization.id, completedContracts: 0, city: 'Berlin' },
    },
  ])
  expect(await statusOf(vendor, offerId)).toMatchObject({ status: 'pending', dprId })
  expect(await titlesOf(client)).toContain('New offer received')
})

it('a vendor has one live offer per request, and may try again once it is declined', async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  await expectRefusal(sendOffer(vendor, dprId), 'offer_exists')
  expect((await client.api.dprs.get({ dprId })).offersCount).toBe(1)
  await client.api.offers.reject({ offerId })
  await sendOffer(vendor, dprId)
})

it('parallel offers of one vendor make one', async () => {
  const dprId = await postDpr(client)
  const { wins, codes } = await race(8, () => sendOffer(vendor, dprId))
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['offer_exists']) })
  expect((await client.api.dprs.get({ dprId })).offersCount).toBe(1)
})

it('an organization that is both cannot offer on its own request', async () => {
  const both = await market.member('both')
  const dprId = await postDpr(both)
  await expectRefusal(sendOffer(both, dprId), 'own_dpr')
  expect((await both.api.dprs.get({ dprId })).offersCount).toBe(0)
})

it('a request that found its vendor takes no more offers', { tags: 'long' }, async () => {
  const { dprId } = await fundedDeal(client, vendor)
  await expectRefusal(sendOffer(rival, dprId), 'dpr_closed')
})

it('accepting draws up a contract of the offer and tells the vendor', async () => {
  const { offerId, contractId, dprId } = await agree(client, vendor, 1_850_000n)
  expect(await client.api.contracts.get({ contractId })).toMatchObject({
    offerId,
    dprId,
    priceCents: 1_850_000n,
    feeCents: 46_250n,
    status: 'awaiting_payment',
    stage: null,
  })
  expect(await vendor.api.contracts.get({ contractId })).toMatchObject({ feeCents: null })
  const { items } = await vendor.api.contracts.list({ side: 'vendor', limit: 1 })
  expect(items).toMatchObject([{ id: contractId, feeCents: null }])
  expect(await statusOf(vendor, offerId)).toMatchObject({ status: 'accepted', contractId })
  expect(await titlesOf(vendor)).toContain('Offer accepted')
})

it('parallel accepts of one offer make one contract', { tags: 'long' }, async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  const { wins, codes } = await race(8, () => client.api.offers.accept({ offerId, revision: 1 }))
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['offer_decided']) })
})

it('parallel accepts of rival offers accept one', async () => {
  const dprId = await postDpr(client)
  const offers = [await sendOffer(vendor, dprId), await sendOffer(rival, dprId)]
  let turn = 0
  const { wins, codes } = await race(8, () =>
    client.api.offers.accept({ offerId: offers[turn++ % 2]!, revision: 1 }),
  )
  expect(wins).toBe(1)
  expect([...codes].every((code) => code === 'offer_decided' || code === 'rival_accepted')).toBe(
    true,
  )
  expect(codes).toContain('rival_accepted')
})

it('of accept and reject at once, one decides', async () => {
  const offerId = await sendOffer(vendor, await postDpr(client))
  let turn = 0
  const { wins } = await race(8, () =>
    turn++ % 2
      ? client.api.offers.accept({ offerId, revision: 1 })
      : client.api.offers.reject({ offerId }),
  )
  expect(wins).toBe(1)
})

it('declining keeps the reason and tells the vendor', async () => {
  const offerId = await sendOffer(vendor, await postDpr(client))
  await client.api.offers.reject({ offerId, reason: 'Above our budget' })
  expect(await statusOf(vendor, offerId)).toMatchObject({
    status: 'rejected',
    rejectedAs: 'declined',
    rejectReason: 'Above our budget',
  })
  expect(await titlesOf(vendor)).toContain('Offer declined')
  expect(await mailsTo(market, vendor)).toContainEqual({
    subject: expect.stringContaining('Offer declined'),
    text_body: expect.stringContaining('Above our budget'),
  })
  await expectRefusal(client.api.offers.accept({ offerId, revision: 1 }), 'offer_decided')
  await expectRefusal(client.api.offers.reject({ offerId }), 'offer_decided')
})

it('funding one offer closes its rivals and tells them', async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  const lost = await sendOffer(rival, dprId)
  await client.api.offers.accept({ offerId, revision: 1 })
  expect(await statusOf(rival, lost)).toMatchObject({ status: 'pending' })
  await fund(client, offerId)
  expect(await statusOf(rival, lost)).toMatchObject({
    status: 'rejected',
    rejectedAs: 'not_selected',
  })
  expect(await titlesOf(rival)).toContain('Offer not selected')
})

it('no offer slips in while another is being funded', { tags: 'long' }, async () => {
  const vendors = await Promise.all(Array.from({ length: 6 }, () => market.member('vendor')))
  const { dprId, offerId } = await agree(client, vendor)
  const [funding, ...sent] = await Promise.allSettled([
    fund(client, offerId),
    ...vendors.map((late) => sendOffer(late, dprId)),
  ])
  expect(funding.status).toBe('fulfilled')
  for (const result of sent)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'dpr_closed' })
  const { items } = await client.api.offers.listReceived({ dprId })
  expect(items.filter(({ status }) => status === 'pending')).toEqual([])
  expect(items.filter(({ status }) => status === 'accepted').map(({ id }) => id)).toEqual([offerId])
})

it('filters and pages of sent offers hold together', { tags: 'long' }, async () => {
  const sender = await market.member('vendor')
  const sent: string[] = []
  for (let count = 0; count < 5; count++) sent.push(await sendOffer(sender, await postDpr(client)))
  await client.api.offers.reject({ offerId: sent[0]! })
  const first = await sender.api.offers.listSent({ status: 'pending', limit: 3 })
  const rest = await sender.api.offers.listSent({
    status: 'pending',
    limit: 3,
    cursor: first.nextCursor!,
  })
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(sent.slice(1).reverse())
  expect(rest.nextCursor).toBeNull()
})

it('offers cannot be seen or decided by anyone but their two parties', async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  const stranger = await market.member('client')
  expect((await stranger.api.offers.listReceived({ dprId })).items).toEqual([])
  expect(await statusOf(rival, offerId)).toBeUndefined()
  for (const decide of [stranger.api.offers.accept, stranger.api.offers.reject])
    await expectRefusal(decide({ offerId, revision: 1 }), 'not_found')
  for (const decide of [vendor.api.offers.accept, vendor.api.offers.reject])
    await expectRefusal(decide({ offerId, revision: 1 }), 'not_permitted')
  for (const decide of [market.visitor.offers.accept, market.visitor.offers.reject])
    await expectRefusal(decide({ offerId, revision: 1 }), 'sign_in_required')
  expect(await statusOf(vendor, offerId)).toMatchObject({ status: 'pending' })
})

it("a client cannot send offers, nor see a vendor's", async () => {
  const dprId = await postDpr(client)
  await expectRefusal(sendOffer(client, dprId), 'not_permitted')
  await expectRefusal(client.api.offers.listSent({}), 'not_permitted')
  await expectRefusal(vendor.api.offers.listReceived({}), 'not_permitted')
})

it("the database itself refuses an offer in another organization's name", async () => {
  const dprId = await postDpr(client)
  const claims: Claims = {
    role: 'authenticated',
    sub: rival.userId,
    org_ids: [rival.organization.id],
  }
  const forged = {
    dpr_id: dprId,
    client: client.organization.id,
    vendor: vendor.organization.id,
    price_cents: 100n,
    timeline_days: 1,
    description: 'forged',
  }
  const { db } = market.platform
  await expect(
    db.transaction(claims, (tx) => tx.insertInto('offers').values(forged).execute()),
  ).rejects.toMatchObject({ code: '42501' })
  const offerId = await sendOffer(vendor, dprId)
  const changed = await db.transaction(claims, (tx) =>
    tx
      .updateTable('offers')
      .set({ status: 'accepted' })
      .where('id', '=', offerId)
      .executeTakeFirst(),
  )
  expect(changed.numUpdatedRows).toBe(0n)
  const [row] = await db.transaction(system, (tx) =>
    tx.selectFrom('offers').select('status').where('id', '=', offerId).execute(),
  )
  expect(row!.status).toBe('pending')
})
