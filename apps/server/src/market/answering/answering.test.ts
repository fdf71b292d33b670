import { describe, expect, it } from 'vitest'
import {
  buying,
  offerAt,
  selling,
  state,
  useAnswering,
} from '../../../testing/answering/use-answering.ts'
import { expectRefusal, postDpr, race, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  noticesOf,
  proposeChange,
  startTalk,
  termsOf,
} from '../../../testing/fixtures/negotiation-fixtures.ts'
import { answeringJobs } from './jobs.ts'

const { market, client, vendor, stranger, work, madeIn, expectSilence } = await useAnswering()

describe('an automatic answer', () => {
  it('is a proposal of the member who stated the rules, marked for both, with notice, consent and row like any other', async () => {
    const { conversationId, dprId, offerId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    await proposeChange(client, conversationId, offerAt(1_000_000n, { timelineDays: 12 }))
    await work()
    const [asked, answer] = await madeIn(conversationId)
    expect(asked).toMatchObject({ status: 'countered', isAutomatic: false })
    expect(answer).toMatchObject({
      status: 'pending',
      isOwn: false,
      isAutomatic: true,
      proposed: { priceCents: 1_800_000n, timelineDays: 12 },
    })
    expect((await noticesOf(client))[0]?.message).toContain('an automatic answer of')
    const agreement = await vendor.api.offers.agreement({
      offerId,
      agreementSha256: answer!.agreementSha256!,
    })
    expect(agreement?.consents).toMatchObject([{ side: 'vendor', act: 'propose_by_rules' }])
    const { rows } = await market.platform.db.pool.query(
      `select a.actor, a.detail ->> 'byRules' as by_rules, p.user_id from app.audit_log a, proposals p
       where a.object = 'proposal:' || p.id and p.id = $1`,
      [answer!.id],
    )
    const { userId } = vendor
    expect(rows).toEqual([{ actor: userId, by_rules: 'true', user_id: userId }])
  })

  it('comes once, however often its job runs, and from several servers', async () => {
    const { conversationId, dprId, offerId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    await proposeChange(client, conversationId, offerAt(1_000_000n))
    const job = answeringJobs(market.platform)['proposal.answer']!
    expect((await race(3, async () => await job({ offerId }, {} as never))).wins).toBe(3)
    await work()
    expect(await madeIn(conversationId)).toHaveLength(2)
  })

  it('approves what is as good as the next answer, and then people go on', async () => {
    const { conversationId, dprId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    await proposeChange(client, conversationId, offerAt(1_800_000n, { timelineDays: 9 }))
    await work()
    expect((await madeIn(conversationId))[0]).toMatchObject({
      status: 'approved',
      isDecidedAutomatically: true,
    })
    expect(await termsOf(client, conversationId)).toMatchObject({
      revision: 2,
      offerStatus: 'pending',
      values: { priceCents: 1_800_000n, timelineDays: 9 },
    })
    expect(await vendor.api.answering.get({ dprId })).toMatchObject({
      state: 'ended_here',
      answersMade: 1,
    })
    await expectRefusal(state(vendor, dprId, selling), 'answering_ended')
    await proposeChange(client, conversationId, offerAt(1_790_000n), { revision: 2 })
    await work()
    expect((await madeIn(conversationId)).at(-1)?.status).toBe('pending')
  })

  it('is given to an offer as it comes and to proposals that waited, and rules of both sides end', async () => {
    const dprId = await postDpr(client)
    await state(client, dprId, buying)
    const offerId = await sendOffer(vendor, dprId)
    await work()
    const { id } = await client.api.negotiation.open({ offerId })
    expect(await madeIn(id)).toMatchObject([
      { isAutomatic: true, proposed: { priceCents: 1_500_000n } },
    ])
    await state(vendor, dprId, selling)
    await work()
    const made = await madeIn(id)
    expect(made.map(({ proposed: { priceCents } }) => priceCents)).toEqual([
      ...[1_500_000n, 1_800_000n, 1_550_000n, 1_750_000n, 1_600_000n, 1_700_000n, 1_650_000n],
    ])
    expect(made.at(-1)?.status).toBe('pending')
  })
})

describe('people decide', () => {
  it('once the rules are stopped', async () => {
    const { conversationId, dprId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    await proposeChange(client, conversationId, offerAt(1_000_000n))
    await vendor.api.answering.stop({ dprId })
    expect(await vendor.api.answering.get({ dprId })).toMatchObject({ state: 'stopped' })
    await expectSilence(conversationId)
  })

  it('once either party has left the conversation to them, of which the other learns', async () => {
    const { conversationId, dprId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    await client.api.answering.endInConversation({ conversationId })
    await client.api.answering.endInConversation({ conversationId })
    expect((await termsOf(vendor, conversationId)).answeringEndedAt).not.toBeNull()
    const told = (await noticesOf(vendor)).filter((one) => one.title === 'Automatic answers ended')
    expect(told).toHaveLength(1)
    await proposeChange(client, conversationId, offerAt(1_000_000n))
    await expectSilence(conversationId)
    expect(await vendor.api.answering.get({ dprId })).toMatchObject({ state: 'ended_here' })
    await expectRefusal(state(vendor, dprId, selling), 'answering_ended')
  })

  it('after the vendor has changed its offer by hand', async () => {
    const { conversationId, dprId, offerId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    await market.platform.db.pool.query('update offers set revision = 2 where id = $1', [offerId])
    await proposeChange(client, conversationId, offerAt(1_000_000n), { revision: 2 })
    await expectSilence(conversationId)
  })

  it('once the member who stated the rules may not negotiate, is out, or its organization is suspended', async () => {
    const { pool } = market.platform.db
    const seller = await market.member('vendor')
    const { conversationId, dprId } = await startTalk(client, seller)
    await state(seller, dprId, selling)
    await proposeChange(client, conversationId, offerAt(1_000_000n))
    const { userId, organization } = seller
    for (const [off, on] of [
      [
        `update profiles set membership = 'deactivated' where user_id = '${userId}'`,
        `update profiles set membership = 'active' where user_id = '${userId}'`,
      ],
      [
        `update auth.users set banned_until = now() + interval '1 day' where id = '${userId}'`,
        `update auth.users set banned_until = null where id = '${userId}'`,
      ],
      [
        `update organizations set is_active = false where id = '${organization.id}'`,
        `update organizations set is_active = true where id = '${organization.id}'`,
      ],
    ] as const) {
      await pool.query(off)
      await answeringJobs(market.platform)['proposal.answer']!({ dprId }, {} as never)
      await expectSilence(conversationId)
      await pool.query(on)
    }
    await answeringJobs(market.platform)['proposal.answer']!({ dprId }, {} as never)
    expect(await madeIn(conversationId)).toHaveLength(2)
  })

  it('on what the member could not accept without an approval', async () => {
    const buyer = await market.member('client')
    const dprId = await postDpr(buyer)
    await market.platform.db.pool.query(
      `insert into app.spending_rules (organization, payment_cents) values ($1, 1000000)`,
      [buyer.organization.id],
    )
    await state(buyer, dprId, buying)
    const offerId = await sendOffer(vendor, dprId)
    await work()
    const { id } = await buyer.api.negotiation.open({ offerId })
    expect((await buyer.api.negotiation.messages({ conversationId: id })).items).toEqual([])
  })
})

describe('rules', () => {
  it('are refused where an answer would pass the bound, and change nothing', async () => {
    const { dprId } = await startTalk(client, vendor)
    await expect(state(vendor, dprId, { ...selling, answers: 4 })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'rules.stepCents' },
    })
    const { openingCents: _opening, ...without } = buying
    await expectRefusal(state(client, dprId, without), 'bad_input')
    expect(await vendor.api.answering.get({ dprId })).toMatchObject({ state: 'none', rules: null })
  })

  it('are read, changed and stopped by their own organization alone', async () => {
    const { conversationId, dprId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    await expectRefusal(stranger.api.answering.get({ dprId }), 'not_found')
    await expectRefusal(state(stranger, dprId, selling), 'not_found')
    await expectRefusal(stranger.api.answering.stop({ dprId }), 'not_found')
    await expectRefusal(stranger.api.answering.endInConversation({ conversationId }), 'not_found')
    expect(await client.api.answering.get({ dprId })).toMatchObject({ side: 'client', rules: null })
    await client.api.answering.stop({ dprId })
    expect(await vendor.api.answering.get({ dprId })).toMatchObject({
      state: 'on',
      rules: { priceBoundCents: 1_654_321n, openingCents: 1_850_000n },
    })
  })

  it('leave their bounds in no other row of the database: no log, event, notice, mail, webhook or leaf', async () => {
    const { conversationId, dprId } = await startTalk(client, vendor)
    await state(vendor, dprId, selling)
    await proposeChange(client, conversationId, offerAt(1_800_000n, { timelineDays: 9 }))
    await work()
    const { pool } = market.platform.db
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and not c.relispartition`,
    )
    const holding: string[] = []
    for (const { name } of tables) {
      const { rowCount } = await pool.query(
        `select from ${name} as t where t::text like '%1654321%' or t::text like '%16,543%' limit 1`,
      )
      if (rowCount) holding.push(name)
    }
    expect(tables.length).toBeGreaterThan(50)
    expect(holding).toEqual(['app.answer_rules'])
  })
})

describe('rules of a member with a limit', () => {
  it('stay on below it, say that they reach above it, and leave what is above to people', async () => {
    const { dprId, conversationId } = await startTalk(client, vendor)
    const admin = await market.colleague(client, 'administrator')
    const none = { paymentCents: null, monthCents: null }
    const limit = (paymentCents: bigint | null) =>
      admin.api.spending.setRules({
        member: { paymentCents, monthCents: null },
        ...{ organization: none, needsPurchaseOrder: false, needsCostCenter: false },
      })
    const on = { state: 'on', isPartlyOverLimit: false }
    expect(await state(client, dprId, buying)).toMatchObject(on)
    const read = () => client.api.answering.get({ dprId })
    await limit(1_400_000n)
    expect(await read()).toMatchObject({ state: 'on', isPartlyOverLimit: true })
    await limit(null)
    expect(await read()).toMatchObject(on)
    await limit(1_400_000n)
    await work()
    expect(await madeIn(conversationId)).toEqual([])
    await proposeChange(vendor, conversationId, offerAt(1_300_000n))
    await work()
    expect(await madeIn(conversationId)).toMatchObject([{ status: 'approved' }])
    await client.api.answering.stop({ dprId })
    expect(await read()).toMatchObject({ state: 'stopped', isPartlyOverLimit: false })
  })
})
