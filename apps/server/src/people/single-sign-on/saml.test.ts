/** Tests that a SAML response opens a session if it is signed, meant for this company and this visit, and in no other case. */
import { beforeAll, expect, it } from 'vitest'
import {
  assertionOf,
  encode,
  makeKeys,
  metadataOf,
  requestIdOf,
  responseOf,
  type Said,
  sha1,
  sign,
  signedResponse,
} from '../../../testing/fakes/saml-provider.ts'
import { useSso } from '../../../testing/fakes/use-sso.ts'
import { useReceiver } from '../../../testing/fakes/webhook-receiver.ts'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'

const ISSUER = 'https://idp.example'
const sso = await useSso()
const receiver = await useReceiver()
const keys = makeKeys('idp')
const others = makeKeys('other')
type Company = { admin: Person; domain: string; entityId: string; acs: string }
let home: Company
let count = 0

async function company(issuer = ISSUER): Promise<Company> {
  const admin = await sso.market.colleague(await sso.market.member('client'), 'administrator')
  const domain = sso.newDomain()
  await sso.prove(admin, domain)
  const metadata = metadataOf(issuer, [keys], 'https://idp.example/sso')
  const { ours } = await admin.api.singleSignOn.saveSaml({ metadata, groupClaim: 'groups' })
  return { admin, domain, entityId: ours.entityId, acs: ours.acsUrl }
}
beforeAll(async () => {
  home = await company()
})

async function visit({ domain, entityId, acs }: Company) {
  const { url, cookie } = await sso.begin(domain)
  const said: Said = {
    requestId: requestIdOf(url),
    issuer: ISSUER,
    audience: entityId,
    recipient: acs,
    subject: `person-${count}`,
    email: `person-${count++}@${domain}`,
    groups: [],
    shiftMs: 0,
  }
  return { said, cookie, state: new URL(url).searchParams.get('RelayState') ?? '' }
}

/** Posts a response as the browser does, without a cookie, and follows where it is sent. */
async function post(xml: string, { state, cookie }: { state: string; cookie: string }, to = home) {
  const form = new URLSearchParams({ SAMLResponse: encode(xml), RelayState: state })
  const response = await sso.ask(new URL(to.acs).pathname, { method: 'POST', body: form })
  const url = new URL(response.headers.get('location') ?? '')
  const error = url.searchParams.get('error_code')
  return error === null ? await sso.land(sso.pathOf(url), cookie) : { error, token: null }
}

/** Begins a visit and answers it by what `make` makes of an honest answer. */
async function answer(make: (said: Said) => string, of = home) {
  const begun = await visit(of)
  return await post(make(begun.said), begun, of)
}

it('a signed response opens a session of a new member, and of the same one the next time', async () => {
  const begun = await visit(home)
  const first = await post(signedResponse(begun.said, keys), begun)
  expect(first.error).toBeNull()
  const viewer = await sso.market.apiFor(first.token ?? '').organizations.viewer()
  expect(viewer).toMatchObject({ membership: 'active' })
  const { subject, email } = begun.said
  const again = await answer((said) => signedResponse({ ...said, subject, email }, keys))
  expect(sso.userOf(again.token)).toBe(sso.userOf(first.token))
})

const forgeries: [string, (said: Said) => string][] = [
  ['an unsigned response', (said) => responseOf(said, assertionOf(said))],
  [
    'one whose assertion alone is signed',
    (said) => responseOf(said, sign(assertionOf(said), 'Assertion', keys)),
  ],
  [
    'one whose assertion is not signed',
    (said) => sign(responseOf(said, assertionOf(said)), 'Response', keys),
  ],
  ['one signed by another key', (said) => signedResponse(said, others)],
  ['one signed with SHA-1', (said) => signedResponse(said, { ...keys, ...sha1 })],
  [
    'one with a SHA-1 signature of the assertion alone',
    (said) => {
      const signed = sign(assertionOf(said), 'Assertion', { ...keys, signature: sha1.signature })
      return sign(responseOf(said, signed), 'Response', keys)
    },
  ],
  [
    'one whose signature holds a SHA-1 digest',
    (said) => signedResponse(said, { ...keys, digest: sha1.digest }),
  ],
  [
    'one that was changed after it was signed',
    (said) => signedResponse(said, keys).replace(said.email, `root@${home.domain}`),
  ],
  [
    'one with a forged assertion wrapped around the signed one',
    (said) => {
      const honest = signedResponse(said, keys)
      const forged = assertionOf({ ...said, email: `root@${home.domain}` })
      return honest.replace(/<saml:Assertion /, `${forged}<saml:Assertion `)
    },
  ],
  [
    'one whose signed assertion hides in an extension',
    (said) => {
      const signed = sign(assertionOf(said), 'Assertion', keys)
      const forged = assertionOf({ ...said, email: `root@${home.domain}` })
      return responseOf(said, `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`)
    },
  ],
  ['one with a document type', (said) => `<!DOCTYPE x>${signedResponse(said, keys)}`],
  ['an expired one', (said) => signedResponse({ ...said, shiftMs: -600_000 }, keys)],
  ['one of the future', (said) => signedResponse({ ...said, shiftMs: 600_000 }, keys)],
  [
    'one for another audience',
    (said) => signedResponse({ ...said, audience: 'https://other.example' }, keys),
  ],
  [
    'one for another recipient',
    (said) => signedResponse({ ...said, recipient: 'https://other.example/acs' }, keys),
  ],
  [
    'one of another issuer',
    (said) => signedResponse({ ...said, issuer: 'https://evil.example' }, keys),
  ],
  ['one that answers no request', (said) => signedResponse({ ...said, requestId: null }, keys)],
  [
    'one that answers another request',
    (said) => signedResponse({ ...said, requestId: '_another' }, keys),
  ],
  ['what is no XML', () => 'nothing'],
]

