/** The key that seals documents: the operator's, with a purchased certificate, or one of the platform's own. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** Holds a private key with its certificate and, behind that, those that lead to its issuer, each as DER. */
export type SealKey = {
  certificates: readonly [Buffer, ...Buffer[]]
  privateKey: KeyObject
  /** Describes the key to Web Crypto. */
  algorithm: { name: 'ECDSA'; namedCurve: 'P-256' } | { name: 'RSASSA-PKCS1-v1_5'; hash: 'SHA-256' }
  notAfter: Date
}

const MIN_RSA_BITS = 2048
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const PRIVATE_KEY =
  /-----BEGIN (?:EC |RSA )?PRIVATE KEY-----[^-]+-----END (?:EC |RSA )?PRIVATE KEY-----/

/** Reads PEM: the certificate, those of its issuers, and the private key. Throws an Error that says what is wrong. */
export function readSealKey(pem: string, now: Date): SealKey {
  const [own, ...issuers] = (pem.match(CERTIFICATE) ?? []).map(readCertificate)
  if (!own) throw new Error('has no certificate in PEM')
  const privateKey = readPrivateKey(pem)
  if (!own.checkPrivateKey(privateKey))
    throw new Error('has a private key that does not belong to its first certificate')
  const [from, notAfter] = [new Date(own.validFrom), new Date(own.validTo)]
  if (now < from) throw new Error(`has a certificate that begins on ${from.toISOString()}`)
  if (now > notAfter) throw new Error(`has a certificate that ended on ${notAfter.toISOString()}`)
  return {
    certificates: [own.raw, ...issuers.map(({ raw }) => raw)],
    privateKey,
    algorithm: algorithmOf(privateKey),
    notAfter,
  }
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new Error('has a certificate that cannot be read')
  }
}

function readPrivateKey(pem: string): KeyObject {
  const found = PRIVATE_KEY.exec(pem)
  if (!found) throw new Error('has no private key in PEM without a password')
  try {
    return createPrivateKey(found[0])
  } catch {
    throw new Error('has a private key that cannot be read')
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SealKey['algorithm'] {
  if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1')
    return { name: 'ECDSA', namedCurve: 'P-256' }
  if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS)
    return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  throw new Error('has a key that is neither ECDSA on P-256 nor RSA of at least 2048 bits')
}
