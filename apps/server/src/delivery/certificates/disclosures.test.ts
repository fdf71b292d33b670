import { createHash, createPublicKey, verify as verifyBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SDJwtInstance } from '@sd-jwt/core'
import {
  certificateKeysPath,
  digestOfDisclosure,
  discloseClaim,
  type KeySet,
  plainCertificateType,
  readCertificate,
  readDisclosure,
  splitSdJwt,
  verifyCertificate,
} from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { issueFor } from '../../../testing/fixtures/certificate-fixtures.ts'
import { actingAs, type Deal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { sign } from './keys.ts'
import { getCertificate } from './service.ts'
import { verifyFiles } from './verify-files.ts'

const { market, client, vendor, both } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  both: 'both',
})

let deal: Deal
let id: string
let keys: KeySet
/** The same certificate as each of them gets it, and one of another deal. */
const texts = { client: '', vendor: '', stranger: '', visitor: '', staff: '', other: '' }
beforeAll(async () => {
  deal = await fundedDeal(client, vendor)
  id = (await issueFor(market, deal.contractId)).id
  const another = await issueFor(market, (await fundedDeal(client, vendor)).contractId)
  keys = (await (await market.fetch(certificateKeysPath)).json()) as KeySet
  const textFor = async ({ api }: Pick<Person, 'api'>, of = id) =>
    (await api.certificates.get({ id: of })).sdJwt!
  texts.client = await textFor(client)
  texts.vendor = await textFor(vendor)
  texts.stranger = await textFor(both)
  texts.visitor = await textFor({ api: market.visitor })
  texts.staff = await textFor(await market.staff())
  texts.other = await textFor(client, another.id)
})

const sha256 = (data: string | ArrayBuffer) =>
  createHash('sha256')
    .update(typeof data === 'string' ? data : Buffer.from(data))
    .digest()

