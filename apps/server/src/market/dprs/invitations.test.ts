import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  expectRefusal,
  fundedDeal,
  postDpr,
  race,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { mailsTo } from '../../../testing/fixtures/mail-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

const invite = (dprId: string, invitee = vendor, person = client) =>
  person.api.dprs.invite({
    dprId,
    vendorId: invitee.organization.id,
    message: 'Please have a look',
  })

it('an invited vendor is told, by mail too, and sees the invitation with the request', async () => {
  const dprId = await postDpr(client)
  expect((await vendor.api.dprs.get({ dprId })).invitation).toBeNull()
  expect(await invite(dprId)).toMatchObject({
    vendor: { id: vendor.organization.id },
    state: 'invited',
    message: 'Please have a look',
  })
  const { items } = await vendor.api.notifications.list({ limit: 1 })
  expect(items[0]).toMatchObject({
    title: 'You are invited to send an offer',
    path: `/submit-offer/${dprId}`,
  })
  expect(await mailsTo(market, vendor)).toContainEqual({
    subject: 'You are invited to send an offer',
    text_body: expect.stringContaining('Please have a look'),
  })
  expect((await vendor.api.dprs.get({ dprId })).invitation).toMatchObject({
    message: 'Please have a look',
  })
})

it('an invitation is told apart from an offer that came of it', async () => {
  const dprId = await postDpr(client)
  const silent = await market.member('vendor')
  await invite(dprId)
  await invite(dprId, silent)
  await sendOffer(vendor, dprId)
  const { items } = await client.api.dprs.invitations({ dprId })
  expect(items.map((item) => [item.vendor.id, item.state])).toEqual([
    [silent.organization.id, 'invited'],
    [vendor.organization.id, 'offered'],
  ])
})

it('invitations page without gaps or repetitions', async () => {
  const dprId = await postDpr(client)
  const invited = []
  for (let index = 0; index < 4; index++) {
    const invitee = await market.member('vendor')
    await invite(dprId, invitee)
    invited.push(invitee.organization.id)
  }
  const first = await client.api.dprs.invitations({ dprId, limit: 3 })
  const second = await client.api.dprs.invitations({ dprId, limit: 3, cursor: first.nextCursor! })
  expect([...first.items, ...second.items].map((item) => item.vendor.id)).toEqual(invited.reverse())
})

it('a vendor is invited once, and not after it has sent an offer', async () => {
  const dprId = await postDpr(client)
  const { wins, codes } = await race(3, () => invite(dprId))
  expect(wins).toBe(1)
  expect(codes).toEqual(new Set(['already_invited']))
  const bidder = await market.member('vendor')
  await sendOffer(bidder, dprId)
  await expectRefusal(invite(dprId, bidder), 'already_invited')
})

it('only vendors can be invited, and not oneself', async () => {
  const both = await market.member('both')
  const dprId = await postDpr(both)
  await expectRefusal(invite(dprId, both, both), 'own_dpr')
  for (const vendorId of [client.organization.id, randomUUID()])
    await expect(both.api.dprs.invite({ dprId, vendorId })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'vendorId' },
    })
  expect((await both.api.dprs.invitations({ dprId })).items).toEqual([])
})

it('a request that found its vendor invites nobody', { tags: 'long' }, async () => {
  const { dprId } = await fundedDeal(client, vendor)
  await expectRefusal(invite(dprId, await market.member('vendor')), 'dpr_closed')
})

it("nobody else can invite to a client's request, or see whom it has invited", async () => {
  const dprId = await postDpr(client)
  await invite(dprId)
  const other = await market.member('client')
  const invitee = await market.member('vendor')
  await expectRefusal(invite(dprId, invitee, other), 'not_found')
  await expectRefusal(other.api.dprs.invitations({ dprId }), 'not_found')
  await expectRefusal(invite(dprId, invitee, vendor), 'not_permitted')
  await expectRefusal(vendor.api.dprs.invitations({ dprId }), 'not_permitted')
  const { dprs } = market.visitor
  const vendorId = invitee.organization.id
  await expectRefusal(dprs.invite({ dprId, vendorId }), 'sign_in_required')
  await expectRefusal(dprs.invitations({ dprId }), 'sign_in_required')
})
