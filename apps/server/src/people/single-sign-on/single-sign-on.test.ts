/** Tests that the people of a company come by its own OpenID Connect provider, a real one, and no one else does. */
import { permissionsOf } from '@semblance/contract'
import { beforeAll, expect, it } from 'vitest'
import { cookieJar, visitProvider } from '../../../testing/fakes/auth-provider.ts'
import { useSso } from '../../../testing/fakes/use-sso.ts'
import { actionsOn } from '../../../testing/fixtures/audit-log.ts'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { PASSWORD } from '../../../testing/fixtures/market-fixtures.ts'
import { checkProvedDomains } from './domains.ts'

const sso = await useSso()
const { market, names } = sso
let home: Awaited<ReturnType<typeof sso.company>>
let stranger: Person
beforeAll(async () => {
  home = await sso.company()
  stranger = await market.colleague(await market.member('vendor'), 'administrator')
})

const viewerOf = (token: string | null) => market.apiFor(token ?? '').organizations.viewer()
const signInByPassword = async (email: string) =>
  (await market.supabase.auth.signInWithPassword({ email, password: PASSWORD })).error?.code ?? null

/** Every change, with an input that is well formed. */
const acts = (api: Api, domainId: string) => [
  () => api.singleSignOn.get(),
  () => api.singleSignOn.addDomain({ domain: sso.newDomain() }),
  () => api.singleSignOn.checkDomain({ domainId }),
  () => api.singleSignOn.removeDomain({ domainId }),
  () => api.singleSignOn.saveOidc(sso.settings()),
  () => api.singleSignOn.saveSaml({ metadata: '<x/>', groupClaim: 'groups' }),
  () => api.singleSignOn.setRules({ isRequired: false, createsMembers: true, breakGlass: null }),
  () => api.singleSignOn.setGroups({ groups: [] }),
  () => api.singleSignOn.makeToken(),
  () => api.singleSignOn.removeToken(),
  () => api.singleSignOn.settleHeld({ isConfirmed: true }),
  () => api.singleSignOn.remove(),
]

it('a person of the company becomes a member at the first sign-in, and comes back to the same account', async () => {
  const email = `ada@${home.domain}`
  const sub = sso.newPerson({ email })
  const first = await sso.signIn(home.domain, sub)
  expect(first).toMatchObject({ path: '/auth', error: null })
  expect(await viewerOf(first.token)).toMatchObject({ membership: 'active' })
  const again = await sso.signIn(home.domain, sub)
  expect(sso.userOf(again.token)).toBe(sso.userOf(first.token))
  const { connection } = await home.admin.api.singleSignOn.get()
  expect(connection).toMatchObject({ kind: 'oidc', hasSecret: true, keyCount: 1 })
  expect(connection?.signedInAt).toBeInstanceOf(Date)
  expect(await actionsOn(market, `user:${sso.userOf(first.token)}`)).toEqual(['sso.join'])
})

it('no other organization, no member, no visitor and no key reads or changes it', async () => {
  const before = await home.admin.api.singleSignOn.get()
  const domainId = before.domains[0]?.id ?? ''
  const refusals = [
    [home.member.api, 'not_permitted'],
    [market.visitor, 'sign_in_required'],
  ] as const
  for (const [api, code] of refusals)
    for (const act of acts(api, domainId)) await expectRefusal(act(), code)
  await expectRefusal(stranger.api.singleSignOn.checkDomain({ domainId }), 'not_found')
  await expectRefusal(stranger.api.singleSignOn.removeDomain({ domainId }), 'not_found')
  expect(await stranger.api.singleSignOn.get()).toMatchObject({ domains: [], connection: null })
  await expectRefusal(stranger.api.singleSignOn.saveOidc(sso.settings()), 'sso_needs_domain')
  expect(await home.admin.api.singleSignOn.get()).toEqual(before)
})

it('of two organizations that claim a domain the first to prove it has it, and the other learns not whose', async () => {
  const domain = sso.newDomain()
  const late = await stranger.api.singleSignOn.addDomain({ domain })
  await sso.prove(home.admin, domain)
  const row = late.domains.find((one) => one.domain === domain)
  names.set(row?.recordName ?? '', [row?.recordText ?? ''])
  const refused = stranger.api.singleSignOn.checkDomain({ domainId: row?.id ?? '' })
  await expect(refused).rejects.toMatchObject({ code: 'domain_taken' })
  await expect(refused).rejects.not.toThrow(home.admin.organization.organizationId)
  const mine = await stranger.api.singleSignOn.get()
  expect(mine.domains.every(({ provedAt }) => provedAt === null)).toBe(true)
  await stranger.api.singleSignOn.removeDomain({ domainId: row?.id ?? '' })
})