/** Another implementation of RFC 9901, with Node's own cryptography. */
function judge() {
  const [jwk] = keys.keys
  const key = createPublicKey({ key: jwk as never, format: 'jwk' })
  return new SDJwtInstance({
    hasher: sha256,
    verifier: (data, signature) =>
      verifyBytes(
        'sha256',
        Buffer.from(data),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
  })
}

const payloadOf = (text: string) =>
  JSON.parse(Buffer.from(text.split('.')[1]!, 'base64url').toString())
const namesIn = (text: string) =>
  splitSdJwt(text)!.disclosures.map((one) => readDisclosure(one)!.name)
const disclosureOf = (text: string, name: string) =>
  splitSdJwt(text)!.disclosures.find((one) => readDisclosure(one)!.name === name)!
const withDisclosures = (disclosures: string[]) =>
  [splitSdJwt(texts.client)!.jwt, ...disclosures, ''].join('~')
const stateOf = async (text: string) => (await verifyCertificate(text, keys)).state

describe('a certificate discloses', () => {
  it('agreement, price and escrow to both parties, the fee to the client, nothing to others', () => {
    expect(Object.entries(texts).map(([who, text]) => [who, namesIn(text)])).toEqual([
      ['client', ['agreement', 'escrow', 'fee', 'price']],
      ['vendor', ['agreement', 'escrow', 'price']],
      ['stranger', []],
      ['visitor', []],
      ['staff', []],
      ['other', ['agreement', 'escrow', 'fee', 'price']],
    ])
  })

  it('nothing of them to a key of a program, whatever its scopes', async () => {
    const key = { id: 'key', limitCents: 0n, scopes: [], expiresAt: new Date() }
    const { sdJwt } = await actingAs(market, client, (ctx) =>
      getCertificate({ ...ctx, actor: { ...ctx.actor, key } }, id),
    )
    expect(sdJwt).toBe(texts.visitor)
  })

  it('what was agreed and what the ledger holds, as the log commits to it', async () => {
    const { price, escrow, fee, agreement } = readCertificate(texts.client)!
    expect(price).toEqual({ cents: '1850000', currency: 'USD' })
    expect([escrow!.heldCents, escrow!.entries.length]).toEqual(['1850000', 1])
    expect([fee!.cents, fee!.paidCents, fee!.entries.length]).toEqual(['46250', '46250', 1])
    const { rows } = await market.platform.db.pool.query(
      `select o.type, o.entry_id as id, encode(o.commitment, 'hex') as leaf, a.document_sha256, a.revision
       from transparency.openings o, agreement_documents a
       where o.deal like $1 and o.type in ('escrow.funded', 'fee.moved') and a.contract_id = $2
         and a.kind = 'agreement' order by o.type`,
      [`${deal.contractId}%`, deal.contractId],
    )
    const [funded, moved] = rows
    expect(escrow!.entries).toEqual([{ id: funded.id, leaf: funded.leaf }])
    expect(fee!.entries).toEqual([{ id: moved.id, leaf: moved.leaf }])
    expect(agreement).toEqual({ sha256: funded.document_sha256, revision: funded.revision })
  })

  it('nothing of them in the file that anyone fetches', async () => {
    const file = await market.fetch(`/api/certificates/${id}.sd-jwt`, {
      headers: { authorization: `Bearer ${client.token}` },
    })
    expect(await file.text()).toBe(texts.visitor)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/sd-jwt',
      'access-control-allow-origin': '*',
    })
    const other = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
    expect((await market.fetch(`/api/certificates/${other}.sd-jwt`)).status).toBe(404)
  })

  it('none of them to a guess: the salt has 128 bits that are never the same', () => {
    const { disclosures } = splitSdJwt(texts.client)!
    const salts = [...disclosures, ...splitSdJwt(texts.other)!.disclosures].map(
      (one) => readDisclosure(one)!.salt,
    )
    expect(new Set(salts).size).toBe(8)
    for (const salt of salts) expect(Buffer.from(salt, 'base64url')).toHaveLength(16)
    const { _sd } = payloadOf(texts.visitor)
    const value = { cents: '1850000', currency: 'USD' }
    const guesses = [
      JSON.stringify(['price', value]),
      JSON.stringify(['', 'price', value]),
      JSON.stringify(value),
      '1850000',
      discloseClaim({ salt: '', name: 'price', value }),
    ]
    for (const guess of guesses) {
      const digests = [guess, Buffer.from(guess).toString('base64url')].map((one) =>
        sha256(one).toString('base64url'),
      )
      expect(_sd).not.toContain(digests[0])
      expect(_sd).not.toContain(digests[1])
    }
    // The plain text has no hash of anything that states the price.
    const plain = Buffer.from(texts.visitor.split('.')[1]!, 'base64url').toString()
    const { agreement } = readCertificate(texts.client)!
    expect(plain).not.toContain(agreement!.sha256)
    // Whole numbers: a hash may have their digits.
    expect(plain).not.toMatch(/\b(1850000|46250)\b|18,500|price|fee"/)
  })
})

