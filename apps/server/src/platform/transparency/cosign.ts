/**
 * Has witnesses cosign published checkpoints, each by itself: a checkpoint never waits for them, and none of them waits
 * for another one.
 */
import { consistencyProof, readFrom, tilesOf } from '@semblance/contract'
import { system, type Tx } from '../database/db.ts'
import type { Platform } from '../http/context.ts'
import { logFault } from '../process/incidents.ts'
import { repeat } from '../process/interval.ts'
import type { WitnessSetting } from '../setting-types.ts'
import { askWitness, type Submission, WitnessError } from './ask-witness.ts'
import { findOpenLog } from './logs.ts'
import { findCheckpoint, readTiles } from './tree-queries.ts'
import { findCosignedSize, insertCosignature, lockWitness, setWitness } from './witness-queries.ts'

/** Notifies people, in the transaction that finds it, that a witness has failed for long, or cosigns again. */
export type OnWitness = (
  tx: Tx,
  change: { name: string; failingSince: Date; lastError: string; isOver: boolean },
) => Promise<void>

type Context = Pick<Platform, 'db'> & { onWitness: OnWitness }

/** Sets how long a witness fails before people are notified. */
const ALERT_AFTER_MS = 10 * 60_000

export type Cosigning = 'done' | 'idle' | 'failed'

/** Has one witness cosign the newest checkpoint, unless it has. Call on any number of servers. */
export async function cosignNewest(
  { db, onWitness }: Context,
  witness: WitnessSetting,
): Promise<Cosigning> {
  const open = await db.transaction(system, (tx) => findSubmission(tx, witness), 'read')
  if (!open) return 'idle'
  const { log, ...found } = open
  const prove = (oldSize: number) =>
    db.transaction(system, (tx) => proveFrom(tx, { log, oldSize, size: found.size }), 'read')
  const asked = await askWitness(witness, { ...found, prove }).catch(refusalOf)
  await db.transaction(system, async (tx) => {
    await noteOutcome(tx, { witness, onWitness }, 'refusal' in asked ? asked.refusal : null)
    if ('refusal' in asked) return
    const { line, statedAt } = asked
    const place = { log, size: BigInt(found.size), witness: witness.key.text }
    await insertCosignature(tx, { ...place, line, stated_at: statedAt })
  })
  return 'refusal' in asked ? 'failed' : 'done'
}

function refusalOf(error: unknown): { refusal: string } {
  if (error instanceof WitnessError) return { refusal: error.message }
  throw error
}

/** Returns the newest published checkpoint of the log that signs, if the witness has not cosigned it. */
async function findSubmission(
  tx: Tx,
  { key }: WitnessSetting,
): Promise<(Omit<Submission, 'prove'> & { log: number }) | null> {
  const log = await findOpenLog(tx)
  const newest = log && (await findCheckpoint(tx, log.number, { isPublished: true }))
  if (!newest) return null
  const cosigned = await findCosignedSize(tx, log.number, key.text)
  if (cosigned >= newest.size) return null
  const [text = ''] = newest.note.split('\n\n', 1)
  return {
    log: log.number,
    note: newest.note,
    text: `${text}\n`,
    size: Number(newest.size),
    oldSize: Number(cosigned),
  }
}

async function proveFrom(
  tx: Tx,
  { log, oldSize, size }: { log: number; oldSize: number; size: number },
): Promise<Uint8Array[]> {
  if (oldSize === 0 || oldSize === size) return []
  const tiles = await readTiles(tx, log, tilesOf([oldSize - 1, oldSize], size))
  return consistencyProof(readFrom(tiles), oldSize, size)
}

/** Keeps since when a witness fails, and notifies people once that it has for long, and once of the end. */
async function noteOutcome(
  tx: Tx,
  { witness, onWitness }: { witness: WitnessSetting; onWitness: OnWitness },
  error: string | null,
): Promise<void> {
  const before = await lockWitness(tx, witness.key.text)
  const { name } = witness.key
  const now = new Date()
  if (error === null) {
    const { failing_since: failingSince, alerted_at, last_error } = before
    if (!failingSince) return
    if (alerted_at)
      await onWitness(tx, { name, failingSince, lastError: last_error ?? '', isOver: true })
    await setWitness(tx, { ...before, failing_since: null, alerted_at: null, last_error: null })
    return
  }
  const failingSince = before.failing_since ?? now
  const isDue = !before.alerted_at && now.getTime() - failingSince.getTime() >= ALERT_AFTER_MS
  if (isDue) await onWitness(tx, { name, failingSince, lastError: error, isOver: false })
  await setWitness(tx, {
    ...before,
    failing_since: failingSince,
    alerted_at: isDue ? now : before.alerted_at,
    last_error: error,
  })
}

/** Sets how long a checkpoint waits at most until it is sent to a witness. */
const INTERVAL_MS = 1000

/** Limits how long a witness that fails is left alone. */
const MAX_PAUSE_MS = 60_000

/** Has this process ask each witness soon after a checkpoint is published, in a loop of its own. */
export function watchWitnesses(
  context: Context & Pick<Platform, 'log'>,
  witnesses: readonly WitnessSetting[],
): { end: () => Promise<void> } {
  const loops = witnesses.map((witness) => {
    let failures = 0
    let nextAt = 0
    return repeat(INTERVAL_MS, async () => {
      if (performance.now() < nextAt) return // a clock that jumps does not matter here
      try {
        const outcome = await cosignNewest(context, witness)
        failures = outcome === 'failed' ? failures + 1 : 0
      } catch (error) {
        failures += 1
        logFault(context.log, error, 'a witness of the transparency log was not asked')
      }
      nextAt = performance.now() + Math.min(MAX_PAUSE_MS, failures && INTERVAL_MS * 2 ** failures)
    })
  })
  return { end: async () => void (await Promise.all(loops.map((loop) => loop.end()))) }
}