it('a domain that is none, or gives addresses to anyone, is refused by its field', async () => {
  for (const domain of ['', 'example', 'a b.example', '10.0.0.1', 'https://x.example/'])
    await expect(home.admin.api.singleSignOn.addDomain({ domain })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'domain' },
    })
  for (const domain of ['gmail.com', 'Outlook.com'])
    await expectRefusal(home.admin.api.singleSignOn.addDomain({ domain }), 'domain_public')
})

it('silent name servers change nothing; a record that is gone for a week ends the proof', {
  tags: 'long',
}, async () => {
  const { admin, domain } = await sso.company()
  const read = async () => (await admin.api.singleSignOn.get()).domains[0]
  const host = (await read())?.recordName ?? ''
  const record = names.get(host)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  names.set(host, 'silent')
  await checkProvedDomains(market.platform, inDays(2))
  expect(await read()).toMatchObject({ missingSince: null })
  names.delete(host)
  await checkProvedDomains(market.platform, inDays(2))
  expect((await read())?.missingSince).toBeInstanceOf(Date)
  expect((await sso.begin(domain)).status).toBe(200)
  await checkProvedDomains(market.platform, inDays(10))
  expect(await read()).toMatchObject({ provedAt: null, missingSince: null })
  expect((await sso.begin(domain)).error).toBe('sso_provider_not_found')
  if (record) names.set(host, record)
})

it('a provider that is inside, away or another one is refused by its field, and nothing is saved', async () => {
  const before = await home.admin.api.singleSignOn.get()
  const save = (issuer: string) =>
    home.admin.api.singleSignOn.saveOidc({ ...sso.settings(), issuer })
  for (const issuer of [
    'https://10.0.0.1/',
    'http://192.168.0.1/',
    'http://127.0.0.1:9/',
    `${sso.provider.issuer}/other`,
  ])
    await expect(save(issuer)).rejects.toMatchObject({
      code: 'sso_provider_refused',
      data: { field: 'issuer' },
    })
  expect(await home.admin.api.singleSignOn.get()).toEqual(before)
})

it('an address that is unverified, outside of the domains or of another subject opens no account', async () => {
  const email = `grace@${home.domain}`
  const refused = async (claims: object) =>
    (await sso.signIn(home.domain, sso.newPerson(claims))).error
  expect(await refused({ email, email_verified: false })).toBe('provider_email_needs_verification')
  expect(await refused({ email: 'grace@elsewhere.example' })).toBe('sso_domain_mismatch')
  expect(await refused({ email: `grace@sub.${home.domain}` })).toBe('sso_domain_mismatch')
  expect(await refused({ email })).toBeNull()
  expect(await refused({ email })).toBe('sso_subject_changed')
})

it('a company cannot open an account of another organization, of staff, or of a member whose access ended', async () => {
  const other = await sso.company('vendor')
  const person = await market.member('vendor')
  const staff = await market.staff()
  for (const one of [person, staff]) {
    await sso.moveTo(one, other.domain)
    const sub = sso.newPerson({ email: one.email })
    expect((await sso.signIn(other.domain, sub)).error).toBe('sso_wrong_organization')
  }
  const sub = sso.newPerson({ email: `gone@${other.domain}` })
  const { token } = await sso.signIn(other.domain, sub)
  await other.admin.api.organizations.deactivateMember({ id: sso.userOf(token) })
  await expectRefusal(market.apiFor(token ?? '').keys.list({ limit: 5 }), 'session_ended')
  expect((await sso.signIn(other.domain, sub)).error).toBe('membership_ended')
})

it('without members on first sign-in only those who were invited or are members come in', {
  tags: 'long',
}, async () => {
  const { admin, domain } = await sso.company()
  const rules = { isRequired: false, breakGlass: null }
  await admin.api.singleSignOn.setRules({ ...rules, createsMembers: false })
  const invited = `invited@${domain}`
  await admin.api.organizations.inviteMember({ email: invited })
  const known = await sso.signIn(domain, sso.newPerson({ email: invited }))
  expect(await viewerOf(known.token)).toMatchObject({ membership: 'active' })
  const unknown = await sso.signIn(domain, sso.newPerson({ email: `unknown@${domain}` }))
  expect(unknown.error).toBe('sso_no_membership')
})

it('without members on first sign-in an invitation lets a known account in with its roles, and asking to join does not', {
  tags: 'long',
}, async () => {
  const { admin, member, domain } = await sso.company()
  await admin.api.singleSignOn.setRules({
    ...{ isRequired: false, breakGlass: null, createsMembers: false },
  })
  const [asking, known] = [await market.colleague(member, 'pending'), await market.stranger()]
  for (const person of [asking, known]) await sso.moveTo(person, domain)
  const refused = await sso.signIn(domain, sso.newPerson({ email: asking.email }))
  expect(refused.error).toBe('sso_no_membership')
  await admin.api.organizations.inviteMember({ email: known.email, roles: ['finance'] })
  const came = await sso.signIn(domain, sso.newPerson({ email: known.email }))
  expect(sso.userOf(came.token)).toBe(known.userId)
  expect((await viewerOf(came.token)).may).toEqual(permissionsOf(['finance'], false))
  const { items } = await admin.api.organizations.listInvitations({ limit: 5 })
  expect(items).toEqual([])
})

