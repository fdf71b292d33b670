import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { createOrganization } from '../../people/organizations/service.ts'
import { system } from '../../platform/database/db.ts'

const { market } = await useMarket({})

async function approvedOrganization(email: string) {
  return await market.platform.db.transaction(system, (tx) =>
    createOrganization(
      { tx, now: new Date(), platform: market.platform },
      {
        name: 'Meridian Synthetics',
        email,
        city: 'Berlin',
        country: 'DE',
        industry: 'technology',
        is_client: false,
        is_vendor: true,
      },
    ),
  )
}

async function signUpAndConfirm(email: string, metadata: Record<string, string>) {
  const { error } = await market.supabase.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: metadata },
  })
  if (error) return error
  const [mail] = await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('app.mails')
      .selectAll()
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .execute(),
  )
  const link = new URL(/https?:\/\/\S+/.exec(mail!.text_body)![0])
  await market.fetch(link.pathname + link.search, { redirect: 'manual' })
  return null
}

async function viewerOf(email: string) {
  const { data } = await market.supabase.auth.signInWithPassword({ email, password: PASSWORD })
  const answer = await market.fetch('/api/viewer', {
    headers: { authorization: `Bearer ${data.session!.access_token}` },
  })
  return await answer.json()
}

describe('someone who signs up with an organization ID', () => {
  it('administers the organization when the e-mail address is the one the business applied with', async () => {
    const { organizationId } = await approvedOrganization('founder@meridian.test')
    await signUpAndConfirm('founder@meridian.test', {
      first_name: 'Jonas',
      organization_id: organizationId,
    })
    expect(await viewerOf('founder@meridian.test')).toMatchObject({
      membership: 'active',
      roles: ['admin', 'vendor'],
      organization: { organizationId, isVendor: true, isClient: false },
    })
  })

  it('waits for approval otherwise, without a role', async () => {
    const { organizationId } = await approvedOrganization('boss@meridian.test')
    await signUpAndConfirm('employee@meridian.test', { organization_id: organizationId })
    expect(await viewerOf('employee@meridian.test')).toMatchObject({
      membership: 'pending',
      roles: [],
      organization: null,
    })
  })

  it('is refused when there is no such organization', async () => {
    const error = await signUpAndConfirm('lost@meridian.test', {
      organization_id: 'ORG-00000-AAAAA',
    })
    expect(error?.message).toContain('Invalid organization ID')
  })

  it('gains nothing by writing roles into the sign-up metadata', async () => {
    const { organizationId } = await approvedOrganization('head@meridian.test')
    await signUpAndConfirm('sly@meridian.test', {
      organization_id: organizationId,
      role: 'super_admin',
      roles: 'admin',
    })
    expect(await viewerOf('sly@meridian.test')).toMatchObject({ membership: 'pending', roles: [] })
  })
})

it('a visitor is nobody', async () => {
  expect(await market.visitor.organizations.viewer()).toEqual({
    userId: null,
    roles: [],
    may: [],
    membership: null,
    organization: null,
    legalDue: [],
  })
})

it('a session that was signed out is told so, not treated as a visitor', async () => {
  const { token, userId } = await market.member('client')
  const headers = { authorization: `Bearer ${token}` }
  expect(await (await market.fetch('/api/viewer', { headers })).json()).toMatchObject({ userId })
  await market.fetch('/auth/v1/logout', { method: 'POST', headers })
  const answer = await market.fetch('/api/viewer', { headers })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ code: 'session_ended' })
})

it('a session that has not shown the account’s second factor gets nothing', async () => {
  const { api, userId, token } = await market.member('client')
  const headers = { authorization: `Bearer ${token}` }
  const rows = async () => await (await market.fetch('/rest/v1/profiles', { headers })).json()
  expect(await rows()).toHaveLength(1)
  await market.platform.db.transaction(system, (tx) =>
    tx
      .insertInto('auth.factors')
      .values({ user_id: userId, type: 'phone', phone: '4915112345678', status: 'verified' })
      .execute(),
  )
  for (const work of [() => api.organizations.viewer(), () => api.settings.exportData()])
    await expect(work()).rejects.toMatchObject({ code: 'second_factor_needed' })
  expect(await rows()).toMatchObject({ code: '42501' })
})

it('an organization that has an administrator gains none by its e-mail address', async () => {
  const { organizationId } = await approvedOrganization('desk@meridian.test')
  await signUpAndConfirm('desk@meridian.test', { organization_id: organizationId })
  await market.platform.db.transaction(system, (tx) =>
    tx
      .updateTable('organizations')
      .set({ email: 'second@meridian.test' })
      .where('organization_id', '=', organizationId)
      .execute(),
  )
  await signUpAndConfirm('second@meridian.test', { organization_id: organizationId })
  expect(await viewerOf('second@meridian.test')).toMatchObject({ membership: 'pending', roles: [] })
})
