import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, postDpr } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { say, setOnline, startTalk } from '../../../testing/fixtures/negotiation-fixtures.ts'

let market: Market
let client: Person
/** By name, Acme to Echo; in the order in which they wrote last, from the latest. */
const vendors: Record<string, Person> = {}
const talks: Record<string, string> = {}
const written = ['Bolt', 'Echo', 'Acme', 'Dune', 'Core']

beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  for (const name of [...written].reverse()) {
    const vendor = await market.member('vendor')
    await rename(vendor, `${name} Data`)
    vendors[name] = vendor
    const { conversationId } = await startTalk(client, vendor)
    talks[name] = conversationId
    await say(vendor, conversationId)
  }
})
afterAll(() => market.close())

const rename = (person: Person, name: string) =>
  market.platform.db.pool.query('update organizations set name = $2 where id = $1', [
    person.organization.id,
    name,
  ])

type Filter = { sort?: 'recent' | 'unread' | 'name'; search?: string; limit?: number }
const list = (person: Person, filter: Filter & { cursor?: string } = {}) =>
  person.api.negotiation.list({ side: 'client', ...filter })

const nameOf = (item: { name: string }) => item.name.split(' ')[0]!

/** Every page, one after the other. */
async function everyPage<T>(
  read: (cursor?: string) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[][]> {
  const pages: T[][] = []
  let cursor: string | null | undefined
  do {
    const { items, nextCursor } = await read(cursor ?? undefined)
    pages.push(items)
    cursor = nextCursor
  } while (cursor)
  return pages
}

async function namesBy(filter: Filter): Promise<string[]> {
  const pages = await everyPage((cursor) => list(client, { ...filter, cursor }))
  return pages.flat().map(({ counterpart }) => nameOf(counterpart))
}

const contactsOf = async (person: Person, more: { search?: string; limit?: number } = {}) => {
  const pages = await everyPage((cursor) =>
    person.api.negotiation.contacts({ side: 'client', ...more, cursor }),
  )
  return pages.flat()
}

describe('the list of conversations', () => {
  it('comes in each order, in pages of any size, without loss or repetition', async () => {
    const byName = [...written].sort()
    for (const limit of [1, 2, 5, 100]) {
      expect(await namesBy({ limit })).toEqual(written)
      expect(await namesBy({ limit, sort: 'unread' })).toEqual(written)
      expect(await namesBy({ limit, sort: 'name' })).toEqual(byName)
    }
  })

  it('puts what is unread first, to each person their own', async () => {
    const { items } = await client.api.negotiation.messages({ conversationId: talks.Bolt! })
    const colleague = await market.colleague(client, 'member')
    await client.api.negotiation.markRead({
      conversationId: talks.Bolt!,
      messageId: items[0]!.id,
    })
    const moved = ['Echo', 'Acme', 'Dune', 'Core', 'Bolt']
    for (const limit of [1, 3, 4, 100])
      expect(await namesBy({ limit, sort: 'unread' })).toEqual(moved)
    expect(await namesBy({})).toEqual(written)
    const counts = (await list(client)).items.map(({ unreadCount }) => unreadCount)
    expect(counts).toEqual([0, 1, 1, 1, 1])
    expect((await list(colleague)).items.every(({ unreadCount }) => unreadCount === 0)).toBe(true)
  })

  it('finds part of a name, in either case and after a change of name, and nothing else', async () => {
    expect(await namesBy({ search: 'CM' })).toEqual(['Acme'])
    expect(await namesBy({ search: 'data', sort: 'name', limit: 2 })).toHaveLength(5)
    expect(await namesBy({ search: 'e d', sort: 'unread', limit: 1 })).toEqual([
      'Acme',
      'Dune',
      'Core',
    ])
    expect(await namesBy({ search: '%' })).toEqual([])
    await rename(vendors.Acme!, 'Zeta')
    expect(await namesBy({ search: 'acme' })).toEqual([])
    expect((await namesBy({ sort: 'name' })).at(-1)).toBe('Zeta')
    await rename(vendors.Acme!, 'Acme Data')
  })

  it('moves a conversation to the top with each message, of either party', async () => {
    await say(client, talks.Core!, 'Back to you')
    const { items } = await list(client, { limit: 1 })
    expect(items).toMatchObject([
      { id: talks.Core, lastMessage: 'Back to you', lastMessageIsOwn: true },
    ])
    await say(vendors.Bolt!, talks.Bolt!)
    expect((await list(client, { limit: 1 })).items[0]!.id).toBe(talks.Bolt)
  })

  it('holds what one opened, and for the other party only what has a message', async () => {
    const vendor = await market.member('vendor')
    const dprId = await postDpr(client)
    const vendorId = vendor.organization.id
    const { id } = await client.api.negotiation.open({ dprId, vendorId })
    const seen = () => vendor.api.negotiation.list({ side: 'vendor' })
    expect((await list(client)).items[0]).toMatchObject({ id, lastMessage: '' })
    expect((await seen()).items).toEqual([])
    await say(client, id)
    expect((await seen()).items).toMatchObject([{ id, unreadCount: 1, side: 'vendor' }])
  })

  it('keeps the two sides of an organization apart', async () => {
    const both = await market.member('both')
    const buying = await startTalk(both, vendors.Dune!)
    const selling = await startTalk(client, both)
    for (const [side, expected] of [
      ['client', buying],
      ['vendor', selling],
    ] as const) {
      await both.api.negotiation.open({ offerId: expected.offerId })
      const { items } = await both.api.negotiation.list({ side })
      expect(items.map(({ id }) => id)).toEqual([expected.conversationId])
    }
    await expectRefusal(client.api.negotiation.list({ side: 'vendor' }), 'not_permitted')
    await expectRefusal(market.visitor.negotiation.list({ side: 'client' }), 'sign_in_required')
  })

  it('takes no cursor but its own', async () => {
    const { nextCursor } = await list(client, { limit: 1 })
    for (const [sort, cursor] of [
      ['name', nextCursor!],
      ['recent', 'nonsense'],
      ['unread', 'rest.nonsense'],
    ] as const)
      await expect(list(client, { sort, cursor })).rejects.toMatchObject({
        code: 'bad_input',
        data: { field: 'cursor' },
      })
  })
})

describe('contacts', () => {
  it('are each counterpart once, online ones first, then by name', async () => {
    const buyer = await market.member('client')
    for (const name of ['Core', 'Acme', 'Bolt', 'Acme', 'Dune'])
      await startTalk(buyer, vendors[name]!)
    await setOnline(market, vendors.Dune!)
    await setOnline(market, vendors.Bolt!)
    await setOnline(market, vendors.Acme!, false)
    for (const limit of [1, 2, 3, 100]) {
      const contacts = await contactsOf(buyer, { limit })
      expect(contacts.map(nameOf)).toEqual(['Bolt', 'Dune', 'Acme', 'Core'])
      expect(contacts.map(({ isOnline }) => isOnline)).toEqual([true, true, false, false])
    }
    expect((await contactsOf(buyer, { search: 'DUN' })).map(nameOf)).toEqual(['Dune'])
    expect((await contactsOf(buyer, { search: 'nobody' })).map(nameOf)).toEqual([])
  })

  it('lead to the conversation with the latest message', async () => {
    const buyer = await market.member('client')
    const [first, second] = [
      await startTalk(buyer, vendors.Core!),
      await startTalk(buyer, vendors.Core!),
    ]
    expect((await contactsOf(buyer))[0]).toMatchObject({ conversationId: second.conversationId })
    await say(buyer, first.conversationId)
    expect((await contactsOf(buyer))[0]).toMatchObject({
      conversationId: first.conversationId,
      id: vendors.Core!.organization.id,
      type: 'vendor',
    })
  })

  it('come with the first offer, without a word said', async () => {
    const [buyer, seller] = [await market.member('client'), await market.member('vendor')]
    await startTalk(buyer, seller)
    const { items } = await seller.api.negotiation.contacts({ side: 'vendor' })
    expect(items).toMatchObject([{ id: buyer.organization.id, type: 'client' }])
  })

  it('nobody comes twice who goes offline between two pages', async () => {
    const buyer = await market.member('client')
    for (const name of ['Core', 'Acme', 'Bolt']) await startTalk(buyer, vendors[name]!)
    await setOnline(market, vendors.Core!)
    const first = await buyer.api.negotiation.contacts({ side: 'client', limit: 1 })
    await market.platform.db.pool.query('update presence set online_until = now()')
    const rest = await buyer.api.negotiation.contacts({
      side: 'client',
      cursor: first.nextCursor!,
    })
    const names = [...first.items, ...rest.items].map(nameOf)
    expect([...names].sort()).toEqual([...new Set(names)].sort())
  })
})
