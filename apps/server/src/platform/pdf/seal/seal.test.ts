/** Tests that a seal holds all bytes of a PDF, its certificate and the time, under any title. */
import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { extractSignature } from '@signpdf/utils'
import { ContentInfo, SignedData } from 'pkijs'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig, SettingsError } from '../../config.ts'
import { certify } from '../../security/certify.ts'
import { makePdf } from '../pdf.ts'
import { sealPdf } from './seal.ts'
import { readSealKey, type SealKey } from './seal-key.ts'

const now = new Date('2026-11-26T10:00:00Z')
const YEAR_MS = 31_536_000_000

async function makePem(): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = await certify(privateKey, {
    name: 'Seal of a test',
    serial: randomBytes(16),
    notBefore: now,
    notAfter: new Date(now.getTime() + YEAR_MS),
  })
  return `${new X509Certificate(der).toString()}${privateKey.export({ format: 'pem', type: 'pkcs8' })}`
}

const draw = (title = 'Histories') =>
  makePdf({
    ...{ kind: 'Agreement', title, documentId: 'CTR-1', issuedAt: now },
    blocks: [{ paragraph: 'Terms' }],
  })

let key: SealKey
beforeAll(async () => {
  key = readSealKey(await makePem(), now)
})

const seal = async (title?: string) => sealPdf(await draw(title), key, { at: now, reason: 'Test' })

/** Verifies the signature over all bytes but its own place. */
async function isSealed(pdf: Buffer): Promise<boolean> {
  const { signature, signedData } = extractSignature(pdf)
  const cms = ContentInfo.fromBER(new Uint8Array(Buffer.from(signature, 'latin1')))
  const signed = new SignedData({ schema: cms.content })
  const data = Uint8Array.from(signedData)
  return await signed.verify({ signer: 0, data: data.buffer, checkChain: false })
}

describe('a sealed PDF', () => {
  it('holds all of the PDF before, its certificate and the time', async () => {
    const plain = await draw()
    const sealed = await sealPdf(plain, key, { at: now, reason: 'Test' })
    expect(sealed.subarray(0, plain.length - 1).equals(plain.subarray(0, plain.length - 1))).toBe(
      true,
    )
    expect(await isSealed(sealed)).toBe(true)
    const text = sealed.toString('latin1')
    expect(text).toContain('/SubFilter /ETSI.CAdES.detached')
    expect(text).toContain('/M (D:20261126100000Z)')
    expect(text).toContain(key.certificates[0].toString('hex'))
  })

  it('with any of its bytes changed is sealed no more', async () => {
    const sealed = await seal()
    const [, start = 0, length = 0] =
      /\/ByteRange \[0 (\d+) (\d+)/.exec(sealed.toString('latin1')) ?? []
    for (const at of [0, 100, Number(start) - 20, Number(length) + 1, sealed.length - 2]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await isSealed(changed).catch(() => false)).toBe(false)
    }
  })

  it.each([
    '/ByteRange [0 /********** /********** /**********]',
    '/AcroForm 5 0 R /Root 9 0 R >> endobj trailer startxref 0 %%EOF',
    'Ein Titel (mit Klammern) \\ und ä',
  ])('may be titled %j', async (title) => {
    expect(await isSealed(await seal(title))).toBe(true)
  })
})

describe('SEAL_CERTIFICATE', () => {
  const faultOf = (pem: string, at = now) => {
    try {
      readSealKey(pem, at)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  it('is refused with a sentence that says why', async () => {
    const pem = await makePem()
    const [certificate = '', privateKey = ''] = pem.split(/(?=-----BEGIN PRIVATE)/)
    const [, other = ''] = (await makePem()).split(/(?=-----BEGIN PRIVATE)/)
    expect(faultOf(pem)).toBeNull()
    expect(faultOf(privateKey)).toMatch('no certificate')
    expect(faultOf(certificate)).toMatch('no private key')
    expect(faultOf(certificate + other)).toMatch('does not belong')
    expect(faultOf(pem.replace(/MI../, 'AAAA'))).toMatch('cannot be read')
    expect(faultOf(pem, new Date(now.getTime() + 2 * YEAR_MS))).toMatch('ended on')
    expect(faultOf(pem, new Date(0))).toMatch('begins on')
  })

  it('at fault stops the start by its name', () => {
    expect(() => readConfig({ SEAL_CERTIFICATE: 'mine' })).toThrow(SettingsError)
    expect(() => readConfig({ SEAL_CERTIFICATE: 'mine' })).toThrow(
      /SEAL_CERTIFICATE: has no certificate/,
    )
  })
})
