/** The logs and their Ed25519 keys. One log signs; a key ends with its log. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto'
import { signatureLine, verifierKeyOf } from '@semblance/contract'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../database/database.gen.ts'
import type { Tx } from '../database/db.ts'
import { type Renewal, reseal, type Secrets } from '../security/secrets.ts'

export type LogRow = Selectable<DB['transparency.logs']>

const SEAL = 'transparency.log-keys'

/** Any constant will do: who signs or opens logs does so one after the other. */
const LOCK_KEY = 7_361_006

/** Keeps all other signers waiting until the transaction ends. */
export async function lockLogs(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)
}

/** Returns the log that signs, or would if it was not rolled back; undefined before the first. */
export async function findOpenLog(tx: Tx): Promise<LogRow | undefined> {
  return await tx
    .selectFrom('transparency.logs')
    .selectAll()
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

/** Lists all logs, oldest first. */
export async function listLogs(tx: Tx): Promise<LogRow[]> {
  return await tx.selectFrom('transparency.logs').selectAll().orderBy('number').execute()
}

/** Returns the path under which a log is served. */
export const logPath = (number: number): string => (number === 1 ? '/log' : `/log/${number}`)

/** Opens a log with a key of its own. */
export async function openLog(
  tx: Tx,
  { secrets, publicUrl, number }: { secrets: Secrets; publicUrl: string; number: number },
): Promise<LogRow> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const sealed = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return await tx
    .insertInto('transparency.logs')
    .values({
      number,
      origin: publicUrl.replace(/^https?:\/\//, '') + logPath(number),
      public_key: rawKey(publicKey),
      private_key_sealed: secrets.seal(SEAL, sealed),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Closes a log, which can sign no more. */
export async function closeLog(tx: Tx, number: number, at: Date): Promise<void> {
  await tx
    .updateTable('transparency.logs')
    .set({ closed_at: at, private_key_sealed: null })
    .where('number', '=', number)
    .execute()
}

export async function markRolledBack(tx: Tx, number: number, at: Date): Promise<void> {
  await tx
    .updateTable('transparency.logs')
    .set({ rolled_back_at: at })
    .where('number', '=', number)
    .execute()
}

export const verifierKey = ({ origin, public_key }: Pick<LogRow, 'origin' | 'public_key'>) =>
  verifierKeyOf(origin, public_key)

/** Returns true if the key of a log opens under this server's master secret. */
export function canSign(secrets: Secrets, { private_key_sealed: sealed }: LogRow): boolean {
  try {
    return sealed !== null && openKey(secrets, sealed) !== ''
  } catch {
    return false
  }
}

/** Returns a note: the text under the log's signature. Throws if the key was sealed by another SECRET_KEY. */
export function signNote(secrets: Secrets, log: LogRow, text: string): string {
  if (!log.private_key_sealed) throw new Error('This log is closed and signs no more.')
  const key = createPrivateKey({
    key: Buffer.from(openKey(secrets, log.private_key_sealed), 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  if (!rawKey(createPublicKey(key)).equals(log.public_key))
    throw new Error('The key of the log is not the one that it publishes.')
  return `${text}\n${signatureLine(verifierKey(log), signBytes(null, Buffer.from(text), key))}`
}

/** Seals the key of the log that signs, if there is one, under another master secret. Run as the system. */
export async function resealLogKey(tx: Tx, renewal: Renewal): Promise<void> {
  await lockLogs(tx)
  const log = await findOpenLog(tx)
  if (!log?.private_key_sealed) return
  await tx
    .updateTable('transparency.logs')
    .set({ private_key_sealed: reseal(renewal, SEAL, log.private_key_sealed) })
    .where('number', '=', log.number)
    .execute()
}

function openKey(secrets: Secrets, sealed: string): string {
  try {
    return secrets.open(SEAL, sealed)
  } catch (error) {
    throw new Error(
      'The key of the log does not open: this database belongs to another SECRET_KEY.',
      {
        cause: error,
      },
    )
  }
}

function rawKey(publicKey: KeyObject): Buffer {
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.from(x, 'base64url')
}
