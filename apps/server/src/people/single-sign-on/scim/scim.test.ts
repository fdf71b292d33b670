/** Tests that a directory provisions the people of its own organization, within limits, and sees no one else. */
import { beforeAll, expect, it } from 'vitest'
import { useSso } from '../../../../testing/fakes/use-sso.ts'
import type { Person } from '../../../../testing/fixtures/market-fixtures.ts'
import { scimRoutes } from './routes.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const sso = await useSso()
let home: Awaited<ReturnType<typeof company>>
let other: Awaited<ReturnType<typeof company>>

type Answer = {
  status: number
  etag: string | null
  body: Record<string, unknown> & { id: string; totalResults: number; Resources: { id: string }[] }
}

async function company() {
  const { admin, member, domain } = await sso.company()
  const { token } = await admin.api.singleSignOn.makeToken()
  const call = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await sso.ask(`/scim/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      body: text ? JSON.parse(text) : {},
    }
  }
  const provision = (name: string) => call('POST', '/Users', { userName: `${name}@${domain}` })
  const setActive = (id: string, value: boolean | string) =>
    call('PATCH', `/Users/${id}`, {
      schemas: [PATCH],
      Operations: [{ op: 'Replace', path: 'active', value }],
    })
  /** Makes a member that the directory provisions. */
  const colleague = async (standing: 'member' | 'administrator' = 'member') => {
    const person = await sso.market.colleague(member, standing)
    await sso.moveTo(person, domain)
    const { body } = await call('POST', '/Users', { userName: person.email })
    return { person, id: body.id }
  }
  return { admin, member, domain, token, call, provision, setActive, colleague }
}
beforeAll(async () => {
  home = await company()
  other = await company()
})

const membershipOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (
    await sso.market.platform.db.pool.query('select membership from profiles where user_id = $1', [
      userId,
    ])
  ).rows[0]?.membership as string | undefined

const rolesOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (
    await sso.market.platform.db.pool.query('select work_roles from profiles where user_id = $1', [
      userId,
    ])
  ).rows[0]?.work_roles as string[] | undefined

it('a person who is provisioned becomes a member at the first sign-in, with the roles of the groups', async () => {
  const { admin, domain, call, provision } = home
  const rules = { isRequired: false, createsMembers: false, breakGlass: null }
  await admin.api.singleSignOn.setRules(rules)
  await admin.api.singleSignOn.setGroups({ groups: [{ group: 'Buyers', role: 'requester' }] })
  const { status, body } = await provision('ada')
  expect(status).toBe(201)
  const members = [{ value: body.id }]
  const group = await call('POST', '/Groups', { displayName: 'Buyers', members })
  const email = `ada@${domain}`
  const { token } = await sso.signIn(domain, sso.newPerson({ email }))
  const may = async () => (await sso.market.apiFor(token ?? '').organizations.viewer()).may
  expect(await may()).toEqual(['read', 'request', 'buy'])
  const path = `members[value eq "${body.id}"]`
  await call('PATCH', `/Groups/${group.body.id}`, {
    schemas: [PATCH],
    Operations: [{ op: 'remove', path }],
  })
  expect(await may()).toEqual(['read'])
  await admin.api.singleSignOn.setGroups({ groups: [] })
  const stranger = sso.newPerson({ email: `unknown@${domain}` })
  expect((await sso.signIn(domain, stranger)).error).toBe('sso_no_membership')
})

it('deactivating ends the membership and its sessions, activating begins it again', async () => {
  const { person, id } = await home.colleague()
  await home.admin.api.organizations.setMemberRoles({ id: person.userId, roles: ['finance'] })
  expect((await home.setActive(id, 'False')).body.active).toBe(false)
  expect(await membershipOf(person)).toBe('deactivated')
  await expect(person.api.keys.list({ limit: 5 })).rejects.toMatchObject({ code: 'session_ended' })
  const sub = sso.newPerson({ email: person.email })
  expect((await sso.signIn(home.domain, sub)).error).toBe('membership_ended')
  await home.setActive(id, true)
  expect(await membershipOf(person)).toBe('active')
  expect(await rolesOf(person)).toEqual(['finance'])
  expect((await home.call('DELETE', `/Users/${id}`)).status).toBe(204)
  expect(await membershipOf(person)).toBe('deactivated')
  expect((await home.call('GET', `/Users/${id}`)).status).toBe(404)
  expect((await home.call('POST', '/Users', { userName: person.email })).status).toBe(201)
  expect(await membershipOf(person)).toBe('active')
})

it('a member whose access an administrator has ended is not brought back by the directory', async () => {
  const { person, id } = await home.colleague()
  await home.admin.api.organizations.deactivateMember({ id: person.userId })
  await home.setActive(id, false)
  await home.setActive(id, true)
  expect(await membershipOf(person)).toBe('deactivated')
})

it('the decision of an administrator takes the place of what the directory did before', async () => {
  const { admin, domain, setActive, colleague, call } = home
  const { person, id } = await colleague()
  await setActive(id, false)
  await admin.api.organizations.reactivateMember({ id: person.userId })
  expect((await call('GET', `/Users/${id}`)).body.active).toBe(true)
  const sub = sso.newPerson({ email: person.email })
  expect((await sso.signIn(domain, sub)).error).toBeNull()
  await setActive(id, false)
  await admin.api.organizations.reactivateMember({ id: person.userId })
  await admin.api.organizations.deactivateMember({ id: person.userId })
  await setActive(id, false)
  await setActive(id, true)
  expect(await membershipOf(person)).toBe('deactivated')
})

it('a user is deactivated also where the domain is no longer proved, and not activated again', async () => {
  const { colleague, domain, setActive } = await company()
  const { person, id } = await colleague()
  await sso.market.platform.db.pool.query(
    'update app.sso_domains set proved_at = null where domain = $1',
    [domain],
  )
  expect((await setActive(id, false)).status).toBe(200)
  expect(await membershipOf(person)).toBe('deactivated')
  expect((await setActive(id, true)).status).toBe(400)
})

it('a user is not renamed as another one', async () => {
  const { call, domain, provision } = home
  await provision('first')
  const { body } = await provision('second')
  const form = { userName: `FIRST@${domain}`, emails: [{ value: `second@${domain}` }] }
  const { status, body: refusal } = await call('PUT', `/Users/${body.id}`, form)
  expect([status, refusal.scimType]).toEqual([409, 'uniqueness'])
})

it('a directory changes no role of a person who has moved to another organization', async () => {
  const { admin, call, colleague } = home
  await admin.api.singleSignOn.setGroups({ groups: [{ group: 'Payers', role: 'finance' }] })
  const { person, id } = await colleague()
  const members = [{ value: id }]
  const { body: group } = await call('POST', '/Groups', { displayName: 'Payers', members })
  await sso.market.platform.db.pool.query(
    `update profiles set work_roles = '{approver}', organization =
       (select organization from profiles where user_id = $2) where user_id = $1`,
    [person.userId, other.admin.userId],
  )
  await call('PUT', `/Groups/${group.id}`, { displayName: 'Payers', members: [] })
  await call('PUT', `/Groups/${group.id}`, { displayName: 'Payers', members })
  expect(await rolesOf(person)).toEqual(['approver'])
  await admin.api.singleSignOn.setGroups({ groups: [] })
})

it('a change of a group gives roles to those who came or left, and a new name to all', async () => {
  const { admin, call, colleague } = await company()
  const map = (group: string) => ({ group, role: 'requester' as const })
  await admin.api.singleSignOn.setGroups({ groups: [map('Buyers'), map('Purchase')] })
  const [first, second] = [await colleague(), await colleague()]
  const members = [{ value: first.id }]
  const { body: group } = await call('POST', '/Groups', { displayName: 'Buyers', members })
  await admin.api.organizations.setMemberRoles({ id: first.person.userId, roles: ['finance'] })
  members.push({ value: second.id })
  await call('PUT', `/Groups/${group.id}`, { displayName: 'Buyers', members })
  expect(await rolesOf(first.person)).toEqual(['finance'])
  expect(await rolesOf(second.person)).toEqual(['requester'])
  await call('PUT', `/Groups/${group.id}`, { displayName: 'Purchase', members })
  expect(await rolesOf(first.person)).toEqual(['requester'])
})

const here = { clientAddress: () => '198.51.100.7' }

it('wrong tokens of a network are refused unread after some, and keep no directory out that has asked before', async () => {
  const { platform } = sso.market
  const rateLimits = { key: null, session: null, visitor: { burst: 3, perSecond: 0.01 } }
  const routes = scimRoutes({ ...platform, config: { ...platform.config, rateLimits } }, here)
  const ask = async (token: string) =>
    await routes.request('/Users', { headers: { Authorization: `Bearer ${token}` } })
  for (let count = 0; count < 5; count++) expect((await ask(home.token)).status).toBe(200)
  const wrong = [await ask('wrong'), await ask('wrong'), await ask(''), await ask('wrong')]
  expect(wrong.map(({ status }) => status)).toEqual([401, 401, 401, 429])
  expect(Number(wrong[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask(home.token)).status).toBe(200)
  expect((await ask(other.token)).status).toBe(429)
})

it('a directory asks at the rate of a key, each for itself', async () => {
  const { platform } = sso.market
  const rateLimits = { key: { burst: 2, perSecond: 0.01 }, session: null, visitor: null }
  const routes = scimRoutes({ ...platform, config: { ...platform.config, rateLimits } }, here)
  const ask = async ({ token }: { token: string }) =>
    await routes.request('/Users', { headers: { Authorization: `Bearer ${token}` } })
  expect([(await ask(home)).status, (await ask(home)).status]).toEqual([200, 200])
  const refused = await ask(home)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await ask(other)).status).toBe(200)
})

it('a user that was deleted is no member of a group', async () => {
  const { id } = await home.colleague()
  await home.call('DELETE', `/Users/${id}`)
  const form = { displayName: 'Deleted', members: [{ value: id }] }
  expect((await home.call('POST', '/Groups', form)).status).toBe(400)
})

it('a directory that deletes everybody is stopped after five, and the last administrator stays', async () => {
  const { admin, domain, call, colleague } = await company()
  await sso.moveTo(admin, domain)
  const root = await call('POST', '/Users', { userName: admin.email })
  const people = []
  for (let count = 0; count < 8; count++) people.push(await colleague())
  expect((await call('DELETE', `/Users/${root.body.id}`)).status).toBe(403)
  for (const { id } of people) expect((await call('DELETE', `/Users/${id}`)).status).toBe(204)
  const standing = await Promise.all(people.map(({ person }) => membershipOf(person)))
  expect(standing.filter((one) => one === 'active')).toHaveLength(3)
  expect(await membershipOf(admin)).toBe('active')
  const { held } = await admin.api.singleSignOn.get()
  expect(held.map(({ email }) => email).sort()).toEqual(
    people
      .slice(5)
      .map(({ person }) => person.email)
      .sort(),
  )
  await admin.api.singleSignOn.settleHeld({ isConfirmed: true })
  const after = await Promise.all(people.map(({ person }) => membershipOf(person)))
  expect(new Set(after)).toEqual(new Set(['deactivated']))
})

it('deactivations that come at once are counted together, and confirming spares who is needed', {
  tags: 'long',
}, async () => {
  const { admin, member, colleague, setActive } = await company()
  const people = []
  for (let count = 0; count < 8; count++) people.push(await colleague())
  await Promise.all(people.map(({ id }) => setActive(id, false)))
  const standing = await Promise.all(people.map(({ person }) => membershipOf(person)))
  expect(standing.filter((one) => one === 'active')).toHaveLength(3)
  const { held } = await admin.api.singleSignOn.get()
  const [keeper, mover, third] = people.filter(({ id }) => held.some((one) => one.id === id))
  if (!keeper || !mover || !third) throw new Error('Three are held.')
  await admin.api.organizations.setMemberAdmin({ id: keeper.person.userId, isAdmin: true })
  const rules = { isRequired: false, createsMembers: true, breakGlass: keeper.person.userId }
  await admin.api.singleSignOn.setRules(rules)
  await sso.market.platform.db.pool.query(
    `update profiles set organization =
       (select organization from profiles where user_id = $2) where user_id = $1`,
    [mover.person.userId, other.admin.userId],
  )
  await admin.api.singleSignOn.settleHeld({ isConfirmed: true })
  expect(await membershipOf(keeper.person)).toBe('active')
  expect(await membershipOf(mover.person)).toBe('active')
  expect(await membershipOf(third.person)).toBe('deactivated')
  expect(await membershipOf(member)).toBe('active')
})

it('what an administrator does not confirm stays a member', { tags: 'long' }, async () => {
  const { admin, call, colleague, setActive } = await company()
  const people = []
  for (let count = 0; count < 6; count++) people.push(await colleague())
  for (const { id } of people) await setActive(id, false)
  const last = people[5]
  await admin.api.singleSignOn.settleHeld({ isConfirmed: false })
  expect(last && (await membershipOf(last.person))).toBe('active')
  expect((await call('GET', `/Users/${last?.id}`)).body.active).toBe(true)
})

it('who is kept after the directory gave the name away stays a member, without a user of the directory', {
  tags: 'long',
}, async () => {
  const { admin, domain, call, colleague } = await company()
  const people = []
  for (let count = 0; count < 6; count++) people.push(await colleague())
  for (const { id } of people) await call('DELETE', `/Users/${id}`)
  const last = people[5]
  if (!last) throw new Error('Six were made.')
  const emails = [{ value: `successor@${domain}` }]
  const successor = await call('POST', '/Users', { userName: last.person.email, emails })
  expect(successor.status).toBe(201)
  const { held } = await admin.api.singleSignOn.get()
  expect(held).toMatchObject([{ email: last.person.email, isReplaced: true }])
  await admin.api.singleSignOn.settleHeld({ isConfirmed: false })
  expect(await membershipOf(last.person)).toBe('active')
  expect((await call('GET', `/Users/${last.id}`)).status).toBe(404)
  expect((await call('GET', `/Users/${successor.body.id}`)).body.active).toBe(true)
  expect((await admin.api.singleSignOn.get()).held).toEqual([])
  const again = { userName: `renamed@${domain}`, emails: [{ value: last.person.email }] }
  expect((await call('POST', '/Users', again)).body.id).toBe(last.id)
})

it('the break-glass administrator is not deactivated', async () => {
  const { admin, colleague, setActive } = await company()
  const { person, id } = await colleague('administrator')
  const rules = { isRequired: false, createsMembers: true, breakGlass: person.userId }
  await admin.api.singleSignOn.setRules(rules)
  expect((await setActive(id, false)).status).toBe(403)
  expect(await membershipOf(person)).toBe('active')
})

it('no token reads or changes anything of another organization, and one that was replaced nothing at all', async () => {
  const { body: user } = await home.provision('private')
  const { body: group } = await home.call('POST', '/Groups', { displayName: 'Private' })
  const email = `private@${home.domain}`
  for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`]) {
    const form = { userName: `x@${other.domain}`, displayName: 'x' }
    const operations = { Operations: [{ op: 'replace', path: 'active', value: false }] }
    expect((await other.call('GET', path)).status).toBe(404)
    expect((await other.call('PUT', path, form)).status).toBe(404)
    expect((await other.call('PATCH', path, operations)).status).toBe(404)
    expect((await other.call('DELETE', path)).status).toBe(404)
  }
  const members = [{ value: user.id }]
  expect((await other.call('POST', '/Groups', { displayName: 'Mine', members })).status).toBe(400)
  expect((await other.call('POST', '/Users', { userName: email })).status).toBe(400)
  const search = `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`
  expect((await other.call('GET', search)).body.totalResults).toBe(0)
  expect((await home.call('GET', search)).body.totalResults).toBe(1)
  const old = await company()
  await old.admin.api.singleSignOn.makeToken()
  for (const path of ['/Users', '/Groups', '/ServiceProviderConfig', '/nothing'])
    expect((await old.call('GET', path)).status).toBe(401)
})

