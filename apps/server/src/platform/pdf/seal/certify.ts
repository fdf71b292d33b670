/** Makes a certificate that a key signs for itself, for signatures on documents. */
import { createPrivateKey, createPublicKey, webcrypto } from 'node:crypto'
import { BitString, Integer, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'

const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
/** digitalSignature and contentCommitment, which readers ask of a key that signs documents. */
const SIGNS_DOCUMENTS = 0xc0

type Certified = { name: string; serial: Buffer; notBefore: Date; notAfter: Date }

/** Returns the certificate as DER; the key is ECDSA on P-256, as PKCS #8. */
export async function certify(
  pkcs8: Buffer,
  { name, serial, notBefore, notAfter }: Certified,
): Promise<Buffer> {
  const [first = 0, ...rest] = serial
  const certificate = new Certificate({
    version: 2,
    // Positive, and not zero.
    serialNumber: new Integer({ valueHex: Uint8Array.from([(first & 0x3f) | 0x40, ...rest]) }),
    issuer: namedBy(name),
    subject: namedBy(name),
    notBefore: new Time({ value: notBefore }),
    notAfter: new Time({ type: notAfter.getUTCFullYear() >= 2050 ? 1 : 0, value: notAfter }),
    extensions: [
      new Extension({
        extnID: BASIC_CONSTRAINTS,
        critical: true,
        extnValue: new BasicConstraints({ cA: false }).toSchema().toBER(false),
      }),
      new Extension({
        extnID: KEY_USAGE,
        critical: true,
        extnValue: new BitString({
          unusedBits: 6,
          valueHex: Uint8Array.from([SIGNS_DOCUMENTS]),
        }).toBER(false),
      }),
    ],
  })
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(new Uint8Array(spki))
  const key = await webcrypto.subtle.importKey(
    'pkcs8',
    new Uint8Array(pkcs8),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
  await certificate.sign(key, 'SHA-256')
  return Buffer.from(certificate.toSchema(true).toBER(false))
}

const namedBy = (name: string) =>
  new RelativeDistinguishedNames({
    typesAndValues: [
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: name }) }),
    ],
  })
