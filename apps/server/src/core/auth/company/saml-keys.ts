/**
 * The RSA keys that sign our requests to SAML providers. A provider often learns of a key by hand, so the next one
 * is published long before it signs, and the one before stays published to its end.
 */
import { generateKeyPair, randomBytes, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { system, type Tx } from '../../../platform/database/db.ts'
import { type Renewal, reseal, type Secrets } from '../../../platform/security/secrets.ts'
import type { AuthContext } from '../context.ts'
import {
  deleteEndedSamlKeys,
  insertSamlKey,
  listSamlKeys,
  lockSamlKeys,
  setSamlKeysSealed,
} from '../queries/saml-keys.ts'

export type SamlKeys = {
  /** Holds the private key that signs now, as PEM. */
  privateKey: string
  /** Lists the certificates that are published, as PEM: the one that signs now is among them. */
  certificates: string[]
}

const SEAL = 'auth.saml-keys'
const BITS = 3072
const DAY_MS = 86_400_000
const LIFE_YEARS = 10
/** The last half-year of a certificate: for the first half of it, the next one is published and does not sign. */
const RENEWAL_MS = 180 * DAY_MS
const PUBLICATION_MS = 90 * DAY_MS

/** Returns the keys, made on first use and renewed in their last half-year. */
export async function readSamlKeys(
  { db, secrets, publicUrl }: Pick<AuthContext, 'db' | 'secrets' | 'publicUrl'>,
  now: Date,
): Promise<SamlKeys> {
  const found = await db.transaction(system, (tx) => listSamlKeys(tx, now), 'read')
  const rows = isDue(found, now)
    ? await db.transaction(system, (tx) => renew(tx, { secrets, publicUrl, now }))
    : found
  const signing = rows.find(({ signs_from }) => signs_from <= now) ?? rows.at(-1)
  if (!signing) throw new Error('There is no key for requests to SAML providers.')
  return {
    privateKey: secrets.open(SEAL, signing.private_key_sealed),
    certificates: rows.map(({ certificate }) => new X509Certificate(certificate).toString()),
  }
}

/** Seals the private halves under another master secret. Run as the system. */
export async function resealSamlKeys(tx: Tx, renewal: Renewal): Promise<void> {
  await lockSamlKeys(tx)
  await setSamlKeysSealed(tx, (sealed) => reseal(renewal, SEAL, sealed))
}

type Rows = Awaited<ReturnType<typeof listSamlKeys>>

const isDue = ([newest]: Rows, now: Date): boolean =>
  !newest || newest.not_after.getTime() - now.getTime() < RENEWAL_MS

async function renew(
  tx: Tx,
  { secrets, publicUrl, now }: { secrets: Secrets; publicUrl: string; now: Date },
): Promise<Rows> {
  await lockSamlKeys(tx)
  const rows = await listSamlKeys(tx, now)
  if (!isDue(rows, now)) return rows
  await deleteEndedSamlKeys(tx, now)
  const signsFrom = rows.length === 0 ? now : new Date(now.getTime() + PUBLICATION_MS)
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + LIFE_YEARS)
  notAfter.setUTCMilliseconds(0)
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: BITS })
  const { certify } = await import('../../../platform/security/certify.ts')
  const certificate = await certify(privateKey, {
    name: new URL(publicUrl).hostname,
    serial: randomBytes(16),
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter,
  })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  await insertSamlKey(tx, {
    certificate,
    private_key_sealed: secrets.seal(SEAL, pem),
    signs_from: signsFrom,
    not_after: notAfter,
  })
  return await listSamlKeys(tx, now)
}
