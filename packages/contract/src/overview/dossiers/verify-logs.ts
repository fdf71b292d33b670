/** Checks the checkpoints of a dossier: who signed them, and that each earlier tree is the beginning of the newest one. */
import { fromBase64 } from '../../core/transparency/bytes.ts'
import {
  type Checkpoint,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  type VerifierKey,
} from '../../core/transparency/notes.ts'
import { type Hash, sameHash, verifyConsistency } from '../../core/transparency/tlog.ts'
import type { Dossier, DossierLog } from './dossier.ts'
import type { Report, Trusted } from './dossier-findings.ts'

/** Describes a log whose newest checkpoint is signed; `isTrusted` if by a key that the verifier brought along. */
export type VerifiedLog = Checkpoint & { key: VerifierKey; isTrusted: boolean }
export type VerifiedLogs = ReadonlyMap<string, VerifiedLog | null>

/** Chooses the key of each log: one that was brought along, or the file's own, which proves nothing about its maker. */
export function chooseKeys(
  manifest: Dossier,
  { keys }: Trusted,
  report: Report,
): Map<string, { key: VerifierKey; isTrusted: boolean }> {
  const chosen = new Map<string, { key: VerifierKey; isTrusted: boolean }>()
  for (const { origin, verifierKey } of manifest.logs) {
    const own = parseVerifierKey(verifierKey)
    const given = keys.filter(({ name }) => name === origin)
    const trusted = given.find(({ text }) => text === own?.text)
    if (trusted) chosen.set(origin, { key: trusted, isTrusted: true })
    else {
      report(keys.length === 0 ? 'no_key_given' : 'other_key', origin)
      if (own?.name === origin) chosen.set(origin, { key: own, isTrusted: false })
    }
  }
  return chosen
}

/** Returns the logs by origin, null where the newest checkpoint does not hold. */
export async function verifyLogs(
  manifest: Dossier,
  keys: ReturnType<typeof chooseKeys>,
  trusted: Trusted,
  report: Report,
): Promise<VerifiedLogs> {
  const verified = new Map<string, VerifiedLog | null>()
  for (const log of manifest.logs) {
    const chosen = keys.get(log.origin)
    verified.set(log.origin, null)
    if (log.checkpoint === null) {
      report('log_not_started', log.origin)
      continue
    }
    const head = chosen && (await openCheckpoint(log.checkpoint, log.origin, chosen.key))
    if (!chosen || !head) {
      report('checkpoint_altered', log.origin)
      continue
    }
    const earlier = await verifyHistory(log, head, chosen.key, report)
    verified.set(log.origin, { ...head, ...chosen })
    if (chosen.isTrusted) await compareGiven({ head, earlier }, chosen.key, trusted, report)
  }
  return verified
}

async function openCheckpoint(
  note: string,
  origin: string,
  key: VerifierKey,
): Promise<Checkpoint | null> {
  const opened = await openNote(note, [key])
  const head = opened.state === 'valid' ? parseCheckpoint(opened.text) : null
  return head?.origin === origin && head.size > 0 ? head : null
}

/** Returns the earlier checkpoints that the newest tree continues. */
async function verifyHistory(
  { origin, history }: DossierLog,
  head: Checkpoint,
  key: VerifierKey,
  report: Report,
): Promise<Checkpoint[]> {
  const earlier: Checkpoint[] = []
  for (const [at, { checkpoint, proof }] of history.entries()) {
    const older = await openCheckpoint(checkpoint, origin, key)
    const hashes = readHashes(proof)
    if (older && hashes && verifyConsistency(older, head, hashes)) earlier.push(older)
    else report('history_broken', `${origin} ${older?.size ?? `#${at + 1}`}`)
  }
  return earlier
}

type Known = { head: Checkpoint; earlier: Checkpoint[] }

/** Compares the log with the checkpoints that were brought along. */
async function compareGiven(
  { head, earlier }: Known,
  key: VerifierKey,
  { checkpoints = [] }: Trusted,
  report: Report,
): Promise<void> {
  for (const note of checkpoints) {
    if (note.split('\n', 1)[0] !== head.origin) continue
    const given = await openCheckpoint(note, head.origin, key)
    if (!given) {
      report('checkpoint_unusable', head.origin)
      continue
    }
    const place = `${head.origin} ${given.size}`
    const same = [head, ...earlier].find(({ size }) => size === given.size)
    if (same && !sameHash(same.root, given.root)) report('history_forked', place)
    else if (!same)
      report(given.size > head.size ? 'checkpoint_older' : 'checkpoint_not_compared', place)
  }
}

/** Returns the hashes of a proof; null if one of them is none. */
export function readHashes(proof: readonly string[]): Hash[] | null {
  const hashes = proof.map(fromBase64)
  return hashes.every((hash) => hash !== null) ? hashes : null
}
