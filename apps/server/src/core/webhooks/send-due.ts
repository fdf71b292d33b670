/**
 * Sends what is due, many at once, so that an endpoint that hangs delays none but itself. Each event is claimed
 * before it is sent and settled after it: one whose server dies in between is sent again, under the same ID.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { webhookPatienceDays } from '@semblance/contract'
import { system, type Tx } from '../../platform/database/db.ts'
import { classifyFault } from '../../platform/faults.ts'
import type { Platform } from '../../platform/http/context.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import { createAddressGuard } from '../../platform/security/address-guard.ts'
import { decryptField } from '../../platform/security/field-encryption.ts'
import { type Outcome, postGuarded } from '../../platform/security/guarded-post.ts'
import {
  type ClaimedDelivery,
  claimDue,
  findNextDue,
  lockDueEndpoints,
  releaseClaim,
  type Share,
  settleAttempt,
} from './delivery-queries.ts'
import { endEndpoint } from './disabling.ts'
import { markFailing, markSlow, markWorking } from './endpoint-queries.ts'
import { openPlaces, type PlaceLimits } from './places.ts'
import { secretPlace } from './secrets.ts'
import { signatureHeaders } from './signing.ts'

/** Limits the attempts of one run; those that wait for an answer cost a connection each. */
const LIMITS: PlaceLimits = { working: 50, heldBack: 25, waiting: 400, placeMs: 500 }
const TIMEOUT_MS = 10_000
/** Sets how long an attempt may take before its endpoint counts as slow, answered or not, and for how long it does. */
const SLOW_MS = 2000
const SLOW_MINUTES = 10
/** Sets how soon a busy run sees what has become due. */
const LOOK_MS = 250
/** Ends a run that always finds more; another one goes on. */
const LONGEST_RUN_MS = 5 * 60_000

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Lists the waits before the second and each later attempt. */
export const retryDelaysMs = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const
const PATIENCE_MS = webhookPatienceDays * 24 * HOUR_MS

type Run = {
  platform: Platform
  signal: AbortSignal
  guard: ReturnType<typeof createAddressGuard>
  timeoutMs: number
  slowMs: number
}
type Options = {
  signal: AbortSignal
  timeoutMs?: number
  slowMs?: number
  limits?: Partial<PlaceLimits>
}

/** Sends all that is due, and what becomes due until then. Returns once nothing is due or under way. */
export async function sendDue(
  platform: Platform,
  { signal, timeoutMs = TIMEOUT_MS, slowMs = SLOW_MS, limits = {} }: Options,
): Promise<void> {
  const guard = createAddressGuard(platform.config.webhookNetworks)
  const run: Run = { platform, signal, guard, timeoutMs, slowMs }
  const places = openPlaces({ ...LIMITS, ...limits })
  const begin = (claimed: ClaimedDelivery, isHeldBack: boolean) => {
    const cut = new AbortController()
    const { organization } = claimed
    const work = send(run, claimed, cut.signal)
    places.begin({ organization, work, cut: () => cut.abort() }, isHeldBack)
  }
  const endAt = Date.now() + LONGEST_RUN_MS
  try {
    while (!signal.aborted && Date.now() < endAt) {
      const { working, heldBack } = await claim(platform, places.free())
      for (const one of working) begin(one, false)
      for (const one of heldBack) begin(one, true)
      if (places.all().length === 0) break
      await Promise.race([...places.all(), sleep(LOOK_MS)])
    }
  } finally {
    await Promise.all(places.all())
  }
  await platform.db.transaction(system, queueNext)
}

async function claim({ db }: Platform, free: { working: number; heldBack: number }) {
  return await db.transaction(system, async (tx) => {
    const working = await take(tx, { isHeldBack: false, limit: free.working })
    return { working, heldBack: await take(tx, { isHeldBack: true, limit: free.heldBack }) }
  })
}

async function take(tx: Tx, share: Share): Promise<ClaimedDelivery[]> {
  if (share.limit <= 0) return []
  const endpoints = await lockDueEndpoints(tx, share)
  return endpoints.length > 0 ? await claimDue(tx, endpoints, share) : []
}