it.each(forgeries)('%s is refused', async (_, make) => {
  expect(await answer(make)).toEqual({ error: 'sso_failed', token: null })
})

it('a response works once, in its own visit and browser', async () => {
  const begun = await visit(home)
  const response = signedResponse(begun.said, keys)
  const elsewhere = { ...begun, cookie: 'semblance-visit=other' }
  expect((await post(response, elsewhere)).error).toBe('bad_oauth_state')
  expect((await post(response, begun)).error).toBe('bad_oauth_state')
  const next = await visit(home)
  expect((await post(response, next)).error).toBe('sso_failed')
  expect((await post(response, { ...next, state: 'none' })).error).toBe('bad_oauth_state')
})

it('no company’s response opens anything of another one, though both have the same provider', async () => {
  const other = await company()
  const mine = await visit(other)
  const theirs = { ...mine.said, audience: home.entityId, recipient: home.acs }
  expect((await post(signedResponse(theirs, keys), mine, home)).error).toBe('sso_failed')
  const outside = (said: Said) => signedResponse({ ...said, email: `x@${home.domain}` }, keys)
  expect((await answer(outside, other)).error).toBe('sso_domain_mismatch')
})

it('two certificates sign while one replaces the other, and the old one no more once it is gone', {
  tags: 'long',
}, async () => {
  const { admin } = home
  const save = (of: (typeof keys)[]) =>
    admin.api.singleSignOn.saveSaml({
      metadata: metadataOf(ISSUER, of, 'https://idp.example/sso'),
      groupClaim: 'groups',
    })
  const both = await save([keys, others])
  expect(both.connection?.certificates).toHaveLength(2)
  for (const by of [keys, others])
    expect((await answer((said) => signedResponse(said, by))).error).toBeNull()
  await save([others])
  expect((await answer((said) => signedResponse(said, keys))).error).toBe('sso_failed')
  await save([keys])
})

it('metadata is read from an address as well, past the guard; what cannot be used is refused by its field', async () => {
  const { admin } = home
  const at = receiver.at('/metadata', (response) => response.end(metadataOf(ISSUER, [keys])))
  const saved = await admin.api.singleSignOn.saveSaml({ metadataUrl: at, groupClaim: 'groups' })
  expect(saved.connection).toMatchObject({ kind: 'saml', issuer: ISSUER, keyCount: 1 })
  const refused = (form: object) =>
    expectRefusal(
      admin.api.singleSignOn.saveSaml({ groupClaim: 'groups', ...form }),
      'sso_provider_refused',
    )
  await refused({ metadataUrl: 'https://169.254.169.254/' })
  for (const metadata of [
    'no XML',
    '<x/>',
    `<!DOCTYPE x>${metadataOf(ISSUER, [keys])}`,
    metadataOf(ISSUER, []),
    metadataOf(ISSUER, [keys], 'javascript:alert(1)'),
    metadataOf(ISSUER, [keys], 'http://10.0.0.1/sso'),
  ])
    await refused({ metadata })
})

it('requests are signed where the metadata or an administrator asks for it, which a sign-in has to show again', {
  tags: 'long',
}, async () => {
  const { admin, domain } = await company()
  const save = (signsRequests: boolean, metadata = metadataOf(ISSUER, [keys])) =>
    admin.api.singleSignOn.saveSaml({ metadata, groupClaim: 'groups', signsRequests })
  const isSigned = async () => new URL((await sso.begin(domain)).url).searchParams.has('Signature')
  expect((await save(false)).connection?.signsRequests).toBe(false)
  expect(await isSigned()).toBe(false)
  await sso.sql('update app.sso_connections set signed_in_at = now() where issuer = $1', [ISSUER])
  const asked = await save(true)
  expect(asked.connection).toMatchObject({ signsRequests: true, signedInAt: null })
  expect(await isSigned()).toBe(true)
  const wanting = metadataOf(ISSUER, [keys]).replace(
    '<md:IDPSSODescriptor ',
    '$&WantAuthnRequestsSigned="true" ',
  )
  expect((await save(false, wanting)).connection?.signsRequests).toBe(true)
})

it('our own metadata names the company’s entity ID and address, and the certificates of our requests', async () => {
  const response = await sso.ask(`${new URL(home.entityId).pathname}/metadata`)
  expect(response.headers.get('content-type')).toBe('application/samlmetadata+xml')
  const xml = await response.text()
  expect(xml).toContain(`entityID="${home.entityId}"`)
  expect(xml).toContain(`Location="${home.acs}"`)
  const pem = await (await sso.ask('/auth/v1/sso/saml/certificates.pem')).text()
  expect(xml).toContain(pem.replaceAll(/-----[^-]+-----|\s/g, ''))
  expect((await sso.ask('/auth/v1/sso/saml/a%22b/metadata')).status).toBe(404)
})
