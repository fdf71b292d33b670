/** pySAML2, an identity provider that is not ours and signs by xmlsec, has people sign in and verifies our requests. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKeys } from '../apps/server/testing/fakes/saml-provider.ts'
import { useSso } from '../apps/server/testing/fakes/use-sso.ts'
import { providePython } from './python.ts'

const sso = await useSso()
const dir = mkdtempSync(join(tmpdir(), 'semblance-saml-'))
const provider = await startProvider()
afterAll(() => rmSync(dir, { recursive: true }))

async function startProvider(): Promise<string> {
  if (spawnSync('xmlsec1', ['--version']).status !== 0)
    spawnSync('apt-get', ['install', '-qy', '--no-install-recommends', 'xmlsec1'])
  for (const name of ['own', 'stranger']) {
    const { privateKey, certificate } = makeKeys(name)
    writeFileSync(join(dir, `${name}.key`), privateKey)
    writeFileSync(join(dir, `${name}.pem`), certificate)
  }
  const python = providePython(['pysaml2==7.5.5'])
  const server = spawn(
    python,
    ['-W', 'ignore', join(import.meta.dirname, 'saml/provider.py'), dir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  afterAll(() => void server.kill())
  const [port] = await once(createInterface({ input: server.stdout }), 'line')
  return `http://127.0.0.1:${port}`
}

type Company = Awaited<ReturnType<typeof company>>
let home: Company
let other: Company
let count = 0

/** Makes an organization whose provider it is, and gives the provider our description of it. */
async function company() {
  const admin = await sso.market.colleague(await sso.market.member('client'), 'administrator')
  const domain = sso.newDomain()
  await sso.prove(admin, domain)
  const metadata = await (await fetch(`${provider}/metadata`)).text()
  const form = { metadata, groupClaim: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.1' }
  const { ours, connection } = await admin.api.singleSignOn.saveSaml(form)
  await admin.api.singleSignOn.setGroups({ groups: [{ group: 'buyers', role: 'approver' }] })
  const described = await sso.ask(new URL(ours.metadataUrl).pathname)
  writeFileSync(join(dir, `service-${count++}.xml`), await described.text())
  return { admin, domain, connection, entityId: ours.entityId, acs: ours.acsUrl }
}
beforeAll(async () => {
  home = await company()
  other = await company()
})

const newPerson = (domain = home.domain) => `person-${count++}@${domain}`

/** Asks the provider at an address of it. Returns its answer in base64, or its refusal. */
async function askProvider(address: string, given: Record<string, string>) {
  const url = new URL(address)
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}

async function visit(given: Record<string, string> = {}) {
  const { url, cookie } = await sso.begin(home.domain)
  const person = newPerson()
  const answered = await askProvider(url, { turn: 'honest', person, ...given })
  expect(answered.status, answered.text).toBe(200)
  const state = new URL(url).searchParams.get('RelayState') ?? ''
  return { url, cookie, state, person, response: answered.text }
}

/** Posts a response as the browser does, without a cookie, and follows where it is sent. */
async function post(
  { response, state, cookie }: { response: string; state: string; cookie: string },
  to = home,
) {
  const form = new URLSearchParams({ SAMLResponse: response, RelayState: state })
  const posted = await sso.ask(new URL(to.acs).pathname, { method: 'POST', body: form })
  const url = new URL(posted.headers.get('location') ?? '')
  const error = url.searchParams.get('error_code')
  return error === null ? await sso.land(sso.pathOf(url), cookie) : { error, token: null }
}

it('a person signs in there from start to session, with the roles of the groups that it names', async () => {
  expect(home.connection).toMatchObject({ kind: 'saml', signsRequests: true })
  const begun = await visit()
  const landed = await post(begun)
  expect(landed.error).toBeNull()
  const viewer = await sso.market.apiFor(landed.token ?? '').organizations.viewer()
  expect(viewer.membership).toBe('active')
  expect(viewer.may).toContain('approve')
  const again = await post(await visit({ person: begun.person }))
  expect(sso.userOf(again.token)).toBe(sso.userOf(landed.token))
})

it('the provider takes our requests by their signature, and no changed or unsigned one', async () => {
  const { url } = await sso.begin(home.domain)
  const elsewhere = new URL((await sso.begin(other.domain)).url)
  const told = { turn: 'honest', person: newPerson() }
  const changes: [string, string | null][] = [
    ['RelayState', 'another'],
    ['SAMLRequest', elsewhere.searchParams.get('SAMLRequest')],
    ['Signature', elsewhere.searchParams.get('Signature')],
    ['Signature', null],
  ]
  for (const [name, value] of changes) {
    const changed = new URL(url)
    if (value === null) changed.searchParams.delete(name)
    else changed.searchParams.set(name, value)
    const { status, text } = await askProvider(changed.href, told)
    expect([name, status, text]).toEqual([name, 403, expect.stringContaining('IncorrectlySigned')])
  }
  expect((await askProvider(url, told)).status).toBe(200)
})

it.each([
  ['signed by a stranger’s key', { turn: 'stranger' }],
  ['whose assertion is not signed itself', { turn: 'half' }],
  ['that has expired', { turn: 'expired' }],
])('an answer %s opens nothing', async (_, given) => {
  expect(await post(await visit(given))).toEqual({ error: 'sso_failed', token: null })
})

it('an answer for another company opens nothing here, though both have the same provider', async () => {
  const misled = await visit({ audience: other.entityId })
  expect(await post(misled)).toEqual({ error: 'sso_failed', token: null })
  expect(await post(await visit(), other)).toEqual({ error: 'sso_failed', token: null })
})

it('an answer counts once, and in its own visit alone', async () => {
  const begun = await visit()
  expect((await post(begun)).error).toBeNull()
  expect((await post(begun)).error).toBe('bad_oauth_state')
  const next = await visit()
  expect((await post({ ...next, response: begun.response })).error).toBe('sso_failed')
})

it('an answer that nobody asked for is refused, with a visit under way or none', async () => {
  const { state, cookie } = await visit()
  const asked = { turn: 'unsolicited', service: home.entityId, person: newPerson() }
  const { status, text: response } = await askProvider(`${provider}/sso`, asked)
  expect([status, response.length > 1000]).toEqual([200, true])
  expect((await post({ response, state: '', cookie })).error).toBe('bad_oauth_state')
  expect((await post({ response, state, cookie })).error).toBe('sso_failed')
})
