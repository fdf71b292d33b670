import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, race } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import {
  eventsOf,
  mailSubjectsTo,
  noticesOf,
  say,
  setOnline,
  startTalk,
  type Talk,
} from '../../../testing/fixtures/negotiation-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})
let talk: Talk
beforeAll(async () => {
  talk = await startTalk(client, vendor)
})

const thread = (person: Pick<Person, 'api'>, conversationId: string, more = {}) =>
  person.api.negotiation.messages({ conversationId, ...more })

const markRead = (person: Person, conversationId: string, messageId: string) =>
  person.api.negotiation.markRead({ conversationId, messageId })

const unread = async (person: Person, conversationId: string) =>
  (await person.api.negotiation.get({ conversationId })).unreadCount

const badge = async (person: Person, side: 'client' | 'vendor') =>
  (await person.api.negotiation.unreadCount({ side })).unreadCount

describe('sending', () => {
  it('reaches both parties, each from its side, and their browsers', async () => {
    const { conversationId } = await startTalk(client, vendor)
    await market.platform.db.pool.query(
      `update profiles set first_name = 'Claire', last_name = 'Novak' where user_id = $1`,
      [client.userId],
    )
    const sent = await say(client, conversationId, '  Can you start on Monday?  ')
    expect(sent).toMatchObject({
      type: 'message',
      isOwn: true,
      body: 'Can you start on Monday?',
      personName: 'Claire Novak',
      proposal: null,
      attachments: [],
    })
    const { items, readByOther } = await thread(vendor, conversationId)
    expect(items).toMatchObject([
      { id: sent.id, isOwn: false, senderName: sent.senderName, personName: 'Claire Novak' },
    ])
    expect(readByOther).toBeNull()
    for (const party of [client, vendor])
      expect(await eventsOf(market, party, conversationId)).toEqual(['message.sent'])
    const colleague = await market.colleague(client, 'member')
    expect((await thread(colleague, conversationId)).items[0]).toMatchObject({ isOwn: true })
  })

  it('is refused to a person beyond sixty messages within a minute, but not what was sent before', async () => {
    const buyer = await market.member('client')
    const { conversationId } = await startTalk(buyer, vendor)
    const key = crypto.randomUUID()
    const send = () => buyer.api.negotiation.send({ conversationId, body: 'The first', key })
    const { id } = await send()
    await market.platform.db.pool.query(
      `insert into messages (conversation_id, client, vendor, sender, user_id, body)
       select conversation_id, client, vendor, sender, user_id, 'More' from messages, generate_series(1, 58) where id = $1`,
      [id],
    )
    await say(buyer, conversationId, 'The sixtieth')
    await expectRefusal(say(buyer, conversationId), 'too_many_requests')
    expect((await thread(buyer, conversationId)).items[0]).toMatchObject({ body: 'The sixtieth' })
    expect(await send()).toMatchObject({ id })
    await say(vendor, conversationId)
    await say(await market.colleague(buyer, 'member'), conversationId)
    await market.platform.db.pool.query(
      `update messages set created_at = created_at - interval '1 minute' where conversation_id = $1`,
      [conversationId],
    )
    await say(buyer, conversationId)
  })

  it.each(['', '   ', '\n\t '])('sends nothing for %j, and names the field', async (body) => {
    const { conversationId } = await startTalk(client, vendor)
    await expect(say(client, conversationId, body)).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'body' },
    })
    expect((await thread(client, conversationId)).items).toEqual([])
    expect(await eventsOf(market, vendor, conversationId)).toEqual([])
  })

  it('takes 5,000 characters and not one more', async () => {
    const { conversationId } = await startTalk(client, vendor)
    await expect(say(client, conversationId, 'x'.repeat(5001))).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'body' },
    })
    expect((await say(client, conversationId, 'x'.repeat(5000))).body).toHaveLength(5000)
  })

  it('stands once under one key, however often it is sent', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const key = crypto.randomUUID()
    const send = (person: Person, body: string) =>
      person.api.negotiation.send({ conversationId, body, key })
    const ids = new Set<string>()
    await race(8, async () => ids.add((await send(client, 'Once')).id))
    expect(ids.size).toBe(1)
    expect(await unread(vendor, conversationId)).toBe(1)
    await expectRefusal(send(client, 'Something else'), 'key_reused')
    await send(vendor, 'Mine, under a key that is somebody else’s')
    const { items } = await thread(client, conversationId)
    expect(items.map((message) => message.key)).toEqual([null, key])
  })

  it('is for the two parties alone', async () => {
    const { conversationId } = talk
    const waiting = await market.colleague(client, 'pending')
    const staff = await market.staff()
    const visitor = { api: market.visitor }
    const refusals = [
      [stranger, 'not_found'],
      [waiting, 'membership_pending'],
      [staff, 'membership_pending'],
      [visitor, 'sign_in_required'],
    ] as const
    for (const [{ api }, code] of refusals) {
      const { send, typing, markRead, messages } = api.negotiation
      const messageId = crypto.randomUUID()
      await expectRefusal(send({ conversationId, body: 'Hello' }), code)
      await expectRefusal(typing({ conversationId }), code)
      await expectRefusal(markRead({ conversationId, messageId }), code)
      await expectRefusal(messages({ conversationId }), code)
    }
    expect((await thread(client, conversationId)).items).toEqual([])
    await client.api.negotiation.typing({ conversationId })
  })
})

