import type { ErrorCode } from '@semblance/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market } = await useMarket({})
let member: Person
let admin: Person
let rival: Person
beforeAll(async () => {
  rival = await market.colleague(await market.member('vendor'), 'administrator')
})
beforeEach(async () => {
  member = await market.member('client')
  admin = await market.colleague(member, 'administrator')
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

const membersOf = async ({ api }: Person) =>
  (await api.organizations.listMembers({ limit: 50 })).items

describe('an employee request', () => {
  it('is seen by the administrators, who are told by notice and mail when it comes', async () => {
    const { error } = await market.supabase.auth.signUp({
      email: 'grace@people.test',
      password: 'correct horse',
      options: {
        data: {
          first_name: 'Grace',
          last_name: 'Ito',
          job_title: 'Analyst',
          organization_id: admin.organization.organizationId,
        },
      },
    })
    expect(error).toBeNull()
    const before = await admin.api.organizations.listRequests({ limit: 20 })
    expect(before.items).toEqual([]) // an unproven address is no request yet
    const confirmation = await lastMailTo('grace@people.test')
    const link = new URL(/https?:\/\/\S+/.exec(confirmation!.text_body)![0])
    await market.fetch(link.pathname + link.search, { redirect: 'manual' })

    const { items } = await admin.api.organizations.listRequests({ limit: 20 })
    expect(items).toMatchObject([
      { name: 'Grace Ito', email: 'grace@people.test', role: 'Analyst' },
    ])
    const notices = await admin.api.notifications.list({ limit: 1 })
    expect(notices.items[0]).toMatchObject({ title: 'New employee request' })
    expect((await lastMailTo(admin.email))?.text_body).toContain('Grace Ito (grace@people.test)')
    expect((await member.api.notifications.list({ limit: 1 })).items).toEqual([])
  })

  it('approved makes an active member with the organization’s roles, told by mail', async () => {
    const pending = await market.colleague(member, 'pending')
    await admin.api.organizations.approveRequest({ id: pending.userId })
    expect(await pending.api.organizations.viewer()).toMatchObject({
      membership: 'active',
      roles: ['client'],
    })
    const mail = await lastMailTo(pending.email)
    expect(mail?.subject).toMatch(/^Welcome to /)
    expect(mail?.text_body).toContain('/dashboard-selection')
  })

  it('rejected stays outside, told by mail', async () => {
    const pending = await market.colleague(member, 'pending')
    await admin.api.organizations.rejectRequest({ id: pending.userId })
    expect(await pending.api.organizations.viewer()).toMatchObject({
      membership: 'rejected',
      organization: null,
    })
    expect((await lastMailTo(pending.email))?.subject).toMatch(/was declined$/)
    expect((await admin.api.organizations.listRequests({ limit: 20 })).items).toEqual([])
  })

  it('is decided once', async () => {
    const pending = await market.colleague(member, 'pending')
    await admin.api.organizations.approveRequest({ id: pending.userId })
    for (const again of ['approveRequest', 'rejectRequest'] as const)
      await expect(admin.api.organizations[again]({ id: pending.userId })).rejects.toMatchObject({
        code: 'member_changed',
      })
    expect((await pending.api.organizations.viewer()).membership).toBe('active')
  })
})

describe('members', () => {
  it('are listed with their role and rights, a page at a time', async () => {
    const first = await member.api.organizations.listMembers({ limit: 1 })
    const { items } = await member.api.organizations.listMembers({
      limit: 5,
      cursor: first.nextCursor!,
    })
    expect([...first.items, ...items]).toMatchObject([
      { id: admin.userId, isAdmin: true, isSelf: false, status: 'active' },
      { id: member.userId, isAdmin: false, isSelf: true, status: 'active' },
    ])
    await expect(
      member.api.organizations.listMembers({
        limit: 1,
        cursor: Buffer.from('[1,"x"]').toString('base64url'),
      }),
    ).rejects.toMatchObject({ code: 'bad_input' })
  })

  it('get a mail with a link to a new password', async () => {
    await admin.api.organizations.resetMemberPassword({ id: member.userId })
    expect(await lastMailTo(member.email)).toMatchObject({ subject: 'Reset your password' })
  })

  it('are not mailed without end', async () => {
    const ask = () => admin.api.organizations.resetMemberPassword({ id: member.userId })
    for (let asked = 0; asked < 3; asked++) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  it('deactivated lose their sessions, roles and rows at once', async () => {
    const answer = await admin.api.organizations.deactivateMember({ id: member.userId })
    expect(answer.status).toBe('deactivated')
    await expect(member.api.organizations.viewer()).rejects.toMatchObject({ code: 'session_ended' })
    const { data } = await market.supabase.auth.signInWithPassword({
      email: member.email,
      password: 'correct horse',
    })
    const headers = { authorization: `Bearer ${data.session!.access_token}` }
    expect(await (await market.fetch('/api/viewer', { headers })).json()).toMatchObject({
      membership: 'deactivated',
      roles: [],
      organization: null,
    })
    const refused = await market.fetch('/api/organization', { headers })
    expect(await refused.json()).toMatchObject({ code: 'membership_ended' })
    expect((await lastMailTo(member.email))?.subject).toMatch(/^Your access to .* has ended$/)
  })

  it('reactivated come back without administrator rights', async () => {
    const second = await market.colleague(member, 'administrator')
    await admin.api.organizations.deactivateMember({ id: second.userId })
    const back = await admin.api.organizations.reactivateMember({ id: second.userId })
    expect(back).toMatchObject({ status: 'active', isAdmin: false })
    const mail = await lastMailTo(second.email)
    expect(mail?.subject).toMatch(/^Your access to .* is back$/)
    expect(mail?.html_body).toContain('href="http://semblance.test/auth"')
    await expect(
      admin.api.organizations.reactivateMember({ id: second.userId }),
    ).rejects.toMatchObject({ code: 'member_changed' })
  })

  it('become administrators and cease to be', async () => {
    const { api } = admin
    const raised = await api.organizations.setMemberAdmin({ id: member.userId, isAdmin: true })
    expect(raised.isAdmin).toBe(true)
    await member.api.organizations.setMemberAdmin({ id: admin.userId, isAdmin: false })
    await expect(
      api.organizations.setMemberAdmin({ id: admin.userId, isAdmin: true }),
    ).rejects.toMatchObject({ code: 'not_permitted' })
  })
})

describe('the last administrator', () => {
  it('can neither step down nor be deactivated', async () => {
    const { api, userId: id } = admin
    await expectRefusals(
      [
        api.organizations.setMemberAdmin({ id, isAdmin: false }),
        api.organizations.deactivateMember({ id }),
      ],
      'last_admin',
    )
    expect((await membersOf(admin)).find((row) => row.id === id)).toMatchObject({
      isAdmin: true,
      status: 'active',
    })
  })

  it('remains when two remove each other at the same moment', async () => {
    const second = await market.colleague(member, 'administrator')
    const results = await Promise.allSettled([
      admin.api.organizations.deactivateMember({ id: second.userId }),
      second.api.organizations.deactivateMember({ id: admin.userId }),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('an organization’s people cannot', () => {
  const decisions: [string, (api: Api, id: string) => Promise<unknown>][] = [
    ['approveRequest', (api, id) => api.organizations.approveRequest({ id })],
    ['rejectRequest', (api, id) => api.organizations.rejectRequest({ id })],
    ['resetMemberPassword', (api, id) => api.organizations.resetMemberPassword({ id })],
    ['deactivateMember', (api, id) => api.organizations.deactivateMember({ id })],
    ['reactivateMember', (api, id) => api.organizations.reactivateMember({ id })],
    ['setMemberAdmin', (api, id) => api.organizations.setMemberAdmin({ id, isAdmin: true })],
  ]

  it.each(decisions)('be decided about by the wrong people: %s', async (_name, decide) => {
    const target = await market.colleague(member, 'pending')
    const staff = await market.staff()
    const refusals: [Api, ErrorCode][] = [
      [market.visitor, 'sign_in_required'],
      [(await market.stranger()).api, 'membership_pending'],
      [target.api, 'membership_pending'],
      [staff.api, 'membership_pending'],
      [member.api, 'not_permitted'],
      [rival.api, 'not_found'],
    ]
    for (const [api, code] of refusals)
      for (const { userId } of [target, member])
        await expect(decide(api, userId)).rejects.toMatchObject({ code })
    expect((await target.api.organizations.viewer()).membership).toBe('pending')
    expect((await membersOf(member)).map(({ isAdmin }) => isAdmin)).toEqual([true, false])
  })

  it('be listed by another organization, and requests not by a plain member', async () => {
    await market.colleague(member, 'pending')
    expect((await rival.api.organizations.listRequests({ limit: 50 })).items).toEqual([])
    const ids = (await membersOf(rival)).map(({ id }) => id)
    expect(ids).not.toContain(member.userId)
    await expect(member.api.organizations.listRequests({ limit: 50 })).rejects.toMatchObject({
      code: 'not_permitted',
    })
    for (const api of [market.visitor, (await market.stranger()).api])
      await expect(api.organizations.listMembers({ limit: 5 })).rejects.toThrow()
  })
})
