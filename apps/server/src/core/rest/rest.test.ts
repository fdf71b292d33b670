import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { type Database, system, type Tx } from '../../platform/database/db.ts'
import { AuthError, anonKey } from '../auth/service.ts'
import { restRoutes } from './routes.ts'

const ORGANIZATION_ID = 'ORG-12345-ABCDE'
const application = {
  business_name: 'Acme',
  business_email: 'ada@acme.test',
  business_address: 'Main Street 1',
  city: 'Berlin',
  country: 'DE',
  industry: 'retail',
  business_description: 'Things',
  contact_person: 'Ada',
  status: 'pending',
}

let db: Database
let server: ServerType
let url: string
let lookUpsLeft = Number.POSITIVE_INFINITY
const ada = { userId: randomUUID(), email: 'ada@acme.test' }
const eve = { userId: randomUUID(), email: 'eve@other.test' }

beforeAll(async () => {
  db = await openTestDatabase()
  const app = new Hono()
  // Sessions are the auth module's; here a token is a user's ID.
  const verify = async (bearer: string) => {
    if (bearer === anonKey) return null
    const [id, level] = bearer.split('/')
    const person = [ada, eve].find(({ userId }) => userId === id)
    if (!person) throw new AuthError('session_not_found')
    const session = {
      sessionId: randomUUID(),
      expiresAt: new Date(),
      aal: 'aal1' as const,
      awaitsSecondFactor: level === 'aal1',
      provedAt: null,
    }
    return { ...person, ...session }
  }
  const withinLimit = async () => lookUpsLeft-- > 0
  const clientAddress = () => '192.0.2.1'
  const claimsOf = (session: { userId: string } | null) =>
    session
      ? ({ role: 'authenticated', sub: session.userId } as const)
      : ({ role: 'anon' } as const)
  const auth = { verify, withinLimit, secondsToRefill: () => 10, clientAddress }
  app.route('/rest/v1', restRoutes({ db, auth, claimsOf }))
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await db.transaction(system, async (tx) => {
    for (const { userId, email } of [ada, eve]) {
      await tx.insertInto('auth.users').values({ id: userId, email }).execute()
      await tx.insertInto('profiles').values({ user_id: userId, email }).execute()
      await tx.insertInto('user_roles').values({ user_id: userId, role: 'client' }).execute()
    }
    const organization = { city: 'Berlin', country: 'DE', industry: 'retail', is_client: true }
    for (const [organization_id, is_active] of [
      [ORGANIZATION_ID, true],
      ['ORG-99999-CLOSE', false],
    ] as const) {
      const rest = { name: 'Acme', email: 'ada@acme.test', is_vendor: false, is_active }
      await tx
        .insertInto('organizations')
        .values({ ...organization, ...rest, organization_id })
        .execute()
    }
  })
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await db.close()
})

const as = (person: { userId: string } | null): SupabaseClient =>
  createClient(url, anonKey, person ? { accessToken: async () => person.userId } : {})

const stored = (userId: string) =>
  db.transaction(system, (tx) =>
    tx.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
  )

test('a signed-in user reads the own profile and roles', async () => {
  const profile = await as(ada).from('profiles').select('*').eq('user_id', ada.userId).single()
  expect(profile.data).toMatchObject({ ...{ user_id: ada.userId, email: ada.email }, phone: null })
  const roles = await as(ada).from('user_roles').select('*').eq('user_id', ada.userId)
  expect(roles.data).toEqual([{ user_id: ada.userId, role: 'client' }])
})

test('a signed-in user changes the own profile', async () => {
  const change = { first_name: 'Ada', phone: "0'; drop table profiles; --" }
  const { error, status } = await as(ada).from('profiles').update(change).eq('user_id', ada.userId)
  expect({ error, status }).toEqual({ error: null, status: 204 })
  expect(await stored(ada.userId)).toMatchObject(change)
  const represented = await as(ada)
    .from('profiles')
    .update({ last_name: 'Byron' })
    .eq('user_id', ada.userId)
    .select('first_name,last_name')
    .single()
  expect(represented.data).toEqual({ first_name: 'Ada', last_name: 'Byron' })
})

