/** pyHanko, an implementation of PAdES that is not ours, judges the seal of agreements. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makePdf } from '../apps/server/src/platform/pdf/pdf.ts'
import { sealPdf } from '../apps/server/src/platform/pdf/seal/seal.ts'
import { readSealKey } from '../apps/server/src/platform/pdf/seal/seal-key.ts'
import { agree } from '../apps/server/testing/fixtures/deal-fixtures.ts'
import { openTestMarket } from '../apps/server/testing/fixtures/market-fixtures.ts'
import { providePython } from './python.ts'

const dir = mkdtempSync(join(tmpdir(), 'semblance-seal-'))
const at = (name: string) => join(dir, name)
const python = providePython(['pyHanko==0.38.0', 'pyhanko-certvalidator==0.33.0'])
afterAll(() => rmSync(dir, { recursive: true }))

/** Has pyHanko judge a PDF, with one certificate that it trusts. */
function judge(pdf: Uint8Array, trusted: Uint8Array) {
  writeFileSync(at('judged.pdf'), pdf)
  writeFileSync(at('trusted.der'), trusted)
  const judging = join(import.meta.dirname, 'seal/judge.py')
  const found = execFileSync(python, [judging, at('judged.pdf'), at('trusted.der')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return JSON.parse(found)
}

const sound = {
  ...{ signatures: 1, intact: true, valid: true, trusted: true, bottomLine: true },
  coverage: 'ENTIRE_FILE',
  subFilter: '/ETSI.CAdES.detached',
  attributes: ['content_type', 'message_digest', 'signing_certificate_v2'],
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

it('accepts the agreement that parties download, whose hashes are in the log, and no changed byte of it', async () => {
  const market = await openTestMarket()
  const [client, vendor] = [await market.member('client'), await market.member('vendor')]
  const { contractId } = await agree(client, vendor)
  const download = async ({ token }: typeof client) => {
    const path = `/api/contracts/${contractId}/revisions/1/agreement.pdf`
    const answer = await market.fetch(path, { headers: { authorization: `Bearer ${token}` } })
    return new Uint8Array(await answer.arrayBuffer())
  }
  const pdf = await download(client)
  expect(sha256(await download(vendor))).toBe(sha256(pdf))
  const { rows } = await market.platform.db.pool.query(
    `select payload, (select certificate from app.seal_keys) as certificate from transparency.openings
    where type = 'agreement.drawn' and audience = 'both'`,
  )
  await market.close()
  const { payload, certificate } = rows[0]
  expect(JSON.parse(payload).body).toMatchObject({
    documentSha256: sha256(pdf),
    sealCertificateSha256: sha256(certificate),
  })
  expect(judge(pdf, certificate)).toMatchObject({ ...sound, mechanism: 'sha256_ecdsa' })
  // All bytes are signed but the place of the signature, whose padding says nothing.
  const range = /\/ByteRange \[0 (\d+) (\d+)/.exec(Buffer.from(pdf).toString('latin1')) ?? []
  const [before, after] = [Number(range[1]), Number(range[2])]
  for (const place of [20, before >> 1, before - 40, before + 40, after + 1, pdf.length - 40]) {
    const changed = Uint8Array.from(pdf)
    changed[place] = (changed[place] ?? 0) ^ 1
    const { intact, valid, bottomLine } = judge(changed, certificate)
    expect([place, Boolean(intact && valid && bottomLine)]).toEqual([place, false])
  }
  const appended = judge(Buffer.concat([pdf, Buffer.from('%more\n')]), certificate)
  expect(appended.coverage).not.toBe('ENTIRE_FILE')
})

it('accepts a seal by a purchased certificate with the chain to its issuer', async () => {
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' })
  const extensions =
    'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation'
  writeFileSync(at('extensions'), extensions)
  const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-subj']
  openssl(...request, '/CN=Issuer', '-x509', '-days', '9', '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl(...request, '/CN=Operator', '-keyout', 'own.key', '-out', 'own.csr')
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '9']
  openssl('x509', '-req', '-in', 'own.csr', ...signing, '-extfile', 'extensions', '-out', 'own.pem')
  openssl('x509', '-in', 'ca.pem', '-outform', 'der', '-out', 'ca.der')
  const pem = ['own.pem', 'ca.pem', 'own.key']
    .map((name) => readFileSync(at(name), 'utf8'))
    .join('')
  const pdf = await makePdf({
    ...{ kind: 'Agreement', title: 'Histories', documentId: 'CTR-1', issuedAt: new Date() },
    blocks: [{ paragraph: 'Terms' }],
  })
  const sealed = await sealPdf(pdf, readSealKey(pem, new Date()), { reason: 'Test' })
  const found = judge(sealed, readFileSync(at('ca.der')))
  expect(found).toMatchObject({ ...sound, mechanism: 'sha256_rsa' })
})
