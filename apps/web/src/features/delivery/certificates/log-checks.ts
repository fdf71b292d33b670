import {
  type Certificate,
  cosignaturesOf,
  leafTypeLabels,
  openNote,
  type PublishedLog,
  parseCheckpoint,
  parseVerifierKey,
  parseWitnessKey,
  toHex,
  type VerifierKey,
} from '@semblance/contract'
import type { Outcome } from '@semblance/plots'
import { api } from '@/lib/api/api.ts'
import { isIncluded } from '@/lib/api/log-inclusion.ts'
import { count, plural } from '@/lib/format.ts'

/** Says how one check ended; `none` where there is nothing to check. */
export type CheckResult = { outcome: Outcome | 'none'; text: string }

export type LogChecks = { log: CheckResult; checkpoint: CheckResult; destroyed: CheckResult }

type CertifiedLog = NonNullable<Certificate['log']>
type Entry = CertifiedLog['entries'][number]

const before: CheckResult = { outcome: 'none', text: 'Issued before the log' }
const ofSample: CheckResult = {
  outcome: 'none',
  text: 'A certificate of a sample does not name its place',
}
const cannotTell = (text: string): CheckResult => ({ outcome: 'inconclusive', text })
const failed = (text: string): CheckResult => ({ outcome: 'failed', text })
const passed = (text: string): CheckResult => ({ outcome: 'passed', text })

/** Checks in this browser what a certificate says of the public log: checkpoint, steps, and the end of the original's key. */
export async function checkInLog(certificate: Certificate): Promise<LogChecks> {
  const { log } = certificate
  if (!log) {
    const unlogged = placeless(certificate)
    return { log: unlogged, checkpoint: unlogged, destroyed: destroyedWithoutLog(certificate) }
  }
  const { logs, witnesses } = await api.transparency.status()
  const published = logs.find(({ origin }) => origin === log.origin)
  const key = published && parseVerifierKey(published.verifierKey)
  if (!published || !key) {
    const unknown = cannotTell(`This site publishes no log named ${log.origin}`)
    return { log: unknown, checkpoint: unknown, destroyed: unknown }
  }
  const keys = witnesses.list.flatMap(({ verifierKey }) => parseWitnessKey(verifierKey) ?? [])
  const broken = await brokenSteps(log.entries, published, key)
  return {
    checkpoint: await checkCheckpoint(log, published, { key, witnesses: keys }),
    log: checkSteps(log, broken),
    destroyed: checkDestroyed(certificate, log, broken),
  }
}

/** Says why a certificate names no place in the log. */
function placeless({ listing, sample }: Certificate): CheckResult {
  if (listing) return cannotTell('A certificate for a listing does not name its place')
  return sample ? ofSample : before
}

type Keys = { key: VerifierKey; witnesses: VerifierKey[] }

async function checkCheckpoint(
  log: CertifiedLog,
  { checkpoint }: PublishedLog,
  { key, witnesses }: Keys,
): Promise<CheckResult> {
  if (!checkpoint) return cannotTell('The log has published no checkpoint yet')
  const opened = await openNote(checkpoint.note, [key])
  const read = opened.state === 'valid' ? parseCheckpoint(opened.text) : null
  if (!read || read.origin !== log.origin)
    return failed('The published checkpoint is not signed by the key of its log')
  const issued = log.checkpoint
  if (issued && read.size < issued.size)
    return failed(
      `The log has ${count(read.size)} entries; it had ${count(issued.size)} when this was issued`,
    )
  if (issued?.size === read.size && issued.rootHex !== toHex(read.root))
    return failed('The log has another root than when this was issued')
  const by = await cosignaturesOf(checkpoint.note, witnesses)
  const cosigned = by.length > 0 ? `, and by ${plural(by.length, 'witness', 'witnesses')}` : ''
  return passed(`${count(read.size)} entries, signed by the log${cosigned}`)
}

const isPlaced = (entry: Entry): entry is Entry & { index: number } => entry.index != null

/** Returns the steps whose hashes do not lead to a signed root. */
async function brokenSteps(
  entries: Entry[],
  published: PublishedLog,
  key: VerifierKey,
): Promise<Set<Entry>> {
  const placed = entries.filter(isPlaced)
  const results = await Promise.all(
    placed.map(async (entry) => ({ entry, holds: await isIncluded(entry, published, key) })),
  )
  return new Set(results.filter(({ holds }) => !holds).map(({ entry }) => entry))
}

const nameOf = ({ type, index }: Entry) => `${leafTypeLabels[type]}, entry ${count(index ?? 0)}`

function checkSteps({ entries }: CertifiedLog, broken: Set<Entry>): CheckResult {
  const [first] = broken
  if (first) return failed(`Its hash does not lead to the root: ${nameOf(first)}`)
  const placed = entries.filter(isPlaced)
  if (placed.length === 0) return cannotTell('The steps it names were on their way into the log')
  const rest = entries.length - placed.length
  return passed(
    `${plural(placed.length, 'step')} that it names lead to the root${rest > 0 ? `; ${rest} were on their way` : ''}`,
  )
}

function destroyedWithoutLog({ destruction, listing }: Certificate): CheckResult {
  if (!destruction) return { outcome: 'none', text: 'It states no destruction' }
  return listing ? cannotTell('It names no entry of the log for the destruction') : before
}

function checkDestroyed(
  { destruction }: Certificate,
  { entries }: CertifiedLog,
  broken: Set<Entry>,
): CheckResult {
  if (!destruction) return { outcome: 'none', text: 'It states no destruction' }
  const steps = entries.filter(({ type }) => type === 'original.destroyed')
  const wrong = steps.find((step) => broken.has(step))
  if (wrong) return failed(`Its hash does not lead to the root: ${nameOf(wrong)}`)
  const step = steps.find(isPlaced)
  return step
    ? passed(`Log entry ${count(step.index)} is of the destruction`)
    : cannotTell('It names no entry of the log for the destruction')
}
