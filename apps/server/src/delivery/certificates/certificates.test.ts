import { createHash, generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  certificateKeysPath,
  destructionStatements,
  type KeySet,
  verifyCertificate,
} from '@semblance/contract'
import { compactVerify, createLocalJWKSet } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  issueFor,
  report,
  reportText,
  sha256Of,
  twinText,
} from '../../../testing/fixtures/certificate-fixtures.ts'
import { type Deal, expectRefusal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { createSecrets, type Secrets } from '../../platform/security/secrets.ts'
import { resealKey, rotateKey, sign } from './keys.ts'
import { verifyFiles } from './verify-files.ts'

let market: Market
let client: Person
let vendor: Person
let deal: Deal
let issued: Awaited<ReturnType<typeof issueFor>>
let jws: string

beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  deal = await fundedDeal(client, vendor)
  issued = await issueFor(market, deal.contractId)
  jws = (await market.visitor.certificates.get({ id: issued.id })).jws
})
afterAll(() => market.close())

const publishedKeys = async () => (await (await market.fetch(certificateKeysPath)).json()) as KeySet

const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Replaces the payload under the same signature. */
function tamper(change: object): string {
  const [head, body, signature] = jws.split('.')
  return [head, encode({ ...decode(body!), ...change }), signature].join('.')
}

describe('a certificate', () => {
  it('is a signed JWT that any library verifies with the published keys', async () => {
    const jwks = createLocalJWKSet((await publishedKeys()) as never)
    const { protectedHeader } = await compactVerify(jws, jwks)
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'semblance-certificate+sd-jwt' })
  })

  it('says what was delivered by whom to whom, under which terms, and how the originals ended', async () => {
    const verified = await verifyCertificate(jws, await publishedKeys())
    expect(verified).toMatchObject({
      state: 'valid',
      certificate: {
        iss: 'http://semblance.test',
        jti: issued.id,
        iat: Date.parse('2026-03-01T12:00:00Z') / 1000,
        sample: false,
        contract: { id: deal.contractId, dprId: deal.dprId },
        client: { id: client.organization.organizationId },
        vendor: { id: vendor.organization.organizationId },
        terms: { dataFormats: ['csv'], privacyLevel: 'standard' },
        files: [
          { name: 'people_synthetic.csv', bytes: 17, sha256: sha256Of(twinText) },
          { name: 'validation_report.json', sha256: sha256Of(reportText) },
        ],
        tables: [
          {
            file: 'people_synthetic.csv',
            reportSha256: sha256Of(reportText),
            qualityScore: 99,
            privacy: {
              epsilon: 3,
              checks: [{ id: 'exact-matches', pass: true }],
              untested: ['linkability'],
            },
          },
        ],
        originals: [{ bytes: 70, sha256: sha256Of('original') }, { bytes: 80 }],
        destruction: {
          at: '2026-03-01T12:00:00.000Z',
          statement: destructionStatements.overwritten,
          method: 'overwritten',
          keyStore: 'files',
        },
      },
    })
  })

  it('names the row of the audit log that tells of the destruction, as the chain hashes it', async () => {
    const { rows } = await market.platform.db.pool.query(
      `select app.audit_content(seq) as content from app.audit_log where object = $1`,
      [`delivery:${issued.deliveryId}`],
    )
    const digest = createHash('sha256').update(rows[0].content).digest('hex')
    expect(decode(jws.split('.')[1]!).destruction.auditRowSha256).toBe(digest)
  })

  it('holds no person, no text about single columns and nothing that was not published', async () => {
    const text = Buffer.from(jws.split('.')[1]!, 'base64url').toString()
    expect(text).not.toMatch(/@(?!semblance\/synth)/)
    expect(text).not.toContain(report.privacy.checks[0]!.detail)
    expect(text).not.toMatch(/"price|"age"|"plot/i)
  })

  it('is never changed, not even by the platform', async () => {
    const change = market.platform.db.transaction(system, (tx) =>
      sql`update certificates set jws = 'x'`.execute(tx),
    )
    await expect(change).rejects.toThrow('permission denied')
  })
})

