/**
 * Takes committed leaves into the tree and signs its head, in one transaction; then keeps the head outside
 * the database; then publishes it. A process may end between any two of these steps.
 */
import {
  appendLeaves,
  checkpointText,
  leafHash,
  parseCheckpoint,
  readFrom,
  sameHash,
  tilesOf,
  toBase64,
  treeRoot,
} from '@semblance/contract'
import { system, type Tx } from '../database/db.ts'
import type { Platform } from '../http/context.ts'
import type { Secrets } from '../security/secrets.ts'
import { type KeptPlace, keep, keptPath, readKept } from './kept-checkpoint.ts'
import {
  canSign,
  closeLog,
  findOpenLog,
  type LogRow,
  lockLogs,
  markRolledBack,
  openLog,
  signNote,
} from './logs.ts'
import { insertFirstLeaf } from './record.ts'
import {
  type CheckpointRow,
  findCheckpoint,
  findOldestStaged,
  insertCheckpoint,
  insertLeaves,
  readTiles,
  setPublished,
  takeStaged,
  writeTiles,
} from './tree-queries.ts'

type Context = Pick<Platform, 'config' | 'db' | 'secrets'> & { onRolledBack: OnRolledBack }

/** Alerts people in the transaction that found the history rolled back. */
export type OnRolledBack = (tx: Tx, log: LogRow) => Promise<void>

/** Limits the leaves of one transaction. */
const BATCH = 4096

/** A missing file may lie with another server, which then signs within this time. */
const MISSING_PATIENCE_MS = 10 * 60_000

/** `missing`: this server has no file, and does not know what was published. */
export type Integration = 'done' | 'idle' | 'rolled_back' | 'missing'

/** Integrates and publishes all that is committed. Call as often as you like, on any number of servers. */
export async function integrate(context: Context): Promise<Integration> {
  for (let didMore = false; ; didMore = true) {
    const found = await signNext(context)
    if (found !== 'done') return didMore && found === 'idle' ? 'done' : found
    await publishNewest(context)
  }
}

/** Integrates one batch and signs it, unless the history here is not the one that was published. */
export async function signNext(context: Context): Promise<Integration> {
  const { db, secrets, config } = context
  return await db.transaction(system, async (tx) => {
    await lockLogs(tx)
    const log =
      (await findOpenLog(tx)) ??
      (await openLog(tx, { secrets, publicUrl: config.publicUrl, number: 1 }))
    if (log.rolled_back_at) return 'rolled_back'
    const newest = await findCheckpoint(tx, log.number, { isPublished: false })
    const history = await compareHistory(tx, { place: config, log, newest })
    if (history === 'missing' && !(await isOverdue(tx))) return 'missing'
    if (history !== 'same') {
      await stopSigning(tx, log, context.onRolledBack)
      return 'rolled_back'
    }
    const staged = await takeStaged(tx, BATCH)
    if (staged.length === 0) return newest && !newest.published_at ? 'done' : 'idle'
    await extendTree(tx, { secrets, log, size: Number(newest?.size ?? 0n) }, staged)
    return 'done'
  })
}

/** Appends leaves to a tree of `size` leaves, and signs its head. */
async function extendTree(
  tx: Tx,
  { secrets, log, size }: { secrets: Secrets; log: LogRow; size: number },
  leaves: { opening: bigint; commitment: Buffer }[],
): Promise<void> {
  const { number, origin } = log
  const tiles = await readTiles(tx, number, tilesOf([], size))
  const hashes = leaves.map(({ commitment }) => leafHash(commitment))
  const changed = appendLeaves(tiles, size, hashes)
  const end = size + leaves.length
  const root = treeRoot(readFrom(tiles), end)
  const note = signNote(secrets, log, checkpointText({ origin, size: end, root }))
  await insertLeaves(tx, { log: number, from: size }, leaves)
  await writeTiles(tx, number, changed)
  await insertCheckpoint(tx, number, { size: end, root, note })
}