it('a session that was opened before the rule came to hold for its person ends', async () => {
  const { admin, member, domain } = await sso.company()
  const keeper = await market.colleague(member, 'administrator')
  const [asking, later] = [
    await market.colleague(member, 'pending'),
    await market.colleague(member, 'member'),
  ]
  const second = sso.newDomain()
  await sso.moveTo(member, domain)
  await sso.moveTo(asking, domain)
  await sso.moveTo(later, second)
  await sso.signIn(domain, sso.newPerson({ email: member.email }))
  await sso.addFactor(keeper.userId)
  const rules = { isRequired: true, createsMembers: true, breakGlass: keeper.userId }
  await admin.api.singleSignOn.setRules(rules)
  await admin.api.organizations.approveRequest({ id: asking.userId })
  await expectRefusal(asking.api.keys.list({ limit: 5 }), 'session_ended')
  await later.api.organizations.viewer()
  await sso.prove(admin, second)
  await expectRefusal(later.api.keys.list({ limit: 5 }), 'session_ended')
})

it('another client or secret has to be tried before single sign-on is required again', async () => {
  const { admin, member, domain } = await sso.company()
  const keeper = await market.colleague(member, 'administrator')
  await sso.moveTo(member, domain)
  await sso.signIn(domain, sso.newPerson({ email: member.email }))
  await sso.addFactor(keeper.userId)
  const rules = { isRequired: true, createsMembers: true, breakGlass: keeper.userId }
  await admin.api.singleSignOn.setRules(rules)
  const same = await admin.api.singleSignOn.saveOidc({ ...sso.settings(), groupClaim: 'teams' })
  expect(same.connection?.isRequired).toBe(true)
  const changed = await admin.api.singleSignOn.saveOidc({ ...sso.settings(), clientSecret: 'x' })
  expect(changed.connection).toMatchObject({ isRequired: false, signedInAt: null })
  await expectRefusal(admin.api.singleSignOn.setRules(rules), 'sso_needs_sign_in')
})

it('where single sign-on is required passwords open nothing, but for an administrator with a second factor', async () => {
  const { admin, member, domain } = await sso.company()
  const keeper = await market.colleague(member, 'administrator')
  for (const person of [admin, member, keeper]) await sso.moveTo(person, domain)
  const rules = { isRequired: true, createsMembers: true, breakGlass: keeper.userId }
  await expectRefusal(admin.api.singleSignOn.setRules(rules), 'sso_needs_sign_in')
  const came = await sso.signIn(domain, sso.newPerson({ email: member.email }))
  expect(sso.userOf(came.token)).toBe(member.userId)
  await expectRefusal(admin.api.singleSignOn.setRules(rules), 'sso_needs_break_glass')
  await sso.addFactor(keeper.userId)
  const outsider = { ...rules, breakGlass: member.userId }
  await expectRefusal(admin.api.singleSignOn.setRules(outsider), 'bad_input')
  await admin.api.singleSignOn.setRules(rules)
  await expectRefusal(member.api.keys.list({ limit: 5 }), 'session_ended')
  expect(await viewerOf(came.token)).toMatchObject({ membership: 'active' })
  expect(await signInByPassword(member.email)).toBe('sso_required')
  expect(await signInByPassword(admin.email)).toBe('sso_required')
  expect(await signInByPassword(keeper.email)).toBeNull()
  // Wrong passwords are answered as ever: nothing shows that there is an account.
  const wrong = { email: member.email, password: 'wrong' }
  expect((await market.supabase.auth.signInWithPassword(wrong)).error?.code).toBe(
    'invalid_credentials',
  )
  // Once the one who was named is no administrator, any other with a second factor can sign in.
  await admin.api.organizations.setMemberAdmin({ id: keeper.userId, isAdmin: false })
  await sso.addFactor(admin.userId)
  expect(await signInByPassword(admin.email)).toBeNull()
})