describe('whoever has its ID', () => {
  it('reads it without an account, in the page and as a file from any origin', async () => {
    expect(await market.visitor.certificates.get({ id: issued.id })).toEqual({
      ...{ id: issued.id, jws },
      sdJwt: `${jws}~`,
    })
    const file = await market.fetch(`/api/certificates/${issued.id}.jws`)
    expect(await file.text()).toBe(jws)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/jose',
      'access-control-allow-origin': '*',
    })
  })

  it('and nobody else: an ID that is none, or another one, finds nothing', async () => {
    const other = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
    await expectRefusal(market.visitor.certificates.get({ id: other }), 'not_found')
    for (const id of [other, 'x', '..%2f..%2fkeys'])
      expect((await market.fetch(`/api/certificates/${id}.jws`)).status).toBe(404)
  })
})

describe('the certificates of a contract', () => {
  it('are listed for both parties', async () => {
    for (const { api } of [client, vendor])
      expect((await api.certificates.list({ contractId: deal.contractId })).items).toMatchObject([
        issued,
      ])
  })

  it('are not listed for anyone else', async () => {
    const { contractId } = deal
    const stranger = await market.member('both')
    await expectRefusal(stranger.api.certificates.list({ contractId }), 'not_found')
    await expectRefusal(market.visitor.certificates.list({ contractId }), 'sign_in_required')
  })
})

describe('verification', () => {
  it('notices every change of what was signed', async () => {
    const keys = await publishedKeys()
    for (const change of [
      { sample: true },
      { iss: 'https://other.test' },
      { files: [{ name: 'a', bytes: 1, sha256: sha256Of('a') }] },
    ])
      expect(await verifyCertificate(tamper(change), keys)).toMatchObject({ state: 'altered' })
  })

  it('does not take a key that the platform never published, whatever it is called', async () => {
    const keys = await publishedKeys()
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const [head, body] = jws.split('.')
    const forge = (kid: string) => {
      const text = `${encode({ ...decode(head!), kid })}.${body}`
      const signature = signBytes('sha256', Buffer.from(text), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      })
      return `${text}.${signature.toString('base64url')}`
    }
    expect(await verifyCertificate(forge('mine'), keys)).toMatchObject({ state: 'unknown_key' })
    expect(await verifyCertificate(forge(decode(head!).kid), keys)).toMatchObject({
      state: 'altered',
    })
    const own = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'mine' }] }
    expect(await verifyCertificate(forge('mine'), own)).toMatchObject({ state: 'valid' })
  })

  it.each([
    ['no signature', () => jws.split('.').slice(0, 2).join('.')],
    [
      'an unsigned one',
      () =>
        `${encode({ alg: 'none', typ: 'semblance-certificate+sd-jwt', kid: 'x' })}.${jws.split('.')[1]}.AA`,
    ],
    [
      'a token of another kind',
      () =>
        `${encode({ ...decode(jws.split('.')[0]!), typ: 'JWT' })}.${jws.split('.').slice(1).join('.')}`,
    ],
    [
      'an extension it does not know',
      () =>
        `${encode({ ...decode(jws.split('.')[0]!), crit: ['b64'] })}.${jws.split('.').slice(1).join('.')}`,
    ],
    ['nothing', () => ''],
  ])('does not read %s', async (_, text) => {
    expect(await verifyCertificate(text(), await publishedKeys())).toEqual({ state: 'unreadable' })
  })
})