test('a user cannot read or change another user’s profile or roles', async () => {
  const profile = await as(eve).from('profiles').select('*').eq('user_id', ada.userId).single()
  expect(profile).toMatchObject({
    data: null,
    status: 406,
    error: { code: 'PGRST116', details: 'The result contains 0 rows' },
  })
  const roles = await as(eve).from('user_roles').select('*').eq('user_id', ada.userId)
  expect(roles.data).toEqual([])
  const before = await stored(ada.userId)
  const change = await as(eve).from('profiles').update({ phone: '666' }).eq('user_id', ada.userId)
  expect(change.status).toBe(204) // as in PostgREST: no row was in reach
  const everyone = await as(eve)
    .from('profiles')
    .update({ job_title: 'x' })
    .neq('email', '')
    .select()
  expect(everyone.data).toHaveLength(1)
  expect(await stored(ada.userId)).toEqual(before)
})

test.each([
  ['organization', randomUUID()],
  ['membership', 'active'],
  ['email', 'staff@semblance.test'],
  ['user_id', eve.userId],
])('a user cannot change %s of the own profile', async (column, value) => {
  const before = await stored(ada.userId)
  const { error, status } = await as(ada)
    .from('profiles')
    .update({ [column]: value })
    .eq('user_id', ada.userId)
  expect({ code: error?.code, status }).toEqual({ code: '42501', status: 403 })
  expect(await stored(ada.userId)).toEqual(before)
})

test('a user cannot give, change or take roles', async () => {
  const roles = () => as(ada).from('user_roles')
  const given = await roles().insert({ user_id: ada.userId, role: 'super_admin' })
  expect(given).toMatchObject({ status: 403, error: { code: '42501' } })
  const changed = await roles().update({ role: 'super_admin' }).eq('user_id', ada.userId)
  expect(changed).toMatchObject({ status: 403, error: { code: '42501' } })
  const taken = await roles().delete().eq('user_id', ada.userId)
  expect(taken).toMatchObject({ status: 405, error: { code: 'PGRST117' } })
  expect((await roles().select()).data).toEqual([{ user_id: ada.userId, role: 'client' }])
})

test('a visitor cannot read profiles or roles', async () => {
  for (const table of ['profiles', 'user_roles', 'business_applications']) {
    const { error, status } = await as(null).from(table).select('*')
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 401 })
  }
})

test('a visitor finds an organization by its ID, and learns no more than its name', async () => {
  const { data } = await as(null)
    .from('organizations')
    .select('*')
    .eq('organization_id', ORGANIZATION_ID)
    .eq('is_active', true)
    .single()
  expect(data).toEqual({ organization_id: ORGANIZATION_ID, name: 'Acme', is_active: true })
  const email = as(null)
    .from('organizations')
    .select('email')
    .eq('organization_id', ORGANIZATION_ID)
  expect((await email).error?.code).toBe('42703')
})

test('nobody can list organizations or find a closed one', async () => {
  for (const person of [null, eve]) {
    const table = () => as(person).from('organizations').select('*')
    for (const query of [
      table(),
      table().eq('is_active', true),
      table().like('organization_id', 'ORG*'),
      table().not('organization_id', 'eq', 'x'),
      table().in('organization_id', [ORGANIZATION_ID]),
    ]) {
      expect((await query).error?.code).toBe('42501')
    }
    const closed = await table().eq('organization_id', 'ORG-99999-CLOSE').maybeSingle()
    expect(closed).toMatchObject({ data: null, error: null })
  }
})

test('one look-up does not open the table to the next request', async () => {
  await as(null).from('organizations').select('*').eq('organization_id', ORGANIZATION_ID)
  const two = await as(null)
    .from('organizations')
    .select('*')
    .eq('organization_id', 'ORG-00000-AAAAA')
    .neq('organization_id', 'x')
  expect(two.data).toEqual([])
})

