import type { ErrorCode } from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, postDpr } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { sampleData: true },
)
let admin: Person
beforeAll(async () => {
  admin = await market.colleague(vendor, 'administrator')
})

const form = {
  name: 'Meridian Synthetics',
  email: 'desk@meridian.test',
  website: 'https://meridian.test',
  address: '1 Harbor Road',
  phone: '',
  industry: 'technology' as const,
  description: 'Transactional data.',
}

const nameOf = async ({ api }: Person) => (await api.companies.get({})).name

describe("a company's profile", () => {
  it("is found by slug and by ID, and without either it is the caller's own", async () => {
    const own = await vendor.api.companies.get({})
    expect(own).toMatchObject({ id: vendor.organization.id, isOwn: true, isVendor: true })
    for (const company of [own.slug, own.id])
      expect(await client.api.companies.get({ company })).toEqual({ ...own, isOwn: false })
  })

  it('starts without reviews, contracts or a rating', async () => {
    expect(await client.api.companies.get({ company: vendor.organization.id })).toMatchObject({
      rating: null,
      totalReviews: 0,
      stars: [0, 0, 0, 0, 0],
      records: [],
      completedContracts: 0,
      completedPurchases: 0,
      liveRequests: 0,
      founded: null,
      employees: null,
    })
  })

  it('counts the requests of a client that take offers', async () => {
    await postDpr(client)
    const company = client.organization.id
    expect(await vendor.api.companies.get({ company })).toMatchObject({ liveRequests: 1 })
  })

  it('keeps its address when the name changes; a namesake gets one of its own', async () => {
    const before = await vendor.api.companies.get({})
    await admin.api.organizations.update({ ...form, name: 'Renamed' })
    expect(await vendor.api.companies.get({})).toMatchObject({ name: 'Renamed', slug: before.slug })
    const slugs = await market.platform.db.transaction(system, (tx) =>
      tx
        .insertInto('organizations')
        .values(
          ['77777', '88888'].map((digits) => ({
            organization_id: `ORG-${digits}-TWINS`,
            name: 'Twin & Söhne',
            email: 'desk@twin.test',
            city: 'Bern',
            country: 'other',
            industry: 'retail',
            is_client: true,
            is_vendor: false,
          })),
        )
        .returning('slug')
        .execute(),
    )
    expect(slugs[0]!.slug).toBe('twin-s-hne')
    expect(slugs[1]!.slug).toMatch(/^twin-s-hne-[0-9a-f]{6}$/)
  })

  it('is not found once the company is suspended or terminated', async () => {
    const gone = await market.member('vendor')
    const { slug, id } = await gone.api.companies.get({})
    const close = (is_terminated: boolean) =>
      market.platform.db.transaction(system, (tx) =>
        tx
          .updateTable('organizations')
          .set({ is_active: false, is_terminated })
          .where('id', '=', id)
          .execute(),
      )
    for (const isTerminated of [false, true]) {
      await close(isTerminated)
      for (const company of [slug, id])
        await expectRefusal(client.api.companies.get({ company }), 'not_found')
      await expectRefusal(client.api.companies.reviews({ companyId: id }), 'not_found')
      expect((await client.api.companies.search({ search: slug, side: 'vendor' })).items).toEqual(
        [],
      )
      await expectRefusal(gone.api.companies.get({}), 'organization_suspended')
    }
  })

  it('is not found under an address of nobody', async () => {
    for (const company of ['nobody', '00000000-0000-4000-8000-000000000000', "x'; drop table"])
      await expectRefusal(client.api.companies.get({ company }), 'not_found')
  })
})

