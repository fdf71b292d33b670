/** The platform's own keys for its seal: made on first use, certified by themselves, sealed in the database. */
import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../database/db.ts'
import { type Renewal, reseal, type Secrets } from '../../security/secrets.ts'
import type { SealKey } from './seal-key.ts'

const SEAL = 'pdf.seal-keys'

/** Any constant will do: two servers do not make a key at once. */
const LOCK_KEY = 7_361_080

/** Readers look at a document decades later; a seal without a time stamp ends with its certificate. */
const YEARS = 30
const DAY_MS = 86_400_000

/** Returns the key that is valid now, made if there is none. Requires the system role. */
export async function ownSealKey(
  tx: Tx,
  { secrets, name, now }: { secrets: Secrets; name: string; now: Date },
): Promise<SealKey> {
  const row = (await findKey(tx, now)) ?? (await makeKey(tx, { secrets, name, now }))
  const der = Buffer.from(openKey(secrets, row.private_key_sealed), 'base64')
  return {
    certificates: [row.certificate],
    privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    algorithm: { name: 'ECDSA', namedCurve: 'P-256' },
    notAfter: row.not_after,
  }
}

/** Seals the keys under another master secret. Requires the system role. */
export async function resealSealKeys(tx: Tx, renewal: Renewal): Promise<void> {
  await lock(tx)
  for (const { id, private_key_sealed } of await tx
    .selectFrom('app.seal_keys')
    .select(['id', 'private_key_sealed'])
    .execute())
    await tx
      .updateTable('app.seal_keys')
      .set({ private_key_sealed: reseal(renewal, SEAL, private_key_sealed) })
      .where('id', '=', id)
      .execute()
}

const lock = (tx: Tx) => sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)

async function findKey(tx: Tx, now: Date) {
  return await tx
    .selectFrom('app.seal_keys')
    .selectAll()
    .where('not_after', '>', now)
    .orderBy('not_after', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function makeKey(
  tx: Tx,
  { secrets, name, now }: { secrets: Secrets; name: string; now: Date },
) {
  await lock(tx)
  const found = await findKey(tx, now)
  if (found) return found
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS)
  notAfter.setUTCMilliseconds(0)
  const { certify } = await import('../../security/certify.ts')
  const certificate = await certify(privateKey, {
    name,
    serial: randomBytes(16),
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter,
  })
  return await tx
    .insertInto('app.seal_keys')
    .values({
      certificate,
      private_key_sealed: secrets.seal(SEAL, pkcs8.toString('base64')),
      not_after: notAfter,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function openKey(secrets: Secrets, sealed: string): string {
  try {
    return secrets.open(SEAL, sealed)
  } catch (error) {
    throw new Error(
      'The key of the seal does not open: this database belongs to another SECRET_KEY.',
      { cause: error },
    )
  }
}