test('organizations can be looked up only so often, by whatever caller', async () => {
  lookUpsLeft = 1
  try {
    for (const [person, code] of [
      [null, undefined],
      [eve, 'PGRST003'],
    ] as const) {
      const query = as(person).from('organizations').select('*')
      const { error } = await query.eq('organization_id', ORGANIZATION_ID)
      expect(error?.code).toBe(code)
    }
  } finally {
    lookUpsLeft = Number.POSITIVE_INFINITY
  }
})

test('a visitor applies for a business, and cannot read it back', async () => {
  const { error, status } = await as(null).from('business_applications').insert(application)
  expect({ error, status }).toEqual({ error: null, status: 201 })
  const list = await as(null).from('business_applications').insert([application])
  expect(list.status).toBe(201)
  const back = await as(null).from('business_applications').insert(application).select()
  expect(back).toMatchObject({ status: 401, error: { code: '42501' } })
})

test.each([
  ['approved by its own writer', { status: 'approved' }, '42501'],
  ['with a decision', { decided_at: '2025-01-01' }, '42501'],
  ['with an ID of its own', { id: randomUUID() }, '42501'],
  ['without a name', { business_name: ' ' }, '23514'],
  ['without a contact', { contact_person: null }, '23502'],
  ['with an unknown column', { is_verified: true }, 'PGRST204'],
])('a visitor cannot file an application %s', async (_, change, code) => {
  const count = () => db.pool.query('select count(*) from public.business_applications')
  const before = (await count()).rows
  const { error } = await as(null)
    .from('business_applications')
    .insert({ ...application, ...change })
  expect(error?.code).toBe(code)
  expect((await count()).rows).toEqual(before)
})

test('counts, ranges and heads are answered as PostgREST does', async () => {
  const mine = () => as(ada).from('user_roles')
  const head = await mine().select('*', { count: 'exact', head: true })
  expect(head).toMatchObject({ count: 1, data: null, error: null })
  const page = await mine().select('role', { count: 'exact' }).order('role').range(0, 0)
  expect(page).toMatchObject({ count: 1, data: [{ role: 'client' }], status: 200 })
  const beyond = await mine().select('role', { count: 'exact' }).range(5, 6)
  expect(beyond).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
})

test('changes are counted as PostgREST does, read back or not', async () => {
  const own = () => as(ada).from('profiles')
  const change = await own().update({ phone: '7' }, { count: 'exact' }).eq('user_id', ada.userId)
  expect(change).toMatchObject({ status: 204, count: 1 })
  const none = await own().update({ phone: '7' }, { count: 'exact' }).eq('user_id', eve.userId)
  expect(none).toMatchObject({ status: 204, count: 0 })
  const applications = as(null).from('business_applications')
  const made = await applications.insert([application, application], { count: 'exact' })
  expect(made).toMatchObject({ status: 201, count: 2 })
})

test('what would be done otherwise than asked for is refused, and not done', async () => {
  const before = await stored(ada.userId)
  const limited = as(ada).from('profiles').update({ phone: '8' }).eq('user_id', ada.userId)
  expect(await limited.maxAffected(1)).toMatchObject({ status: 400, error: { code: 'PGRST122' } })
  expect(await stored(ada.userId)).toEqual(before)
  const applications = await as(ada).from('business_applications').select()
  expect(applications).toMatchObject({ status: 403, error: { code: '42501' } })
})

test('staff are refused the rows of others, and read their own', async () => {
  const role = { user_id: eve.userId, role: 'super_admin' as const }
  const give = (tx: Tx) => tx.insertInto('user_roles').values(role).execute()
  await db.transaction(system, give)
  for (const table of ['profiles', 'user_roles']) {
    const all = await as(eve).from(table).select()
    expect(all).toMatchObject({ status: 403, error: { code: '42501' } })
    const other = await as(eve).from(table).select().eq('user_id', ada.userId)
    expect(other).toMatchObject({ status: 403, error: { code: '42501' } })
    expect((await as(eve).from(table).select().eq('user_id', eve.userId)).data).not.toEqual([])
  }
  await db.transaction(system, (tx) =>
    tx
      .deleteFrom('user_roles')
      .where('user_id', '=', eve.userId)
      .where('role', '=', 'super_admin')
      .execute(),
  )
})

