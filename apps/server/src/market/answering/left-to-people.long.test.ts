/**
 * Tests further cases in which rules leave a conversation to people, or ask back what an offer had before.
 *
 * @module-tag long
 */
import { describe, expect, it } from 'vitest'
import {
  at,
  buying,
  offerAt,
  selling,
  state,
  useAnswering,
} from '../../../testing/answering/use-answering.ts'
import { postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import { proposeChange, startTalk } from '../../../testing/fixtures/negotiation-fixtures.ts'

const { market, client, vendor, work, madeIn, expectSilence } = await useAnswering()

describe('people decide', () => {
  it('after a member has proposed by hand', async () => {
    const { conversationId, dprId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    const own = await proposeChange(vendor, conversationId, offerAt(1_820_000n))
    expect(await vendor.api.answering.get({ dprId })).toMatchObject({ state: 'left_to_people' })
    await proposeChange(client, conversationId, offerAt(1_000_000n), { counters: own.id })
    await expectSilence(conversationId)
  })

  it('once the other party has made as many proposals as there are answers, also withdrawn ones that met silence', async () => {
    const { conversationId, dprId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    const first = await proposeChange(client, conversationId, at(10_000))
    await work()
    const answered = (await madeIn(conversationId)).at(-1)
    expect(answered).toMatchObject({ isAutomatic: true, proposed: { priceCents: 1_800_000n } })
    expect(first.status).toBe('pending')
    let counters = answered?.id
    for (const price of [1, 10_000]) {
      expect(await vendor.api.answering.get({ dprId })).toMatchObject({ state: 'on' })
      const { id } = await proposeChange(client, conversationId, at(price), { counters })
      await work()
      await client.api.negotiation.withdraw({ proposalId: id })
      counters = undefined
    }
    expect(await vendor.api.answering.get({ dprId })).toMatchObject({ state: 'spent' })
    await proposeChange(client, conversationId, at(18_000, 9))
    await work()
    const made = await madeIn(conversationId)
    expect(made.filter(({ isAutomatic }) => isAutomatic)).toHaveLength(1)
    expect(made.at(-1)?.status).toBe('pending')
  })

  it('on a further offer of a vendor, whose first proposal a client’s rules do not make anew, and after one was declined', async () => {
    const dprId = await postDpr(client)
    await state(client, dprId, buying)
    const first = await sendOffer(vendor, dprId)
    await work()
    const { id: conversationId } = await client.api.negotiation.open({ offerId: first })
    await vendor.api.offers.withdraw({ offerId: first })
    const second = await sendOffer(vendor, dprId)
    await work()
    expect(await madeIn(conversationId)).toHaveLength(1)
    await proposeChange(vendor, conversationId, at(18_000))
    await work()
    const made = await madeIn(conversationId)
    expect(made.at(-1)).toMatchObject({ isAutomatic: true, proposed: { priceCents: 1_550_000n } })
    await client.api.offers.reject({ offerId: second, reason: 'Too dear' })
    await sendOffer(vendor, dprId)
    await proposeChange(vendor, conversationId, at(17_000))
    await work()
    expect((await madeIn(conversationId)).slice(made.length)).toMatchObject([
      { isAutomatic: false, status: 'pending' },
    ])
  })

  it('on a price that a vendor’s offer had before it was edited up and comes back to', async () => {
    const { conversationId, dprId, offerId } = await startTalk(client, vendor)
    await market.platform.db.pool.query(
      `with up as (update offers set price_cents = 2500000, revision = 2 where id = $1 returning id)
       insert into offer_revisions (offer_id, revision, changed_by, changes)
       select id, 2, $2, '[{"field": "price", "from": "1850000", "to": "2500000"}]' from up`,
      [offerId, vendor.organization.id],
    )
    await state(client, dprId, buying)
    await work()
    const [opening] = await madeIn(conversationId)
    const back = { counters: opening?.id, revision: 2 }
    await proposeChange(vendor, conversationId, at(18_500), back)
    await work()
    expect((await madeIn(conversationId)).map(({ isAutomatic }) => isAutomatic)).toEqual([
      ...[true, false],
    ])
  })

  it('of a license that is worse than the request asks, which a client’s rules ask back', async () => {
    const { conversationId, dprId } = await startTalk(client, vendor)
    await market.platform.db.pool.query(
      `update dprs set license = jsonb_set(license, '{redistribution}', '"allowed"') where id = $1`,
      [dprId],
    )
    await state(client, dprId, buying)
    await work()
    const opening = (await madeIn(conversationId)).at(-1)
    expect(opening?.proposed.license?.redistribution).toBe('allowed')
    await proposeChange(vendor, conversationId, at(15_000), { counters: opening?.id })
    await work()
    const [, , answer] = await madeIn(conversationId)
    expect(answer).toMatchObject({ isAutomatic: true, status: 'pending' })
    expect(answer?.proposed.license?.redistribution).toBe('allowed')
  })
})