describe('a thread', () => {
  it('is read back in time in pages, without loss or repetition, while it grows', {
    tags: 'long',
  }, async () => {
    const { conversationId } = await startTalk(client, vendor)
    const bodies = Array.from({ length: 25 }, (_, index) => `Message ${index}`)
    for (const [index, body] of bodies.entries())
      await say(index % 2 ? client : vendor, conversationId, body)
    const read: string[] = []
    let cursor: string | undefined
    do {
      const page = await thread(client, conversationId, { limit: 4, cursor })
      read.push(...page.items.map(({ body }) => body))
      cursor = page.nextCursor ?? undefined
      if (read.length < 12) await say(vendor, conversationId, 'Meanwhile')
    } while (cursor)
    expect(read).toEqual(bodies.reverse())
  })

  it('keeps one order for both parties when both write at once', async () => {
    const { conversationId } = await startTalk(client, vendor)
    let turn = 0
    const { wins } = await race(8, () => say(turn++ % 2 ? client : vendor, conversationId))
    expect(wins).toBe(8)
    const [mine, theirs] = await Promise.all([
      thread(client, conversationId, { limit: 100 }),
      thread(vendor, conversationId, { limit: 100 }),
    ])
    expect(mine.items.map(({ id }) => id)).toEqual(theirs.items.map(({ id }) => id))
    const times = mine.items.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual([...times].sort((a, b) => b - a))
    const counts = [await unread(client, conversationId), await unread(vendor, conversationId)]
    expect(counts).toEqual([4, 4])
  })
})

describe('reading', () => {
  it('counts for each person what the other party has written since', async () => {
    const [buyer, seller] = [await market.member('client'), await market.member('vendor')]
    const colleague = await market.colleague(buyer, 'member')
    const [first, second] = [await startTalk(buyer, seller), await startTalk(buyer, seller)]
    await say(buyer, first.conversationId)
    const sent = [
      await say(seller, first.conversationId),
      await say(seller, first.conversationId),
      await say(seller, second.conversationId),
    ]
    expect([await badge(buyer, 'client'), await badge(colleague, 'client')]).toEqual([3, 3])
    await markRead(buyer, first.conversationId, sent[0]!.id)
    expect(await unread(buyer, first.conversationId)).toBe(1)
    await markRead(buyer, first.conversationId, sent[1]!.id)
    expect([await badge(buyer, 'client'), await badge(colleague, 'client')]).toEqual([1, 3])
    expect(await badge(seller, 'vendor')).toBe(1)
    const newcomer = await market.colleague(buyer, 'member')
    expect(await badge(newcomer, 'client')).toBe(0)
  })

  it('never moves a mark back, and tells both parties when it moves', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const [first, second] = [await say(vendor, conversationId), await say(vendor, conversationId)]
    await markRead(client, conversationId, second.id)
    await markRead(client, conversationId, first.id)
    await markRead(client, conversationId, second.id)
    expect(await unread(client, conversationId)).toBe(0)
    const expected = ['message.sent', 'message.sent', 'message.read']
    expect(await eventsOf(market, client, conversationId)).toEqual(expected)
    expect(await eventsOf(market, vendor, conversationId)).toEqual(expected)
    expect((await thread(vendor, conversationId)).readByOther).toMatchObject({
      messageId: second.id,
      at: expect.any(Date),
    })
    expect((await thread(client, conversationId)).readByOther).toBeNull()
  })

  it('tells the other party of whoever has read farthest', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const colleague = await market.colleague(client, 'member')
    const [first, second] = [await say(vendor, conversationId), await say(vendor, conversationId)]
    await markRead(colleague, conversationId, second.id)
    await markRead(client, conversationId, first.id)
    expect((await thread(vendor, conversationId)).readByOther?.messageId).toBe(second.id)
  })

  it('loses no message that comes while another is marked read', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const first = await say(vendor, conversationId)
    let turn = 0
    await race(8, () =>
      turn++ % 2 ? say(vendor, conversationId) : markRead(client, conversationId, first.id),
    )
    expect(await unread(client, conversationId)).toBe(4)
  })

  it("cannot be marked at another conversation's message", async () => {
    const { conversationId } = await startTalk(client, vendor)
    const other = await startTalk(client, vendor)
    const elsewhere = await say(vendor, other.conversationId)
    for (const messageId of [elsewhere.id, crypto.randomUUID()])
      await expectRefusal(markRead(client, conversationId, messageId), 'not_found')
  })
})

describe('a party that is offline', () => {
  it('is notified once per conversation until it has read, without mail', async () => {
    const seller = await market.member('vendor')
    const { conversationId } = await startTalk(client, seller)
    const titles = async () => (await noticesOf(seller)).map(({ title }) => title)
    const [first] = [await say(client, conversationId), await say(client, conversationId)]
    expect(await titles()).toEqual(['New message'])
    expect((await noticesOf(seller))[0]!.path).toBe(`/vendor-dashboard?messages=${conversationId}`)
    await markRead(seller, conversationId, first.id)
    await say(client, conversationId)
    expect(await titles()).toEqual(['New message', 'New message'])
    await setOnline(market, seller)
    await markRead(seller, conversationId, (await say(client, conversationId)).id)
    await say(client, conversationId)
    expect(await titles()).toHaveLength(2)
    expect(await mailSubjectsTo(market, seller)).toEqual([])
  })
})