test('mistakes are named with PostgREST’s codes', async () => {
  const ask = (path: string, init?: RequestInit) =>
    fetch(`${url}/rest/v1${path}`, { ...init, headers: { apikey: ada.userId, ...init?.headers } })
  const codeOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ]
  expect(await codeOf(await ask('/contracts'))).toEqual([404, 'PGRST205'])
  expect(await codeOf(await ask('/a/b'))).toEqual([404, 'PGRST125'])
  expect(await codeOf(await ask('/profiles?user_id=eq.nonsense'))).toEqual([400, '22P02'])
  expect(await codeOf(await ask('/profiles?user_id=like.a'))).toEqual([404, '42883'])
  const schema = await ask('/profiles', { headers: { 'Accept-Profile': 'auth' } })
  expect(await codeOf(schema)).toEqual([406, 'PGRST106'])
  const csv = await ask('/profiles', { headers: { Accept: 'text/csv' } })
  expect(await codeOf(csv)).toEqual([406, 'PGRST107'])
  expect(await codeOf(await fetch(`${url}/rest/v1/profiles`))).toEqual([401, 'PGRST302'])
  const ended = await fetch(`${url}/rest/v1/profiles`, {
    headers: { Authorization: 'bearer gone' },
  })
  expect(ended.headers.get('www-authenticate')).toBe('Bearer')
  expect(await codeOf(ended)).toEqual([401, 'PGRST301'])
})

test('conditions nest, and columns are renamed, converted and gone into', async () => {
  const mine = () => as(ada).from('profiles')
  const either = await mine()
    .select('mail:email,created_at::text')
    .or(`email.eq."${ada.email}",and(phone.is.null,last_name.not.eq.Byron)`)
  expect(either.data).toEqual([{ mail: ada.email, created_at: expect.any(String) }])
  const neither = await mine().select('email').or('email.eq.x,phone.in.(1,2)')
  expect(neither.data).toEqual([])
  const into = await mine().select('found:created_at->>year').eq('email', ada.email)
  expect(into.data).toEqual([{ found: null }])
  const injected = await mine().select('email').or(`email.eq."'); drop table profiles; --"`)
  expect(injected.data).toEqual([])
})

test('an or around the ID of an organization does not open the table', async () => {
  for (const query of [
    as(null).from('organizations').select('*').or(`organization_id.eq.${ORGANIZATION_ID}`),
    as(null).from('organizations').select('*').or('organization_id.eq.x,is_active.is.true'),
    as(null).from('organizations').select('*').eq('organization_id->>x', ORGANIZATION_ID),
  ]) {
    expect((await query).error?.code).toBe('42501')
  }
  const both = await as(null)
    .from('organizations')
    .select('*')
    .eq('organization_id', 'ORG-00000-AAAAA')
    .or('is_active.is.true,is_active.is.false')
  expect(both.data).toEqual([])
})

test('an upsert needs both rights, and changes nobody else’s row', async () => {
  const before = await stored(ada.userId)
  const row = { user_id: ada.userId, email: ada.email, phone: '666' }
  for (const person of [ada, eve]) {
    const { error, status } = await as(person).from('profiles').upsert(row)
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 403 })
  }
  expect(await stored(ada.userId)).toEqual(before)
  const decided = await as(eve)
    .from('business_applications')
    .upsert({ ...application })
  expect(decided.error?.code).toBe('42501')
})

test('a person whose second factor is awaited reads nothing', async () => {
  const { error, status } = await as({ userId: `${ada.userId}/aal1` })
    .from('profiles')
    .select('*')
  expect({ code: error?.code, status }).toEqual({ code: '42501', status: 401 })
})