it('lists are filtered and paged, and a version that is out of date changes nothing', async () => {
  const { call, domain } = await company()
  for (const name of ['a', 'b', 'c'])
    await call('POST', '/Users', {
      userName: `${name}@${domain}`,
      externalId: name,
      name: { familyName: name === 'c' ? 'Curie' : 'Bell' },
    })
  const page = (await call('GET', '/Users?startIndex=2&count=1')).body
  expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
  const by = async (filter: string) =>
    (await call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults
  expect(await by('externalId eq "a"')).toBe(1)
  expect(await by('name.familyName eq "Bell" and active eq true')).toBe(2)
  expect((await call('GET', '/Users?filter=nonsense(')).status).toBe(400)
  const [first] = (await call('GET', '/Users?attributes=userName')).body.Resources
  expect(Object.keys(first ?? {}).sort()).toEqual(['id', 'schemas', 'userName'])
  const path = `/Users/${first?.id}`
  const { etag } = await call('GET', path)
  expect((await call('GET', path, undefined, { 'If-None-Match': etag ?? '' })).status).toBe(304)
  const form = { userName: `a@${domain}`, title: 'Physicist' }
  expect((await call('PUT', path, form, { 'If-Match': etag ?? '' })).status).toBe(200)
  expect((await call('PUT', path, form, { 'If-Match': etag ?? '' })).status).toBe(412)
  expect((await call('POST', '/Users', { userName: `a@${domain}` })).status).toBe(409)
  expect((await call('POST', '/Users', { userName: 'x@elsewhere.example' })).status).toBe(400)
})

it('no PATCH reaches what all objects of the process share, by a path or by a value', async () => {
  const { call, provision } = home
  const { body: user } = await provision('proto')
  const { body: group } = await call('POST', '/Groups', { displayName: 'Proto' })
  const values = [
    '{"__proto__":{"polluted":"x"}}',
    '{"constructor":{"prototype":{"polluted":"x"}}}',
  ]
    .concat('{"__proto__.polluted":"x"}', '{"name.__proto__.polluted":"x"}')
    .concat('{"name":{"__proto__.polluted":"x"}}', '{"name":{"__proto__":{"polluted":"x"}}}')
    .map((text) => ({ op: 'add', value: JSON.parse(text) }))
  const paths = ['__proto__', '__proto__.polluted', 'constructor.prototype.polluted']
    .concat('name.__proto__', 'name.__proto__.polluted', 'emails[__proto__ eq "x"].value')
    .concat('urn:x:__proto__.polluted', 'name.constructor.prototype.polluted', '__PROTO__.polluted')
    .concat('urn:ietf:params:scim:schemas:core:2.0:User:__proto__.polluted')
    .flatMap((path) => [
      { op: 'replace', path, value: 'x' },
      { op: 'Add', path, value: { polluted: 'x' } },
    ])
  for (const operation of [...values, ...paths])
    for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`]) {
      const { status } = await call('PATCH', path, { Operations: [operation] })
      expect([operation, status]).toEqual([operation, 400])
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    }
  const depth = 90_000
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const long = await sso.ask(`/scim/v2/Users/${user.id}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${home.token}` },
    body: `{"Operations":[{"op":"add","path":"name","value":${deep}}]}`,
  })
  expect(long.status).toBe(400)
})

it('a PATCH is taken as directories send it, and attributes that are not kept change nothing', async () => {
  const { call, domain, provision } = home
  const { body: user } = await provision('patched')
  const { body: other } = await provision('patched.too')
  const department = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'
  const value = { 'name.familyName': 'Bell', NickName: 'x', [department]: 'Physics' }
  const { status, body } = await call('PATCH', `/Users/${user.id}`, {
    Operations: [
      { op: 'Add', path: 'title', value: 'Physicist' },
      { op: 'Replace', value },
      { op: 'Add', path: 'emails[type eq "work"].value', value: `patched@${domain}` },
      { op: 'replace', path: department, value: 'Chemistry' },
    ],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ title: 'Physicist', name: { familyName: 'Bell' } })
  expect(body.emails).toEqual([{ type: 'work', value: `patched@${domain}` }])
  const members = [{ value: user.id, display: 'x' }, { value: other.id }]
  const { body: group } = await call('POST', '/Groups', { displayName: 'Patched', members })
  const left = await call('PATCH', `/Groups/${group.id}`, {
    Operations: [{ op: 'Remove', path: 'members', value: [{ value: user.id }] }],
  })
  expect(left.body.members).toMatchObject([{ value: other.id }])
  for (const operation of [
    { op: 'move', path: 'title' },
    { op: 'remove' },
    { op: 'add', value: 1 },
  ])
    expect((await call('PATCH', `/Users/${user.id}`, { Operations: [operation] })).status).toBe(400)
})