/** Publishes the newest head, once it is kept outside the database. */
export async function publishNewest({ db, config }: Context): Promise<void> {
  await db.transaction(system, async (tx) => {
    await lockLogs(tx)
    const log = await findOpenLog(tx)
    const newest = log && (await findCheckpoint(tx, log.number, { isPublished: false }))
    if (!newest || newest.published_at || log.rolled_back_at) return
    const kept = await readHead(config, log)
    if ((kept?.size ?? 0) <= Number(newest.size)) await keep(config, log, newest.note)
    await setPublished(tx, log.number, newest.size, new Date())
  })
}

/**
 * Marks the log as rolled back if the history here lacks what was published, or if the file that says
 * so is missing: for the first start on a restored database.
 */
export async function checkRestoredLog(
  tx: Tx,
  { config, onRolledBack }: Pick<Context, 'config' | 'onRolledBack'>,
): Promise<void> {
  await lockLogs(tx)
  const log = await findOpenLog(tx)
  if (!log || log.rolled_back_at) return
  const newest = await findCheckpoint(tx, log.number, { isPublished: false })
  if ((await compareHistory(tx, { place: config, log, newest })) !== 'same')
    await stopSigning(tx, log, onRolledBack)
}

async function stopSigning(tx: Tx, log: LogRow, onRolledBack: OnRolledBack): Promise<void> {
  await markRolledBack(tx, log.number, new Date())
  await onRolledBack(tx, log)
}

/**
 * Closes a log whose history was rolled back, or whose key is lost with its master secret, and opens the next one, whose
 * first leaf names the newest head that was published. Returns null for a log that can go on. Run as the system.
 */
export async function openNextLog(
  tx: Tx,
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
): Promise<LogRow | null> {
  await lockLogs(tx)
  const before = await findOpenLog(tx)
  if (!before || (!before.rolled_back_at && canSign(secrets, before))) return null
  const kept = await readHead(config, before)
  const known = await findCheckpoint(tx, before.number, { isPublished: true })
  const head = kept ?? (known && { size: Number(known.size), root: known.root })
  await closeLog(tx, before.number, new Date())
  const log = await openLog(tx, {
    secrets,
    publicUrl: config.publicUrl,
    number: before.number + 1,
  })
  const first = await insertFirstLeaf(tx, {
    previous: head && { origin: before.origin, size: head.size, root: toBase64(head.root) },
    reason: reasonToClose(before, kept !== null),
  })
  await extendTree(tx, { secrets, log, size: 0 }, [first])
  return log
}

function reasonToClose({ rolled_back_at }: LogRow, isKept: boolean) {
  if (!rolled_back_at) return 'key_lost'
  return isKept ? 'rolled_back' : 'head_not_kept'
}

type History = { place: KeptPlace; log: LogRow; newest: CheckpointRow | undefined }

/** Compares the tree with the head that is kept outside. */
async function compareHistory(
  tx: Tx,
  { place, log, newest }: History,
): Promise<'same' | 'other' | 'missing'> {
  const kept = await readHead(place, log)
  if (!kept) {
    const published = await findCheckpoint(tx, log.number, { isPublished: true })
    return published ? 'missing' : 'same'
  }
  const size = Number(newest?.size ?? 0n)
  if (kept.size > size) return 'other'
  if (newest && kept.size === size) return sameHash(kept.root, newest.root) ? 'same' : 'other'
  const tiles = await readTiles(tx, log.number, tilesOf([kept.size - 1, kept.size], size))
  return sameHash(treeRoot(readFrom(tiles), kept.size), kept.root) ? 'same' : 'other'
}

/** Returns the head that is kept outside. Throws if the file holds none of this log. */
export async function readHead(place: KeptPlace, log: LogRow) {
  const note = await readKept(place, log)
  if (note === null) return null
  const head = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))
  if (head?.origin !== log.origin || head.size === 0)
    throw new Error(`${keptPath(place, log)} holds no checkpoint of ${log.origin}.`)
  return head
}

async function isOverdue(tx: Tx): Promise<boolean> {
  const oldest = await findOldestStaged(tx)
  return oldest !== undefined && Date.now() - oldest.getTime() > MISSING_PATIENCE_MS
}
