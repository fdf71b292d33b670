import { beforeEach, describe, expect, it } from 'vitest'
import {
  agree,
  deliver,
  expectRefusal,
  fund,
  race,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market } = await useMarket({})
let client: Person
let vendor: Person
beforeEach(async () => {
  client = await market.member('client')
  vendor = await market.member('vendor')
})

/** A contract all the way through. */
async function completed(buyer = client, seller = vendor): Promise<string> {
  const { offerId, contractId } = await agree(buyer, seller)
  await fund(buyer, offerId)
  await deliver(market, contractId)
  await release(market, buyer, contractId)
  return contractId
}

type Deal = { client: Person; vendor: Person; contractId: string }

let closed: Promise<Deal> | undefined
/** Returns a contract all the way through that no test reviews, the same one each time. */
function unreviewed(): Promise<Deal> {
  closed ??= (async () => {
    const [client, vendor] = [await market.member('client'), await market.member('vendor')]
    return { client, vendor, contractId: await completed(client, vendor) }
  })()
  return closed
}

const words = { rating: 4, comment: 'Well documented, on time.' }
const profile = (person = vendor) => client.api.companies.get({ company: person.organization.id })
const reviewsOf = (person = vendor) =>
  client.api.companies.reviews({ companyId: person.organization.id })
const titlesOf = async ({ api }: Person) =>
  (await api.notifications.list({})).items.map(({ title }) => title)

describe('writing a review', () => {
  it('is open to the client once the contract is completed, and counts in the profile', async () => {
    const contractId = await completed()
    const written = await client.api.companies.review({ contractId, ...words })
    expect(written).toMatchObject({ ...words, reply: null, repliedAt: null })
    expect((await reviewsOf()).items).toEqual([written])
    expect(written.reviewer).toEqual({
      name: (await client.api.companies.get({})).name,
      slug: (await client.api.companies.get({})).slug,
    })
    await client.api.companies.review({ contractId: await completed(), ...words, rating: 5 })
    expect(await profile()).toMatchObject({
      rating: 4.5,
      totalReviews: 2,
      stars: [0, 0, 0, 1, 1],
      completedContracts: 2,
      records: [{ category: 'retail', completed: 2, onTime: 2 }],
    })
    expect(await client.api.companies.get({})).toMatchObject({
      completedPurchases: 2,
      rating: null,
    })
  })

  it('tells the vendor, by mail too', async () => {
    await client.api.companies.review({ contractId: await completed(), ...words })
    expect(await titlesOf(vendor)).toContain('New 4-star review')
    const mails = await market.platform.db.transaction(system, (tx) =>
      tx.selectFrom('app.mails').select('subject').where('recipient', '=', vendor.email).execute(),
    )
    expect(mails.map(({ subject }) => subject)).toContain('New 4-star review')
  })

  it('happens once per contract, whoever of the client asks', async () => {
    const contractId = await completed()
    const colleague = await market.colleague(client, 'member')
    const write = () => client.api.companies.review({ contractId, ...words })
    expect(await race(4, write)).toEqual({ wins: 1, codes: new Set(['already_reviewed']) })
    await expectRefusal(
      colleague.api.companies.review({ contractId, rating: 1, comment: 'No' }),
      'already_reviewed',
    )
    expect(await profile()).toMatchObject({ totalReviews: 1, rating: 4 })
  })

  it('is refused before completion, at every step of the contract', async () => {
    const { offerId, contractId } = await agree(client, vendor)
    const write = () => client.api.companies.review({ contractId, ...words })
    await expectRefusal(write(), 'contract_not_completed')
    await fund(client, offerId)
    await expectRefusal(write(), 'contract_not_completed')
    await deliver(market, contractId)
    await expectRefusal(write(), 'contract_not_completed')
    expect((await reviewsOf()).items).toEqual([])
  })

  it('cannot be done by the vendor, another client, a visitor or staff', async () => {
    const { client, vendor, contractId } = await unreviewed()
    const write = ({ api }: Pick<Person, 'api'>) => api.companies.review({ contractId, ...words })
    await expectRefusal(write(vendor), 'not_permitted')
    await expectRefusal(write(await market.member('client')), 'not_found')
    await expectRefusal(write(await market.member('both')), 'not_found')
    await expectRefusal(write({ api: market.visitor }), 'sign_in_required')
    await expectRefusal(write(await market.staff()), 'membership_pending')
    await expectRefusal(write(await market.colleague(client, 'pending')), 'membership_pending')
    expect((await reviewsOf(vendor)).items).toEqual([])
  })

  it('cannot be done by a vendor that buys, too, about itself', async () => {
    const both = await market.member('both')
    const contractId = await completed(client, both)
    await expectRefusal(both.api.companies.review({ contractId, ...words }), 'not_found')
  })

  it.each([
    ['rating', { rating: 0 }],
    ['rating', { rating: 6 }],
    ['rating', { rating: 3.5 }],
    ['comment', { comment: '  ' }],
    ['comment', { comment: 'x'.repeat(5001) }],
  ])('refuses a wrong %s, names the field and changes nothing', async (field, wrong) => {
    const { client, vendor, contractId } = await unreviewed()
    await expect(
      client.api.companies.review({ contractId, ...words, ...wrong }),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field } })
    expect((await reviewsOf(vendor)).items).toEqual([])
  })
})

