import type { ErrorCode } from '@semblance/contract'
import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agree, expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import { type Api, PASSWORD, type Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market } = await useMarket({})
let staff: Omit<Person, 'organization'>
let member: Person
beforeAll(async () => {
  staff = await market.staff()
})
beforeEach(async () => {
  member = await market.member('client')
})

const lastMailTo = (address: string) =>
  market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('app.mails')
      .selectAll()
      .where('recipient', '=', address)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )

async function signInAgain({ email }: Pick<Person, 'email'>) {
  const { data, error } = await market.supabase.auth.signInWithPassword({
    email,
    password: PASSWORD,
  })
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  const get = async (path: string) => await (await market.fetch(path, { headers })).json()
  return { error, get }
}

/** Enrolls an authenticator and proves it, so that the password alone no longer suffices. */
async function addFactor({ email }: Pick<Person, 'email'>) {
  const { auth } = market.supabase
  await auth.signInWithPassword({ email, password: PASSWORD })
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const code = new TOTP({ secret: data.totp.secret }).generate()
  const proof = await auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (proof.error) throw proof.error
  return { token: proof.data.access_token }
}

const suspend = (id: string) => staff.api.admin.organizations.suspend({ id, reason: 'Unpaid' })

describe('staff', () => {
  it('find organizations by name, ID, address and status, a page at a time', async () => {
    const { organizationId, id } = member.organization
    const { organizations } = staff.api.admin
    const { items } = await organizations.list({ search: organizationId.toLowerCase(), limit: 5 })
    expect(items).toMatchObject([
      { id, organizationId, status: 'active', membersCount: 1, openContractsCount: 0 },
    ])
    await suspend(id)
    const suspended = await organizations.list({ search: '', status: 'suspended', limit: 100 })
    expect(suspended.items.map((item) => item.id)).toContain(id)
    const active = await organizations.list({ search: organizationId, status: 'active', limit: 5 })
    expect(active.items).toEqual([])
    await market.member('vendor')
    const first = await organizations.list({ search: '', limit: 1 })
    const second = await organizations.list({ search: '', limit: 1, cursor: first.nextCursor! })
    expect(second.items[0]!.id).not.toBe(first.items[0]!.id)
    expect((await organizations.list({ search: "%' or 1=1 --", limit: 5 })).items).toEqual([])
  })

  it('suspend an organization: its members lose access at once and learn why', async () => {
    const suspended = await suspend(member.organization.id)
    expect(suspended).toMatchObject({ status: 'suspended', statusReason: 'Unpaid' })
    await expectRefusals([member.api.dprs.list({ tab: 'active', limit: 5 })], 'session_ended')
    const { get } = await signInAgain(member)
    expect(await get('/api/viewer')).toMatchObject({ organization: null, roles: [] })
    expect(await get('/api/organization')).toMatchObject({ code: 'organization_suspended' })
    const mail = await lastMailTo(member.email)
    expect(mail?.subject).toMatch(/has been suspended/)
    expect(mail?.text_body).toContain('Reason: Unpaid')
    const { data } = await market.supabase
      .from('organizations')
      .select('organization_id')
      .eq('organization_id', member.organization.organizationId)
    expect(data).toEqual([]) // no user can join it while suspended
  })

  it('end a suspension: the members are back where they were', async () => {
    const admin = await market.colleague(member, 'administrator')
    await suspend(member.organization.id)
    const active = await staff.api.admin.organizations.activate({ id: member.organization.id })
    expect(active).toMatchObject({ status: 'active', statusReason: null })
    const { get } = await signInAgain(admin)
    expect(await get('/api/viewer')).toMatchObject({ roles: ['admin', 'client'] })
    expect((await lastMailTo(admin.email))?.subject).toMatch(/is active again/)
  })

  it('terminate an organization for good, once its contracts are settled', async () => {
    const { id } = member.organization
    const terminate = () => staff.api.admin.organizations.terminate({ id, reason: 'Fraud' })
    await agree(member, await market.member('vendor'))
    await expectRefusals([terminate()], 'open_contracts')
    await market.platform.db.transaction(system, (tx) =>
      tx
        .updateTable('contracts')
        .set({ status: 'cancelled', cancelled_at: new Date() })
        .where('client', '=', id)
        .execute(),
    )
    expect(await terminate()).toMatchObject({ status: 'terminated', statusReason: 'Fraud' })
    await expectRefusals([member.api.organizations.viewer()], 'session_ended')
    expect((await lastMailTo(member.email))?.text_body).toContain('Reason: Fraud')
    await expectRefusals(
      [terminate(), suspend(id), staff.api.admin.organizations.activate({ id })],
      'organization_changed',
    )
  })

  it('find people by name, address and organization', async () => {
    const { name } = await member.api.organizations.get()
    const { items } = await staff.api.admin.users.list({ search: name, limit: 5 })
    expect(items).toMatchObject([
      {
        id: member.userId,
        organizationName: name,
        roles: ['client'],
        membership: 'active',
        isDeactivated: false,
        isEmailConfirmed: true,
        sessionsCount: 1,
      },
    ])
    const found = await staff.api.admin.users.list({ search: member.email, limit: 5 })
    expect(found.items).toEqual(items)
  })

  it('bar an account at once, and let it in again', async () => {
    const barred = await staff.api.admin.users.deactivate({ id: member.userId })
    expect(barred).toMatchObject({ isDeactivated: true, sessionsCount: 0 })
    await expectRefusals([member.api.organizations.viewer()], 'session_ended')
    expect((await signInAgain(member)).error?.code).toBe('user_banned')
    const back = await staff.api.admin.users.reactivate({ id: member.userId })
    expect(back.isDeactivated).toBe(false)
    expect((await signInAgain(member)).error).toBeNull()
  })

  it('sign somebody out everywhere, but never lock themselves out', async () => {
    const answer = await staff.api.admin.users.endSessions({ id: member.userId })
    expect(answer.sessionsCount).toBe(0)
    await expectRefusals([member.api.organizations.viewer()], 'session_ended')
    await expectRefusals([staff.api.admin.users.deactivate({ id: staff.userId })], 'own_account')
    expect(await staff.api.admin.users.endSessions({ id: staff.userId })).toMatchObject({
      sessionsCount: 1,
      isSelf: true,
    })
  })

  it('reset a lost second factor: the password alone opens the account again', {
    tags: 'long',
  }, async () => {
    const { resetFactors, users } = staff.api.admin
    const raised = await addFactor(member)
    const locked = await signInAgain(member)
    expect(await locked.get('/api/organization')).toMatchObject({ code: 'second_factor_needed' })
    const { items } = await users.list({ search: member.email, limit: 5 })
    expect(items).toMatchObject([{ hasSecondFactor: true }])

    const answer = await resetFactors({ userId: member.userId })
    expect(answer).toMatchObject({ hasSecondFactor: false, sessionsCount: 0 })
    const headers = { authorization: `Bearer ${raised.token}` }
    expect((await market.fetch('/api/organization', { headers })).status).toBe(401)
    expect(await locked.get('/api/organization')).toMatchObject({ code: 'session_ended' })
    const { organizationId } = member.organization
    expect(await (await signInAgain(member)).get('/api/organization')).toMatchObject({
      organizationId,
    })
    const mail = await lastMailTo(member.email)
    expect(mail?.subject).toBe('Your second factor was removed')
    expect(mail?.text_body).toContain('compliance staff')
  })

  it('reset no second factor where there is none, nor their own', async () => {
    const { resetFactors } = staff.api.admin
    await expectRefusals([resetFactors({ userId: member.userId })], 'no_second_factor')
    expect(await lastMailTo(member.email)).toBeUndefined()
    expect((await member.api.organizations.viewer()).organization).not.toBeNull()
    await expectRefusals([resetFactors({ userId: staff.userId })], 'own_account')
  })

  it('are told when there is nobody under an ID', async () => {
    const id = '00000000-0000-4000-8000-000000000001'
    await expectRefusals(
      [
        suspend(id),
        staff.api.admin.users.deactivate({ id }),
        staff.api.admin.resetFactors({ userId: id }),
        staff.api.applications.get({ id }),
      ],
      'not_found',
    )
  })
})

it('administration cannot be done by anybody but staff', async () => {
  const admin = await market.colleague(member, 'administrator')
  const refusals: [Api, ErrorCode][] = [
    [market.visitor, 'sign_in_required'],
    [(await market.stranger()).api, 'not_permitted'],
    [member.api, 'not_permitted'],
    [admin.api, 'not_permitted'],
  ]
  const { id } = member.organization
  for (const [api, code] of refusals)
    await expectRefusals(
      [
        api.admin.organizations.list({ search: '', limit: 5 }),
        api.admin.organizations.activate({ id }),
        api.admin.organizations.suspend({ id, reason: 'Mine' }),
        api.admin.organizations.terminate({ id, reason: 'Mine' }),
        api.admin.users.list({ search: '', limit: 5 }),
        api.admin.users.deactivate({ id: member.userId }),
        api.admin.users.reactivate({ id: member.userId }),
        api.admin.users.endSessions({ id: member.userId }),
        api.admin.resetFactors({ userId: member.userId }),
        api.applications.history({ limit: 5 }),
        api.applications.get({ id }),
      ],
      code,
    )
  expect((await member.api.organizations.viewer()).organization).not.toBeNull()
})