describe('verification', () => {
  it('accepts what another implementation of RFC 9901 accepts, with the same claims', async () => {
    const parts = splitSdJwt(texts.client)!.disclosures
    const copies = [texts.client, texts.vendor, texts.visitor, withDisclosures(parts.slice(1, 2))]
    for (const text of copies) {
      const { payload } = await judge().verify(text)
      const found = await verifyCertificate(text, keys)
      expect(found).toMatchObject({
        state: 'valid',
        undisclosed: 4 - splitSdJwt(text)!.disclosures.length,
      })
      if (found.state !== 'valid') throw new Error(found.state)
      expect(payload).toEqual(JSON.parse(JSON.stringify(found.certificate)))
    }
  })

  const tilde = (text: string) => text.replace(/~$/, '')
  it.each([
    ['a disclosure of another certificate', () => [disclosureOf(texts.other, 'price')]],
    [
      'a changed cent',
      () => {
        const { salt, name } = readDisclosure(disclosureOf(texts.client, 'price'))!
        return [discloseClaim({ salt, name, value: { cents: '1850001', currency: 'USD' } })]
      },
    ],
    ['a disclosure given twice', () => Array(2).fill(disclosureOf(texts.client, 'price'))],
    [
      'a claim that it never committed to',
      () => [discloseClaim({ salt: 'x', name: 'discount', value: '0' })],
    ],
  ])('refuses %s, as the other implementation does or leaves it out', async (_, forge) => {
    const forged = withDisclosures(forge())
    const found = await verifyCertificate(forged, keys)
    expect(found).toMatchObject({ state: 'altered', undisclosed: 4 })
    if (found.state === 'unreadable') throw new Error(found.state)
    expect(found.certificate.price).toBeUndefined()
    expect(readCertificate(forged)).toBeNull()
    const theirs = await judge()
      .verify(forged)
      .then(({ payload }) => payload as { price?: { cents: string } })
      .catch(() => null)
    expect(['1850000', undefined]).toContain(theirs?.price?.cents)
  })

  it.each([
    ['a key binding, which certificates do not have', () => `${texts.client}e30.e30.AA`],
    ['a text that breaks off within a disclosure', () => tilde(texts.client)],
    ['disclosures behind a certificate of an earlier release', () => `${texts.vendor}~`],
  ])('does not read %s', async (_, text) => {
    expect(['unreadable', 'altered']).toContain(await stateOf(text()))
  })

  it('does not take what its issuer must not sign: a digest twice, or a claim in the clear as well', async () => {
    const { secrets, db } = market.platform
    const signed = (change: object, typ = 'semblance-certificate+sd-jwt') =>
      db.transaction(system, (tx) =>
        sign(tx, secrets, typ, { ...payloadOf(texts.client), ...change }),
      )
    const price = disclosureOf(texts.client, 'price')
    const { _sd } = payloadOf(texts.client)
    const digest = digestOfDisclosure(price)
    const cases: [object, string][] = [
      [{ _sd: [..._sd, digest] }, 'unreadable'],
      [{ contract: { ...payloadOf(texts.client).contract, _sd: [digest] } }, 'unreadable'],
      [{ _sd_alg: 'sha-1' }, 'unreadable'],
      [{ price: { cents: '1', currency: 'USD' } }, 'altered'],
    ]
    for (const [change, state] of cases) {
      const text = `${await signed(change)}~${price}~`
      expect(await stateOf(text)).toBe(state) // RFC 9901, section 7.1; the other implementation is laxer
    }
    const plain = await signed({ _sd: undefined, _sd_alg: undefined }, plainCertificateType)
    expect(await verifyCertificate(plain, keys)).toMatchObject({ state: 'valid', undisclosed: 0 })
    expect(await stateOf(`${plain}~`)).toBe('unreadable')
    expect(await stateOf(`${plain}~${price}~`)).toBe('unreadable')
  })
})

it('the command says what a copy discloses, and that it commits to more', async () => {
  const path = (name: string) => join(market.platform.config.dataDir, name)
  writeFileSync(path('keys.json'), JSON.stringify(keys))
  const run = async (text: string) => {
    writeFileSync(path('certificate.sd-jwt'), `${text}\n`)
    return await verifyFiles([path('certificate.sd-jwt'), '--keys', path('keys.json')])
  }
  const whole = await run(texts.client)
  expect([whole.code, whole.lines]).toEqual([
    0,
    expect.arrayContaining([
      'Agreed price: $18,500.00',
      expect.stringMatching(/^Escrow entries: \$18,500\.00 held .* ledger entry [\da-f-]{36}$/),
      expect.stringMatching(/^Fee of the platform: \$462\.50, of which \$462\.50 paid/),
    ]),
  ])
  const bare = await run(texts.visitor)
  expect(bare.code).toBe(0)
  expect(bare.lines.join('\n')).not.toMatch(/\$/)
  expect(bare.lines.join('\n')).toContain('commits to 4 more claims')
  expect((await run(withDisclosures([disclosureOf(texts.other, 'price')]))).code).toBe(1)
})