describe('changing the profile', () => {
  it('takes location, founding year and size; what is left out stays', async () => {
    const changes = { city: 'Boston', country: 'US', founded: 2014, employees: '51-200' } as const
    await admin.api.organizations.update({ ...form, ...changes })
    expect(await client.api.companies.get({ company: vendor.organization.id })).toMatchObject({
      ...changes,
      name: form.name,
      website: form.website,
      description: form.description,
    })
    await admin.api.organizations.update(form)
    expect(await vendor.api.companies.get({})).toMatchObject(changes)
    await admin.api.organizations.update({ ...form, founded: null, employees: null })
    expect(await vendor.api.companies.get({})).toMatchObject({ founded: null, employees: null })
  })

  it.each([
    ['founded', { founded: 1599 }],
    ['founded', { founded: 2500 }],
    ['founded', { founded: 1999.5 }],
    ['employees', { employees: 'many' }],
    ['city', { city: ' ' }],
    ['country', { country: 'Atlantis' }],
  ])('refuses a wrong %s, names the field and changes nothing: %j', async (field, change) => {
    const before = await vendor.api.companies.get({})
    await expect(
      admin.api.organizations.update({ ...form, ...change } as typeof form),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field } })
    expect(await vendor.api.companies.get({})).toEqual(before)
  })

  it('cannot be done by a plain member or a visitor', async () => {
    await expectRefusal(vendor.api.organizations.update(form), 'not_permitted')
    await expectRefusal(market.visitor.organizations.update(form), 'sign_in_required')
  })
})

describe('looking for companies', () => {
  it('finds others of the side by a part of their name, page by page, in the order of names', async () => {
    const prefix = 'Zeta'
    const made = await Promise.all([1, 2, 3].map(() => market.member('vendor')))
    await market.platform.db.transaction(system, async (tx) => {
      for (const [index, person] of made.entries())
        await tx
          .updateTable('organizations')
          .set({ name: `${index === 1 ? 'zeta' : prefix} ${3 - index} Data` })
          .where('id', '=', person.organization.id)
          .execute()
    })
    const find = (cursor?: string) =>
      client.api.companies.search({ search: 'ETA ', side: 'vendor', limit: 2, cursor })
    const first = await find()
    expect(first.items.map(({ name }) => name)).toEqual(['Zeta 1 Data', 'zeta 2 Data'])
    const second = await find(first.nextCursor!)
    expect(second.items.map(({ name }) => name)).toEqual(['Zeta 3 Data'])
    expect(second.nextCursor).toBeNull()
    expect((await client.api.companies.search({ search: 'eta ', side: 'client' })).items).toEqual(
      [],
    )
  })

  it("leaves out the caller's own", async () => {
    const search = await nameOf(vendor)
    expect((await vendor.api.companies.search({ search, side: 'vendor' })).items).toEqual([])
    expect((await client.api.companies.search({ search, side: 'vendor' })).items).toHaveLength(1)
  })

  it('refuses a page that is none of ours, and wildcards mean themselves', async () => {
    await expectRefusal(client.api.companies.search({ side: 'vendor', cursor: 'x' }), 'bad_input')
    expect((await client.api.companies.search({ search: '%', side: 'vendor' })).items).toEqual([])
  })
})

describe('who is not in the market', () => {
  it('as a visitor finds the sample companies and no others', async () => {
    await market.platform.db.transaction(system, (tx) =>
      tx
        .insertInto('organizations')
        .values({
          organization_id: 'ORG-10001-HALDN',
          name: 'Halden Retail Group',
          email: 'admin@sample.test',
          city: 'Chicago',
          country: 'US',
          industry: 'retail',
          is_client: true,
          is_vendor: false,
          is_sample: true,
        })
        .execute(),
    )
    expect(await market.visitor.companies.get({})).toMatchObject({
      slug: 'halden-retail-group',
      isOwn: false,
    })
    await expectRefusal(
      market.visitor.companies.get({ company: vendor.organization.id }),
      'not_found',
    )
    await expectRefusal(
      market.visitor.companies.reviews({ companyId: vendor.organization.id }),
      'not_found',
    )
    const { items } = await market.visitor.companies.search({ side: 'client' })
    expect(items.map(({ name }) => name)).toEqual(['Halden Retail Group'])
    expect((await market.visitor.companies.search({ side: 'vendor' })).items).toEqual([])
  })

  it('has no company of their own without an organization', async () => {
    const refusals: [Api, ErrorCode][] = [
      [(await market.stranger()).api, 'membership_pending'],
      [(await market.colleague(vendor, 'pending')).api, 'membership_pending'],
    ]
    for (const [api, code] of refusals) await expectRefusal(api.companies.get({}), code)
  })
})
