/**
 * Opens the keys of a database's originals: files in a directory of KEY_DIR that is named after an ID
 * in the database, so that all its servers must have the same one.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type Database, system, type Tx, withSystemRole } from '../database/db.ts'
import { classifyFault, DependencyError } from '../faults.ts'
import { asStorageFault, syncDirectory } from '../storage/durable-files.ts'
import { examineFileSystem } from './file-system.ts'
import { keyFiles } from './key-files.ts'
import { keyRootOf } from './key-root.ts'
import type { KeyStore } from './key-store.ts'

type Place = { config: Pick<Config, 'keyDir' | 'dataDir' | 'hasKeySnapshots'>; db: Database }

/** Reports that KEY_DIR is not the one that this database's originals have their keys in. */
export class WrongKeyDirError extends DependencyError {
  constructor(keyDir: string, id: string) {
    super(
      'storage',
      `KEY_DIR ${keyDir} does not hold the keys of this database: it has no directory ${id}. All servers of a database share one KEY_DIR; mount it, or set KEY_DIR to it. If the keys are lost for good, stop all servers and run: npm run keys:lost`,
    )
  }
}

/** Marks a directory that backups leave out: https://bford.info/cachedir/ */
const CACHE_TAG = `Signature: 8a477f597d28d172789f06886806bc55
# The keys of uploaded originals. A copy of this directory keeps what is to be destroyed.
`

const opened = new WeakMap<Database, KeyStore>()

/** Returns the keys of a database's originals. Looks for their directory at the first call. */
export function openKeyStore(place: Place): KeyStore {
  const store = opened.get(place.db) ?? storeOf(place)
  opened.set(place.db, store)
  return store
}

function storeOf(place: Place): KeyStore {
  let found: Promise<KeyStore> | null = null
  /** Looks for the directory again after a fault: it may have been away, or another one was made. */
  const use = async <T>(work: (keys: KeyStore) => Promise<T>): Promise<T> => {
    const wasKnown = found !== null
    found ??= filesOf(place)
    try {
      return await work(await found)
    } catch (error) {
      found = null
      if (!wasKnown || classifyFault(error).kind === 'defect') throw error
      return await use(work)
    }
  }
  return {
    create: (id) => use((keys) => keys.create(id)),
    derive: (id, context) => use((keys) => keys.derive(id, context)),
    destroy: (id) => use((keys) => keys.destroy(id)),
    list: async function* () {
      yield* await use(async (keys) => keys.list())
    },
  }
}

async function filesOf(place: Place): Promise<KeyStore> {
  const { hasKeySnapshots: hasSnapshots } = place.config
  return keyFiles({ dir: join(keyRootOf(place.config), await claimKeyDir(place)), hasSnapshots })
}

/**
 * Finds the directory of this database's keys, and makes it if no server ever did, or if the originals
 * of a lost one have ended. Returns its name. Throws WrongKeyDirError if it should be there and is not.
 */
export async function claimKeyDir({ config, db }: Place): Promise<string> {
  const keyDir = keyRootOf(config)
  return await db.transaction(system, async (tx) => {
    await sql`lock table app.key_store in share row exclusive mode`.execute(tx)
    const row = await tx.selectFrom('app.key_store').selectAll().executeTakeFirst()
    if (row && (await isDirectory(join(keyDir, row.id)))) {
      if (row.is_replaceable)
        await tx.updateTable('app.key_store').set({ is_replaceable: false }).execute()
      return row.id
    }
    if (row && !row.is_replaceable) throw new WrongKeyDirError(keyDir, row.id)
    const id = randomUUID()
    await asStorageFault(() => makeKeyDir(keyDir, id))
    const made = { id, is_replaceable: false, made_at: new Date() }
    await tx
      .insertInto('app.key_store')
      .values(made)
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet(made))
      .execute()
    return id
  })
}

/** Lets the next start make another directory for keys. Call in the transaction that ends all originals. */
export async function allowNewKeyDir(tx: Tx): Promise<void> {
  await withSystemRole(tx, () =>
    tx.updateTable('app.key_store').set({ is_replaceable: true }).execute(),
  )
}

/**
 * Returns true if this database's keys were in memory, in KEY_DIR, and are gone with it, as after a
 * restart of the machine.
 */
export async function haveKeysFaded({ config, db }: Place): Promise<boolean> {
  const row = await db.transaction(system, (tx) =>
    tx.selectFrom('app.key_store').selectAll().executeTakeFirst(),
  )
  const keyDir = keyRootOf(config)
  if (!row || row.is_replaceable || (await isDirectory(join(keyDir, row.id)))) return false
  const place = (await isDirectory(keyDir)) ? keyDir : dirname(keyDir)
  return (await examineFileSystem(place).catch(() => null))?.method === 'volatile'
}

const isDirectory = (path: string): Promise<boolean> =>
  asStorageFault(() =>
    stat(path).then(
      (found) => found.isDirectory(),
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false
        throw error
      },
    ),
  )

async function makeKeyDir(keyDir: string, id: string): Promise<void> {
  await mkdir(keyDir, { recursive: true, mode: 0o700 })
  await chmod(keyDir, 0o700)
  await writeFile(join(keyDir, 'CACHEDIR.TAG'), CACHE_TAG, { mode: 0o600 })
  await mkdir(join(keyDir, id), { mode: 0o700 })
  await syncDirectory(keyDir)
  await syncDirectory(dirname(keyDir))
}
