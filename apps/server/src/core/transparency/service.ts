/** The transparency log as visitors, parties and staff meet it. */
import {
  type Checkpoint,
  inclusionProof,
  type LeafType,
  type LogWitnesses,
  leafType,
  logDirectoryPath,
  type PublishedLog,
  parseWitnessKey,
  proofFile,
  readFrom,
  tilesOf,
  toHex,
} from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import type { OnWitness } from '../../platform/transparency/cosign.ts'
import {
  checkRestoredLog,
  type Integration,
  integrate,
  type OnRolledBack,
  openNextLog,
} from '../../platform/transparency/integrate.ts'
import {
  canSign,
  findOpenLog,
  type LogRow,
  listLogs,
  logPath,
  signNote,
  verifierKey,
} from '../../platform/transparency/logs.ts'
import { findCheckpoint, readEntries, readTiles } from '../../platform/transparency/tree-queries.ts'
import { findQuorum, listCosignatures } from '../../platform/transparency/witness-queries.ts'
import { notify } from '../notifications/service.ts'
import { listEntries, listLeavesOfEntries } from './chain-queries.ts'
import { findFirstOpening } from './queries.ts'

export { type ChainName, readChains } from './chains.ts'
export { checkLog, rowInvariants } from './check.ts'

/** Takes all committed leaves into the tree. Alerts staff if the history was rolled back. */
export async function integrateLeaves(platform: Platform): Promise<Integration> {
  return await integrate({ ...platform, onRolledBack: alertStaff(platform) })
}

/** Stops the log if a restored database knows less than was published. */
export async function checkRestored(ctx: { tx: Tx; platform: Platform }): Promise<void> {
  const { tx, platform } = ctx
  await checkRestoredLog(tx, { config: platform.config, onRolledBack: alertStaff(platform) })
}

const alertStaff =
  (platform: Platform): OnRolledBack =>
  async (tx, { number, origin }) => {
    await audit(tx, { actor: 'system', action: 'log.roll_back', object: `log:${number}` })
    await notify(
      { tx, platform },
      {
        audience: 'staff',
        type: 'system',
        title: 'The transparency log has stopped',
        message: `This database does not hold all that ${origin} has published, or the file that says so is missing. Nothing is signed until you open a new log.`,
        path: '/admin/audit-log',
        mail: true,
      },
    )
  }

type LogContext = { tx: Tx; platform: Pick<Platform, 'config' | 'secrets'> }

/** Returns the witnesses that this server asks, and how many of them are enough. */
export function describeWitnesses({ platform }: Pick<LogContext, 'platform'>): LogWitnesses {
  const { list, quorum } = platform.config.witnesses
  return { list: list.map(({ key }) => ({ name: key.name, verifierKey: key.text })), quorum }
}

/** Returns all logs, the newest first, with what anyone needs to check them. */
export async function describeLogs({ tx, platform }: LogContext): Promise<PublishedLog[]> {
  return await withSystemRole(tx, async () => {
    const logs = await listLogs(tx)
    const described: PublishedLog[] = []
    for (const log of logs.toReversed()) described.push(await describeLog(tx, platform, log))
    return described
  })
}

/** Returns the newest published head of the log that signs; null before the first. */
export async function findLogHead(tx: Tx): Promise<{ size: bigint; rootHex: string } | null> {
  const log = await findOpenLog(tx)
  const newest = log && (await findCheckpoint(tx, log.number, { isPublished: true }))
  return newest ? { size: newest.size, rootHex: toHex(newest.root) } : null
}

async function describeLog(
  tx: Tx,
  { config, secrets }: LogContext['platform'],
  log: LogRow,
): Promise<PublishedLog> {
  const newest = await findCheckpoint(tx, log.number, { isPublished: true })
  const first = newest && (await findFirstOpening(tx, log.number))
  const newestOnly = newest && { after: newest.size - 1n, upTo: newest.size }
  const cosigned = newestOnly ? await listCosignatures(tx, log.number, newestOnly) : []
  const { list, quorum } = config.witnesses
  const enough = { witnesses: list.map(({ key }) => key.text), quorum }
  const reached = list.length > 0 ? await findQuorum(tx, log.number, enough) : undefined
  return {
    number: log.number,
    origin: log.origin,
    path: logPath(log.number),
    state: stateOf(log, secrets),
    verifierKey: verifierKey(log).text,
    openedAt: log.opened_at,
    closedAt: log.closed_at,
    checkpoint: newest?.published_at
      ? {
          note: newest.note,
          size: newest.size,
          rootHex: toHex(newest.root),
          publishedAt: newest.published_at,
          cosignedBy: cosigned.map(({ witness, stated_at }) => ({
            name: parseWitnessKey(witness)?.name ?? witness,
            statedAt: stated_at,
          })),
        }
      : null,
    cosigned: reached ? { note: reached.note, size: reached.size } : null,
    firstLeaf:
      first?.salt && first.payload ? { salt: toHex(first.salt), payload: first.payload } : null,
  }
}