describe('what can be reviewed', () => {
  it('are the completed contracts with this vendor that have no review yet', {
    tags: 'long',
  }, async () => {
    const companyId = vendor.organization.id
    const [first, second] = [await completed(), await completed()]
    await completed(client, await market.member('vendor'))
    await agree(client, vendor)
    const list = async (cursor?: string) =>
      await client.api.companies.reviewable({ companyId, limit: 1, cursor })
    const newest = await list()
    expect(newest.items.map(({ contractId }) => contractId)).toEqual([second])
    const older = await list(newest.nextCursor!)
    expect(older.items.map(({ contractId }) => contractId)).toEqual([first])
    await client.api.companies.review({ contractId: second, ...words })
    expect((await list()).items.map(({ contractId }) => contractId)).toEqual([first])
  })

  it('is nothing for everybody else', async () => {
    const { vendor } = await unreviewed()
    const companyId = vendor.organization.id
    for (const { api } of [vendor, await market.member('client'), { api: market.visitor }])
      expect((await api.companies.reviewable({ companyId })).items).toEqual([])
  })
})

describe('answering a review', () => {
  const reply = 'Thank you.'
  const reviewed = async () => {
    const contractId = await completed()
    return (await client.api.companies.review({ contractId, ...words })).id
  }

  it('is open to the reviewed vendor once, and the client is told', async () => {
    const reviewId = await reviewed()
    const answer = () => vendor.api.companies.reply({ reviewId, reply })
    expect(await race(3, answer)).toEqual({ wins: 1, codes: new Set(['already_replied']) })
    const [shown] = (await reviewsOf()).items
    expect(shown).toMatchObject({ reply, repliedAt: expect.any(Date) })
    expect(await titlesOf(client)).toContain('Your review was answered')
  })

  it('cannot be done by the client, another vendor or a visitor', async () => {
    const reviewId = await reviewed()
    await expectRefusal(client.api.companies.reply({ reviewId, reply }), 'not_permitted')
    const other = await market.member('vendor')
    await expectRefusal(other.api.companies.reply({ reviewId, reply }), 'not_found')
    await expectRefusal(market.visitor.companies.reply({ reviewId, reply }), 'sign_in_required')
    expect((await reviewsOf()).items[0]).toMatchObject({ reply: null })
  })

  it('needs words', { tags: 'long' }, async () => {
    const reviewId = await reviewed()
    await expect(vendor.api.companies.reply({ reviewId, reply: ' ' })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'reply' },
    })
  })
})

it('reviews come page by page, newest first', { tags: 'long' }, async () => {
  const ids: string[] = []
  for (const rating of [1, 2, 3]) {
    const contractId = await completed()
    ids.unshift((await client.api.companies.review({ contractId, ...words, rating })).id)
  }
  const companyId = vendor.organization.id
  const first = await vendor.api.companies.reviews({ companyId, limit: 2 })
  const second = await vendor.api.companies.reviews({
    companyId,
    limit: 2,
    cursor: first.nextCursor!,
  })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
  expect(second.nextCursor).toBeNull()
  await expectRefusal(vendor.api.companies.reviews({ companyId, cursor: 'x' }), 'bad_input')
})