/** Queues the next run for when something is due; what another run is sending is due at this moment, too. */
async function queueNext(tx: Tx): Promise<void> {
  const next = await findNextDue(tx)
  if (!next) return
  const runAt = new Date(Math.max(next.getTime(), Date.now() + retryDelaysMs[0]))
  await enqueue(tx, 'webhook.send', {}, { jobKey: 'webhook.next', runAt })
}

/**
 * Never throws: an event that was not settled is sent again after its claim has ended, one that was cut off once its
 * endpoint is held back.
 */
async function send(run: Run, claimed: ClaimedDelivery, cut: AbortSignal): Promise<void> {
  const { platform, signal } = run
  try {
    const outcome = await attempt({ ...run, signal: AbortSignal.any([signal, cut]) }, claimed)
    const settle = async (tx: Tx) => {
      if (outcome) return await settleOutcome({ run, tx }, claimed, outcome)
      if (cut.aborted) await markSlow(tx, claimed.endpoint, SLOW_MINUTES)
      await releaseClaim(tx, claimed)
    }
    await untilAnswered(() => platform.db.transaction(system, settle), signal)
  } catch (error) {
    platform.log.error(
      { err: error, deliveryId: claimed.id },
      'the outcome of a webhook was not stored',
    )
  }
}

async function attempt(run: Run, claimed: ClaimedDelivery): Promise<Outcome | null> {
  const { platform, signal, guard, timeoutMs } = run
  const at = new Date()
  const secrets = await openSecrets(platform, claimed, at).catch((error) => {
    if (signal.aborted || classifyFault(error).kind === 'dependency') throw error
    platform.log.error({ err: error, endpoint: claimed.endpoint }, 'a webhook could not be signed')
    return null
  })
  if (!secrets) return { status: null, failure: 'secret_unreadable', answer: null, ms: null }
  const { event_id: id, body, url } = claimed
  const headers = signatureHeaders(secrets, { id, at, body })
  return await postGuarded({ url, headers, body }, { guard, timeoutMs, signal })
}

async function openSecrets(
  { db, secrets }: Platform,
  claimed: ClaimedDelivery,
  at: Date,
): Promise<string[]> {
  const { organization, endpoint, secret_sealed, previous_secret_sealed, previous_until } = claimed
  const overlaps = previous_secret_sealed !== null && previous_until !== null && previous_until > at
  const sealed = overlaps ? [secret_sealed, previous_secret_sealed] : [secret_sealed]
  return await db.transaction(system, async (tx) => {
    const opened: string[] = []
    for (const one of sealed)
      opened.push(await decryptField(tx, secrets, organization, secretPlace(endpoint), one))
    return opened
  })
}

type Settling = { run: Run; tx: Tx }

async function settleOutcome(
  { run: { platform, slowMs }, tx }: Settling,
  claimed: ClaimedDelivery,
  { status, failure, answer, ms }: Outcome,
): Promise<void> {
  const now = new Date()
  const attempt = {
    attempted_at: now,
    last_status: status,
    last_failure: failure,
    last_answer: answer,
    last_ms: ms,
  }
  const { endpoint } = claimed
  // The endpoint is locked first, as by claims.
  if (ms !== null && ms > slowMs) await markSlow(tx, endpoint, SLOW_MINUTES)
  if (failure === null) {
    await markWorking(tx, endpoint)
    await settleAttempt(tx, claimed, { ...attempt, state: 'delivered', next_at: null })
    return
  }
  const failingSince = await markFailing(tx, endpoint, now)
  const delayMs = retryDelaysMs[claimed.attempts - 1]
  const isGone = status === GONE
  const isLast = isGone || delayMs === undefined
  const settled = await settleAttempt(tx, claimed, {
    ...attempt,
    ...(isLast
      ? { state: 'failed', next_at: null }
      : { state: 'pending', next_at: new Date(now.getTime() + delayMs) }),
  })
  if (!settled) return
  const isDead = isLast && now.getTime() - failingSince.getTime() >= PATIENCE_MS
  if (isGone || isDead)
    await endEndpoint({ platform, tx }, endpoint, isGone ? 'gone' : 'unanswered')
}

/** The status by which a receiver says that it is gone for good. */
const GONE = 410
