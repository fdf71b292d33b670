import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  agree,
  balances,
  expectRefusals,
  expectSoundLedger,
  fund,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  PASSWORD,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'

let market: Market
let person: Person
let vendor: Person
beforeAll(async () => {
  market = await openTestMarket()
  vendor = await market.member('vendor')
})
beforeEach(async () => {
  person = await market.member('client')
})
afterAll(() => market.close())

const remove = ({ api, email }: Pick<Person, 'api' | 'email'>) =>
  api.settings.deleteAccount({ email })

const signIn = async ({ email }: Person) =>
  (await market.supabase.auth.signInWithPassword({ email, password: PASSWORD })).error?.code

describe('the export of one’s own data', () => {
  it('holds what the person is, did and was told', async () => {
    await person.api.settings.updateProfile({
      fullName: 'Ada Lovelace',
      jobTitle: 'Analyst',
      phone: null,
    })
    const { dprId } = await agree(person, vendor)
    const data = await person.api.settings.exportData()
    expect(data).toMatchObject({
      profile: { fullName: 'Ada Lovelace', email: person.email },
      organization: { organizationId: person.organization.organizationId },
      roles: [{ role: 'client' }],
      notificationPreferences: { emailNotifications: true },
      dataProcurementRequests: [{ id: dprId }],
      notifications: [{ title: expect.any(String) }],
      mails: [{ subject: expect.any(String) }],
    })
  })

  it('holds no secret and nothing of anybody else', async () => {
    await agree(person, vendor)
    const text = JSON.stringify(await person.api.settings.exportData())
    expect(text).not.toMatch(/argon2|token_hash|password_hash|refresh_token/)
    expect(text).not.toContain(vendor.email)
  })
})

describe('deleting an account', () => {
  it('erases the person; what the organization made stays, without a name', async () => {
    const { dprId } = await agree(person, vendor)
    await remove(person)
    await expect(person.api.organizations.viewer()).rejects.toMatchObject({ code: 'session_ended' })
    expect(await signIn(person)).toBe('invalid_credentials')
    const left = await market.platform.db.transaction(system, async (tx) => ({
      profiles: await tx
        .selectFrom('profiles')
        .select('email')
        .where('email', '=', person.email)
        .execute(),
      mails: await tx
        .selectFrom('app.mails')
        .select('id')
        .where('recipient', '=', person.email)
        .execute(),
      notices: await tx
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', person.userId)
        .execute(),
      dpr: await tx
        .selectFrom('dprs')
        .select(['created_by', 'title'])
        .where('id', '=', dprId)
        .executeTakeFirst(),
    }))
    expect(left).toMatchObject({
      profiles: [],
      mails: [],
      notices: [],
      dpr: { created_by: null, title: expect.any(String) },
    })
  })

  it('leaves the money where it is', async () => {
    const { offerId } = await agree(person, vendor)
    await fund(person, offerId)
    const before = await balances(market)
    await remove(person)
    expect(await balances(market)).toEqual(before)
    await expectSoundLedger(market)
  })

  it('asks for the own e-mail address, typed', async () => {
    await expect(person.api.settings.deleteAccount({ email: vendor.email })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'email' },
    })
    await person.api.settings.deleteAccount({ email: ` ${person.email.toUpperCase()} ` })
  })

  it('is refused to the only administrator of an organization with open contracts', async () => {
    const admin = await market.colleague(person, 'administrator')
    await agree(person, vendor)
    await expectRefusals([remove(admin)], 'last_admin_open_contracts')
    expect((await admin.api.organizations.viewer()).membership).toBe('active')
    await admin.api.organizations.setMemberAdmin({ id: person.userId, isAdmin: true })
    await remove(admin)
  })

  it('is free to the only administrator of an organization without', async () => {
    await remove(await market.colleague(person, 'administrator'))
  })
})