describe('the keys', () => {
  it('are public to every origin and hold no private half', async () => {
    const response = await market.fetch(certificateKeysPath)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
    })
    const { keys } = (await response.json()) as KeySet
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0]!)).not.toContain('d')
  })

  it('of old stay published when they are replaced, and can no longer sign', async () => {
    const { db, secrets } = market.platform
    const before = (await publishedKeys()).keys[0]!.kid
    const kid = await rotateKey(db, secrets)
    const keys = await publishedKeys()
    expect(keys.keys.map((key) => key.kid)).toEqual([kid, before])
    expect(await verifyCertificate(jws, keys)).toMatchObject({ state: 'valid', kid: before })
    const next = await issueFor(market, (await fundedDeal(client, vendor)).contractId)
    const { jws: newer } = await market.visitor.certificates.get({ id: next.id })
    expect(await verifyCertificate(newer, keys)).toMatchObject({ state: 'valid', kid })
    const { rows } = await db.pool.query(
      `select private_jwk_sealed from app.certificate_keys where kid = $1`,
      [before],
    )
    expect(rows).toEqual([{ private_jwk_sealed: null }])
  })

  it('signs under a new master secret once it is sealed under it', async () => {
    const { db, secrets } = market.platform
    const renewed = createSecrets(randomBytes(32))
    const signBy = (by: Secrets) => db.transaction(system, (tx) => sign(tx, by, 'test', {}))
    const move = (from: Secrets, to: Secrets) =>
      db.transaction(system, (tx) => resealKey(tx, { from, to }))
    await expect(signBy(renewed)).rejects.toThrow('another SECRET_KEY')
    await move(secrets, renewed)
    expect(await signBy(renewed)).toMatch(/^ey/)
    await move(renewed, secrets)
    expect(await signBy(secrets)).toMatch(/^ey/)
  })

  it('is one, however many certificates are the first at once', { tags: 'long' }, async () => {
    const fresh = await openTestMarket()
    const [buyer, seller] = [await fresh.member('client'), await fresh.member('vendor')]
    const deals = [await fundedDeal(buyer, seller), await fundedDeal(buyer, seller)]
    await Promise.all(deals.map(({ contractId }) => issueFor(fresh, contractId)))
    const response = await fresh.fetch(certificateKeysPath)
    expect(((await response.json()) as KeySet).keys).toHaveLength(1)
    await fresh.close()
  })
})

describe('the command', () => {
  let dir: string
  const path = (name: string) => join(dir, name)
  const write = (name: string, text: string) => {
    writeFileSync(path(name), text)
    return path(name)
  }
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'semblance-certificate-'))
    write('certificate.jws', `${jws}\n`)
    write('keys.json', JSON.stringify(await publishedKeys()))
    write('people_synthetic.csv', twinText)
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  const run = (...files: string[]) =>
    verifyFiles([path('certificate.jws'), '--keys', path('keys.json'), ...files])

  it('says that certificate and files are as certified, under any name', async () => {
    const { code, lines } = await run(path('people_synthetic.csv'), write('mine.csv', twinText))
    expect(code).toBe(0)
    expect(lines).toContain('people_synthetic.csv: as certified.')
    expect(lines).toContain('mine.csv: as certified (as people_synthetic.csv).')
    expect(lines[0]).toContain(`Valid: certificate ${issued.id}`)
  })

  it('fails for a file that has changed, and for one that is not named', async () => {
    const changed = await run(write('validation_report.json', '{ }\n'))
    expect(changed.code).toBe(1)
    expect(changed.lines.at(-1)).toMatch(/NOT as certified/)
    const foreign = await run(write('other.csv', 'x'))
    expect(foreign).toMatchObject({ code: 1 })
    expect(foreign.lines.at(-1)).toMatch(/NOT among the certified files/)
  })

  it('fails for a certificate that was altered, or signed by somebody else', async () => {
    write('altered.jws', tamper({ sample: true }))
    expect(await verifyFiles([path('altered.jws'), '--keys', path('keys.json')])).toMatchObject({
      code: 1,
    })
    write('no-keys.json', '{"keys":[]}')
    const unknown = await verifyFiles([path('certificate.jws'), '--keys', path('no-keys.json')])
    expect(unknown).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/not among the published/)],
    })
  })

  it('refuses what it cannot check', async () => {
    expect(await verifyFiles([])).toMatchObject({ code: 3 })
    expect(await verifyFiles(['--nonsense'])).toMatchObject({ code: 3 })
    expect(await verifyFiles([path('gone.jws'), '--keys', path('keys.json')])).toMatchObject({
      code: 3,
    })
    expect(
      await verifyFiles([path('certificate.jws'), '--keys', path('certificate.jws')]),
    ).toMatchObject({ code: 3 })
    expect(await run(path('gone.csv'))).toMatchObject({ code: 3 })
  })
})
