import type { ErrorCode } from '@semblance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Api,
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market, member } = await useMarket({ member: 'client' })
let admin: Person
let rival: Person
beforeAll(async () => {
  admin = await market.colleague(member, 'administrator')
  rival = await market.colleague(await market.member('vendor'), 'administrator')
})

const form = {
  name: 'Halden Retail Group',
  email: 'Office@Halden.test',
  website: 'https://halden.test',
  address: '1 Harbor Road',
  phone: '',
  industry: 'retail' as const,
  description: 'Shops.',
}

describe("an organization's profile", () => {
  it('is read by its members, with the ID that colleagues sign up with', async () => {
    const { organizationId } = member.organization
    expect(await member.api.organizations.get()).toMatchObject({ organizationId, isClient: true })
  })

  it('is changed by its administrator; what is left empty is stored as nothing', async () => {
    const changed = await admin.api.organizations.update(form)
    expect(changed).toMatchObject({ ...form, email: 'office@halden.test', phone: null })
    expect(await member.api.organizations.get()).toEqual(changed)
    expect((await rival.api.organizations.get()).name).not.toBe(form.name)
  })

  it('keeps its registration number whatever is sent', async () => {
    const sneaky = { ...form, registrationNumber: 'HRB 1', isVendor: true } as typeof form
    expect(await admin.api.organizations.update(sneaky)).toMatchObject({
      registrationNumber: null,
      isVendor: false,
    })
  })

  it('takes the industries of the form, and the one it was approved under', async () => {
    const government = { ...form, industry: 'government' as const }
    await expect(admin.api.organizations.update(government)).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'industry' },
    })
    await market.platform.db.transaction(system, (tx) =>
      tx
        .updateTable('organizations')
        .set({ industry: 'government' })
        .where('id', '=', admin.organization.id)
        .execute(),
    )
    expect(await admin.api.organizations.update(government)).toMatchObject({
      industry: 'government',
    })
  })

  it('names the field that is missing', async () => {
    await expect(admin.api.organizations.update({ ...form, name: ' ' })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'name' },
    })
  })
})

describe('an organization cannot', () => {
  it('be changed by a plain member, a stranger, a visitor or staff', async () => {
    const refusals: [Api, ErrorCode][] = [
      [member.api, 'not_permitted'],
      [(await market.stranger()).api, 'membership_pending'],
      [(await market.colleague(member, 'pending')).api, 'membership_pending'],
      [(await market.staff()).api, 'membership_pending'],
      [market.visitor, 'sign_in_required'],
    ]
    for (const [api, code] of refusals)
      await expect(api.organizations.update(form)).rejects.toMatchObject({ code })
  })

  it('be read by whoever does not belong to one', async () => {
    for (const api of [market.visitor, (await market.stranger()).api])
      await expect(api.organizations.get()).rejects.toMatchObject({
        code: expect.stringMatching(/sign_in_required|membership_pending/),
      })
  })
})

describe('a visitor who looks at the sample', () => {
  let sample: Market
  beforeAll(async () => {
    sample = await openTestMarket({ sampleData: true })
    await sample.platform.db.transaction(system, async (tx) => {
      await tx
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
        .execute()
      const people = [
        ['admin@sample.test', 'ORG-10001-HALDN'],
        ['new@sample.test', 'ORG-10001-HALDN'],
        ['real.person@mail.test', 'ORG-10001-HALDN'],
      ] as const
      for (const [email, organization_id] of people)
        await sample.app.auth.createUser(tx, {
          email,
          password: 'correct horse',
          metadata: { first_name: 'Ada', organization_id },
        })
    })
  })
  afterAll(() => sample.close())

  it('reads its profile, but not the ID that would let them join', async () => {
    expect(await sample.visitor.organizations.get()).toMatchObject({
      name: 'Halden Retail Group',
      organizationId: null,
    })
  })

  it('sees the people it came with, and nobody who joined since', async () => {
    const { items: members } = await sample.visitor.organizations.listMembers({ limit: 20 })
    expect(members.map(({ email }) => email)).toEqual(['admin@sample.test'])
    const { items: requests } = await sample.visitor.organizations.listRequests({ limit: 20 })
    expect(requests.map(({ email }) => email)).toEqual(['new@sample.test'])
  })

  it('changes nothing', async () => {
    const { items } = await sample.visitor.organizations.listRequests({ limit: 20 })
    await expectRefusals(
      [
        sample.visitor.organizations.update(form),
        sample.visitor.organizations.approveRequest({ id: items[0]!.id }),
        sample.visitor.organizations.inviteMember({ email: 'x@mail.test' }),
      ],
      'sign_in_required',
    )
  })
})
