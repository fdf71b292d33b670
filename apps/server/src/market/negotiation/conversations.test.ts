import { describe, expect, it } from 'vitest'
import {
  agree,
  expectRefusal,
  fundedDeal,
  postDpr,
  race,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { say, setOnline, startTalk } from '../../../testing/fixtures/negotiation-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})

const open = (
  person: Pick<Person, 'api'>,
  target: Parameters<Person['api']['negotiation']['open']>[0],
) => person.api.negotiation.open(target)

describe('opening', () => {
  it('leads both parties to one conversation about their request, offer and contract', async () => {
    const { dprId, offerId, contractId } = await fundedDeal(client, vendor)
    const vendorId = vendor.organization.id
    const opened = await Promise.all(
      [client, vendor].flatMap((party) => [
        open(party, { offerId }),
        open(party, { contractId }),
        open(party, { dprId, vendorId }),
      ]),
    )
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(opened[0]).toMatchObject({
      dprId,
      offerId,
      contractId,
      side: 'client',
      counterpart: { id: vendorId, type: 'vendor', isOnline: false, lastSeenAt: null },
      lastMessage: '',
      unreadCount: 0,
    })
    expect(opened[3]).toMatchObject({
      side: 'vendor',
      counterpart: { id: client.organization.id, type: 'client' },
    })
  })

  it('is up to the client for a vendor that has nothing to do with the request yet', async () => {
    const dprId = await postDpr(client)
    const target = { dprId, vendorId: vendor.organization.id }
    await expectRefusal(open(vendor, target), 'not_permitted')
    const { id, offerId } = await open(client, target)
    expect(offerId).toBeNull()
    await say(client, id)
    expect(await open(vendor, target)).toMatchObject({ id, lastMessage: 'Hello', unreadCount: 1 })
  })

  it('is open to a vendor that the client invited', async () => {
    const dprId = await postDpr(client)
    const [vendorId, clientId] = [vendor.organization.id, client.organization.id]
    await market.platform.db.transaction(system, (tx) =>
      tx
        .insertInto('dpr_invitations')
        .values({ dpr_id: dprId, vendor: vendorId, client: clientId })
        .execute(),
    )
    expect(await open(vendor, { dprId, vendorId })).toMatchObject({ dprId, side: 'vendor' })
  })

  it('makes one conversation, however often it is asked for at once', {
    tags: 'long',
  }, async () => {
    const dprId = await postDpr(client)
    const ids = new Set<string>()
    const { wins } = await race(8, async () => {
      ids.add((await open(client, { dprId, vendorId: vendor.organization.id })).id)
    })
    expect([wins, ids.size]).toEqual([8, 1])
  })

  it('finds no new vendor for a request that takes no more offers', { tags: 'long' }, async () => {
    const { dprId } = await fundedDeal(client, vendor)
    await expectRefusal(open(client, { dprId, vendorId: stranger.organization.id }), 'dpr_closed')
  })

  it('cannot reach a company that is no vendor, is closed, or is not there', async () => {
    const dprId = await postDpr(client)
    const gone = await market.member('vendor')
    await market.platform.db.pool.query(
      'update organizations set is_active = false where id = $1',
      [gone.organization.id],
    )
    const both = await market.member('both')
    const buyer = await market.member('client')
    for (const vendorId of [gone.organization.id, buyer.organization.id, crypto.randomUUID()])
      await expectRefusal(open(client, { dprId, vendorId }), 'not_found')
    const own = await postDpr(both)
    await expectRefusal(open(both, { dprId: own, vendorId: both.organization.id }), 'not_found')
  })

  it("cannot be done with what is nobody's or somebody else's, nor signed out", async () => {
    const { dprId, offerId, contractId } = await agree(client, vendor)
    const vendorId = vendor.organization.id
    const targets = [{ offerId }, { contractId }, { dprId, vendorId }]
    for (const target of [...targets, { offerId: 'OFR-0' }, { contractId: 'CTR-0' }])
      await expectRefusal(open(stranger, target), 'not_found')
    await expectRefusal(open(client, { dprId: 'DPR-0', vendorId }), 'not_found')
    await expectRefusal(market.visitor.negotiation.open({ dprId, vendorId }), 'sign_in_required')
    await expectRefusal(market.visitor.negotiation.open({ offerId }), 'sign_in_required')
  })
})

describe('reading', () => {
  it('is for the two parties alone', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const colleague = await market.colleague(client, 'member')
    const waiting = await market.colleague(client, 'pending')
    expect(await colleague.api.negotiation.get({ conversationId })).toMatchObject({
      id: conversationId,
    })
    await expectRefusal(stranger.api.negotiation.get({ conversationId }), 'not_found')
    await expectRefusal(waiting.api.negotiation.get({ conversationId }), 'membership_pending')
    await expectRefusal(market.visitor.negotiation.get({ conversationId }), 'sign_in_required')
  })

  it('keeps a vendor without an offer in sight of a request that has closed', {
    tags: 'long',
  }, async () => {
    const { dprId } = await agree(client, vendor)
    const other = await market.member('vendor')
    const fresh = await postDpr(client)
    const { id } = await open(client, { dprId: fresh, vendorId: other.organization.id })
    await market.platform.db.pool.query(`update dprs set status = 'cancelled' where id = $1`, [
      fresh,
    ])
    expect(await other.api.negotiation.get({ conversationId: id })).toMatchObject({
      dprTitle: expect.stringMatching(/./),
    })
    expect(dprId).not.toBe(fresh)
  })

  it('shows the live offer, else the latest', async () => {
    const { conversationId, dprId, offerId } = await startTalk(client, vendor)
    await client.api.offers.reject({ offerId })
    const shown = async () => (await client.api.negotiation.get({ conversationId })).offerId
    expect(await shown()).toBe(offerId)
    const second = await sendOffer(vendor, dprId)
    expect(await shown()).toBe(second)
  })

  it('tells whether anybody of the other party is online, and when one was last', async () => {
    const [buyer, seller] = [await market.member('client'), await market.member('vendor')]
    const { conversationId } = await startTalk(buyer, seller)
    const colleague = await market.colleague(seller, 'member')
    const presence = async () => (await buyer.api.negotiation.get({ conversationId })).counterpart
    await setOnline(market, seller, false)
    expect(await presence()).toMatchObject({ isOnline: false, lastSeenAt: expect.any(Date) })
    await setOnline(market, colleague)
    expect(await presence()).toMatchObject({ isOnline: true })
  })
})
