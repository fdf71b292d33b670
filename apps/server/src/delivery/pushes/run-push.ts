/**
 * Sends one push: what has arrived already is not sent again. What the destination does is an outcome, which
 * is tried again later or ends the push; what fails on our side delays the job alone.
 */
import { type PushFailure, pushFailureTexts } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { classifyFault } from '../../platform/faults.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import { audit } from '../../platform/security/audit.ts'
import { type Blobs, openBlobs } from '../../platform/storage/blobs.ts'
import { disableDestination } from './destination-queries.ts'
import { openDestination } from './destinations.ts'
import { publishEnds } from './ended.ts'
import { listOutgoing } from './outgoing.ts'
import * as queries from './push-queries.ts'
import { sendFiles, type Work } from './send-files.ts'
import { begin, folderOf } from './service.ts'
import { findObstacle, type Obstacle } from './standing.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Lists the waits before the second and each later attempt: some within ten minutes, then for a day. */
export const retryDelaysMs = [
  MINUTE_MS / 2,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const

/** Ends a push at once: waiting changes nothing about these. */
const FINAL = new Set<PushFailure>([
  'host_key_differs',
  'destination_disabled',
  'destination_removed',
  'not_fetchable',
  'client_inactive',
  'secret_unreadable',
  'file_unreadable',
])
/** Says nothing against the destination. */
const OURS = new Set<PushFailure>([
  'not_fetchable',
  'client_inactive',
  'secret_unreadable',
  'file_unreadable',
])

/** Does nothing for a push that has ended. Throws where a dependency of ours does not answer. */
export async function runPush(
  platform: Platform,
  pushId: string,
  stop: AbortSignal,
  lookMs = MINUTE_MS,
): Promise<void> {
  const work = await prepare(platform, openBlobs(platform.config), pushId)
  const failure =
    typeof work === 'string' ? work : await sendFiles(platform, { pushId, lookMs, ...work }, stop)
  if (failure === 'ended') return
  if (stop.aborted && failure !== null) throw new Error('The server stops; the push goes on later.')
  const settle = (tx: Tx) => settlePush({ tx, platform, now: new Date() }, pushId, failure)
  await untilAnswered(() => platform.db.transaction(system, settle), stop)
}

/** Returns what is left to send and how, or why nothing is sent. */
async function prepare(platform: Platform, blobs: Blobs, pushId: string): Promise<Work | Obstacle> {
  return await platform.db.transaction(system, async (tx) => {
    const obstacle = await findObstacle(tx, pushId)
    if (obstacle) return obstacle
    const push = await queries.findPush(tx, pushId)
    const target = push?.destination && (await queries.findTarget(tx, push.destination))
    if (!target) return 'destination_removed'
    const opened = await openDestination({ tx, platform }, target).catch((error) => {
      if (classifyFault(error).kind === 'dependency') throw error
      platform.log.error({ err: error, destination: target.id }, 'a push could not sign in')
      return null
    })
    if (!opened) return 'secret_unreadable'
    const files = await listOutgoing({ tx, platform }, blobs, push.delivery_id)
    const number = await queries.numberOf(tx, push.contract_id, push.delivery_id)
    await queries.updatePending(tx, pushId, { all_files: files.length })
    return {
      ...opened,
      folder: folderOf(push.contract_id, number),
      files: files.filter(({ name }) => !push.sent.includes(name)),
    }
  })
}

async function settlePush(
  ctx: SystemCtx,
  pushId: string,
  failure: PushFailure | null,
): Promise<void> {
  const { tx, now } = ctx
  const before = await queries.findPush(tx, pushId)
  if (before?.state !== 'pending') return
  if (failure === 'disputed') return await wait(ctx, pushId)
  const attempt = { attempts: before.attempts + 1, attempted_at: now, failure }
  const delayMs = failure && !FINAL.has(failure) ? retryDelaysMs[before.attempts] : undefined
  if (delayMs !== undefined) {
    const next = new Date(now.getTime() + delayMs)
    const row = await queries.updatePending(tx, pushId, { ...attempt, next_at: next })
    if (row) await begin(tx, row, next)
    return
  }
  const state = failure ? 'failed' : 'delivered'
  const ended = { ...attempt, state, next_at: null, finished_at: now }
  const row = await queries.updatePending(tx, pushId, ended)
  if (!row) return
  await publishEnds(tx, [row], failure ? 'push.failed' : 'push.arrived')
  if (failure) await tellFailure(ctx, row, failure)
}

/** Looks later whether the dispute is over; that is no attempt. */
async function wait({ tx, now }: SystemCtx, pushId: string): Promise<void> {
  const next = new Date(now.getTime() + HOUR_MS)
  const row = await queries.updatePending(tx, pushId, { failure: 'disputed', next_at: next })
  if (row) await begin(tx, row, next)
}

/** Notifies the client's administrators, and disables a destination that is dead or shows another key. */
async function tellFailure(
  ctx: SystemCtx,
  row: queries.PushRow,
  failure: PushFailure,
): Promise<void> {
  const isKnown = failure === 'destination_disabled' || failure === 'destination_removed'
  const as = failure === 'host_key_differs' ? failure : 'dead'
  const disabled =
    row.destination && !isKnown && !OURS.has(failure)
      ? await disableDestination(ctx.tx, row.destination, as)
      : undefined
  if (disabled) {
    await audit(ctx.tx, {
      actor: 'system',
      action: 'push_destination.disable',
      object: `push_destination:${disabled.id}`,
      detail: { organization: row.client, as },
    })
    const pending = { failure: 'destination_disabled', now: ctx.now } as const
    await publishEnds(ctx.tx, await queries.endPending(ctx.tx, disabled.id, pending), 'push.failed')
  }
  await notify(ctx, {
    organizationId: row.client,
    audience: 'administrators',
    type: 'contract',
    title: disabled ? 'A destination for deliveries was disabled' : 'A delivery was not sent',
    message: messageOf(row, failure, disabled !== undefined),
    path: `/contract-details/${row.contract_id}`,
    mail: true,
  })
}

function messageOf(row: queries.PushRow, failure: PushFailure, isDisabled: boolean): string {
  const sent = `The delivery of ${row.contract_id} did not reach ${row.destination_name}, or not all of it, in ${row.attempts === 1 ? 'one attempt' : `${row.attempts} attempts`}.`
  const stopped = isDisabled
    ? ' Nothing more is sent there until an administrator enables it on the page Developers.'
    : ''
  const isWithheld = failure === 'not_fetchable' || failure === 'client_inactive'
  const next = isWithheld
    ? 'Once the delivery can be downloaded again, it can be sent from its contract.'
    : 'The delivery can be downloaded, and sent again from its contract.'
  return `${sent} ${pushFailureTexts[failure]}${stopped} ${next}`
}