it('the last proved domain stays while single sign-on is required, and without one nothing is required', {
  tags: 'long',
}, async () => {
  const { admin, member, domain } = await sso.company()
  await sso.moveTo(member, domain)
  await sso.signIn(domain, sso.newPerson({ email: member.email }))
  const keeper = await market.colleague(member, 'administrator')
  await sso.addFactor(keeper.userId)
  const rules = { isRequired: true, createsMembers: true, breakGlass: keeper.userId }
  await admin.api.singleSignOn.setRules(rules)
  expect(await signInByPassword(member.email)).toBe('sso_required')
  const [row] = (await admin.api.singleSignOn.get()).domains
  const domainId = row?.id ?? ''
  await expectRefusal(admin.api.singleSignOn.removeDomain({ domainId }), 'sso_last_domain')
  names.delete(row?.recordName ?? '')
  for (const days of [2, 10])
    await checkProvedDomains(market.platform, new Date(Date.now() + days * 86_400_000))
  expect(await signInByPassword(member.email)).toBeNull()
})

it('a provider that is away is said to be so, and a domain without one gets the same answer for every address', async () => {
  const { domain } = await sso.company()
  const connection = `(select organization from app.sso_domains where domain = '${domain}')`
  await market.platform.db.pool.query(
    `update app.sso_connections set issuer = 'http://127.0.0.1:9' where organization = ${connection}`,
  )
  expect(await sso.begin(domain)).toMatchObject({ status: 503, error: 'sso_unavailable' })
  expect((await sso.begin(`known@${sso.newDomain()}`)).error).toBe('sso_provider_not_found')
})

it('a visit ends once, in the browser that began it, with the answer that was meant for it', async () => {
  const sub = sso.newPerson({ email: `once@${home.domain}` })
  const { url, cookie } = await sso.begin(home.domain)
  const callback = await visitProvider(cookieJar(), url, sub, 'http://semblance.test/')
  const path = sso.pathOf(callback)
  expect((await sso.land(path, 'semblance-visit=other')).error).toBe('bad_oauth_state')
  expect((await sso.land(path, cookie)).error).toBeNull()
  expect((await sso.land(path, cookie)).error).toBe('flow_state_already_used')
  const mine = await sso.begin(home.domain)
  const state = new URL(mine.url).searchParams.get('state')
  const swapped = new URLSearchParams(callback.searchParams)
  swapped.set('state', state ?? '')
  const end = async (address: URL, parameters: URLSearchParams, browser: string) =>
    (await sso.land(`${address.pathname}?${parameters}`, browser)).error
  expect(await end(callback, swapped, mine.cookie)).toBe('sso_failed')
  // Another company's address takes no answer of this visit.
  const other = new URL((await stranger.api.singleSignOn.get()).ours.redirectUrl)
  const again = await sso.begin(home.domain)
  const answered = await visitProvider(cookieJar(), again.url, sub, 'http://semblance.test/')
  expect(await end(other, answered.searchParams, again.cookie)).toBe('sso_failed')
})

it('the secret is kept sealed, stays when it is not given, and goes to no other issuer', async () => {
  const { admin } = await sso.company()
  const { clientSecret, ...rest } = sso.settings()
  await admin.api.singleSignOn.saveOidc(rest)
  expect((await admin.api.singleSignOn.get()).connection?.hasSecret).toBe(true)
  const { rows } = await market.platform.db.pool.query(
    `select row_to_json(c)::text as text from app.sso_connections c
     union all select row_to_json(a)::text from app.audit_log a`,
  )
  expect(JSON.stringify(rows)).not.toContain(clientSecret)
  await admin.api.singleSignOn.saveOidc({ ...rest, clientSecret: null })
  expect((await admin.api.singleSignOn.get()).connection?.hasSecret).toBe(false)
  await admin.api.singleSignOn.remove()
  expect((await admin.api.singleSignOn.get()).connection).toBeNull()
})

it('groups of the provider give roles, from the first sign-in on and when what they give changes', async () => {
  const { admin, domain } = await sso.company()
  const may = async (token: string | null) => (await viewerOf(token)).may
  const sub = sso.newPerson({ email: `grouped@${domain}`, groups: ['buyers', 'unknown'] })
  const groups = [
    { group: 'buyers', role: 'requester' as const },
    { group: 'money', role: 'finance' as const },
  ]
  await admin.api.singleSignOn.setGroups({ groups })
  const { token } = await sso.signIn(domain, sub)
  expect(await may(token)).toEqual(['read', 'request', 'buy'])
  await admin.api.singleSignOn.setGroups({ groups: [{ group: 'buyers', role: 'data_engineer' }] })
  expect(await may(token)).toEqual(['read', 'data'])
  const lone = sso.newPerson({ email: `lone@${domain}` })
  expect(await may((await sso.signIn(domain, lone)).token)).toEqual(['read'])
  await admin.api.singleSignOn.setGroups({ groups: [] })
  const usual = sso.newPerson({ email: `usual@${domain}` })
  expect(await may((await sso.signIn(domain, usual)).token)).toEqual([
    'read',
    'request',
    'sell',
    'buy',
    'data',
  ])
})
