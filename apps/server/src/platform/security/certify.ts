/** Makes a certificate that a key signs for itself, for signatures on documents and messages. */
import { createPublicKey, type KeyObject, webcrypto } from 'node:crypto'
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
const SIGNS = 0xc0

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

type Certified = { name: string; serial: Buffer; notBefore: Date; notAfter: Date }

/** Returns the certificate as DER, signed with SHA-256; the key is ECDSA on P-256, or RSA. */
export async function certify(
  privateKey: KeyObject,
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
          valueHex: Uint8Array.from([SIGNS]),
        }).toBER(false),
      }),
    ],
  })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(new Uint8Array(spki))
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  const algorithm = privateKey.asymmetricKeyType === 'rsa' ? RSA : ECDSA
  const key = await webcrypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, [
    'sign',
  ])
  await certificate.sign(key, 'SHA-256')
  return Buffer.from(certificate.toSchema(true).toBER(false))
}

const namedBy = (name: string) =>
  new RelativeDistinguishedNames({
    typesAndValues: [
      new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: name }) }),
    ],
  })