function stateOf(log: LogRow, secrets: Platform['secrets']): PublishedLog['state'] {
  if (log.closed_at) return 'closed'
  if (log.rolled_back_at) return 'rolled_back'
  return canSign(secrets, log) ? 'open' : 'without_key'
}

export type LeafProof = {
  hashes: Uint8Array[]
  entry: Buffer
  size: Checkpoint['size']
  note: string
}

/** Proves that a log's newest published tree includes a leaf. Throws not_found. */
export async function proveLeaf(
  tx: Tx,
  { log, index }: { log: number; index: number },
): Promise<LeafProof> {
  return await withSystemRole(tx, async () => {
    const newest = await findCheckpoint(tx, log, { isPublished: true })
    if (!newest || BigInt(index) >= newest.size) throw new AppError('not_found')
    const size = Number(newest.size)
    const tiles = await readTiles(tx, log, tilesOf([index], size))
    const [entry] = await readEntries(tx, log, { from: index, count: 1 })
    if (!entry) throw new AppError('not_found')
    const hashes = inclusionProof(readFrom(tiles), index, size)
    return { hashes, entry, size, note: newest.note }
  })
}

/** Returns the proof as a file (C2SP tlog-proof@v1). Throws not_found. */
export async function leafProofFile(
  { tx }: Pick<Ctx, 'tx'>,
  place: { log: number; index: number },
): Promise<string> {
  const { hashes, entry, note } = await proveLeaf(tx, place)
  return proofFile({ entry, index: place.index, hashes, checkpoint: note })
}

/**
 * Returns what signs statements by the key of the log: the origin, and a function from a text to its signed
 * note. The text must be no checkpoint. Null before the first log. Run as the system.
 */
export async function findSigner({ tx, platform }: Pick<Ctx, 'tx' | 'platform'>) {
  const log = await findOpenLog(tx)
  if (!log) return null
  return { origin: log.origin, sign: (text: string) => signNote(platform.secrets, log, text) }
}

/**
 * Returns the leaves of these types that a deal's chain has so far, and the newest head of the log that
 * signs; null before the first log. Run as the system.
 */
export async function findPlace(tx: Tx, deal: string, types: readonly LeafType[]) {
  const log = await findOpenLog(tx)
  if (!log) return null
  const [rows, newest] = [
    await listEntries(tx, deal, types),
    await findCheckpoint(tx, log.number, { isPublished: true }),
  ]
  return {
    origin: log.origin,
    deal,
    entries: rows.map(({ type, commitment, log: at, index }) => ({
      type: leafType.parse(type),
      entry: toHex(commitment),
      index: at === log.number ? Number(index) : null,
    })),
    checkpoint: newest ? { size: Number(newest.size), rootHex: toHex(newest.root) } : null,
  }
}

/** Lists the leaves that commit to the ledger entries of a deal, as both parties and its client see them. Run as the system. */
export async function listEntryLeaves(tx: Tx, deal: string) {
  const rows = await listLeavesOfEntries(tx, [deal, `${deal}/client`])
  return rows.map(({ type, commitment, entry_id }) => ({
    entryId: entry_id,
    part: type === 'fee.moved' ? ('fee' as const) : ('escrow' as const),
    entry: toHex(commitment),
  }))
}

/** Opens a new log after one that can sign no more. Throws not_found if none waits for it. */
export async function openLogAgain(ctx: Ctx, staffId: string): Promise<{ origin: string }> {
  const { tx, platform } = ctx
  const log = await withSystemRole(tx, () => openNextLog(tx, platform))
  if (!log)
    throw new AppError('not_found', {
      message:
        'The transparency log goes on: a new one is opened only after a rollback, or when its key is lost.',
    })
  await audit(tx, { actor: { userId: staffId }, action: 'log.open', object: `log:${log.number}` })
  return { origin: log.origin }
}

/** Notifies staff of a witness that fails for long, and of the end. */
export const alertOfWitness =
  (platform: Platform): OnWitness =>
  async (tx, { name, failingSince, lastError, isOver }) => {
    const since = failingSince.toISOString()
    await notify(
      { tx, platform },
      {
        audience: 'staff',
        type: 'system',
        title: isOver
          ? `Over: the witness ${name} does not cosign`
          : `The witness ${name} does not cosign the transparency log`,
        message: isOver
          ? `It cosigns again; it had not since ${since}.`
          : `Since ${since} it has cosigned nothing. ${lastError} Checkpoints are published without it. If it has seen a larger or another tree than this database has, stop and find out why.`,
        path: '/transparency',
        mail: true,
      },
    )
  }

/** Describes the logs for programs, without what only pages show. */
export async function logDirectory(ctx: LogContext) {
  const logs = await describeLogs(ctx)
  return {
    logs: logs.map(({ origin, path, state, verifierKey, openedAt, closedAt, firstLeaf }) => ({
      ...{ origin, path, state, verifierKey, openedAt, closedAt, firstLeaf },
    })),
    witnesses: describeWitnesses(ctx).list,
    quorum: describeWitnesses(ctx).quorum,
  }
}

export { logDirectoryPath }
