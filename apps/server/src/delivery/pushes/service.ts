/** Pushes of deliveries: which begin by themselves, and those that a member asks for. */
import { type Push, pushSettings } from '@semblance/contract'
import { requireMemberOrganization, viewerOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { getContractForParty } from '../../market/contracts/service.ts'
import { decodeIdCursor, type Page } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import {
  type DestinationRow,
  deleteDestinations,
  listAutomatic,
  lockDestination,
} from './destination-queries.ts'
import * as queries from './push-queries.ts'
import { isFetchable } from './standing.ts'

/** Lists the pushes of a contract for its client, newest first. Throws not_found. */
export async function listPushes(
  ctx: Ctx,
  { contractId, cursor, limit }: Page & { contractId: string },
) {
  const contract = await getOwn(ctx, contractId, viewerOrganization(ctx, 'client'))
  const after = decodeIdCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    queries.listPushes(ctx.tx, contract.id, { after, limit }),
  )
  const items = rows.slice(0, limit).map(toPush)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/**
 * Sends the newest delivery of a contract to a destination, from the beginning. Throws not_found,
 * not_awaiting_review, destination_disabled, push_under_way.
 */
export async function sendPush(
  ctx: Ctx,
  { contractId, destinationId }: { contractId: string; destinationId: string },
): Promise<Push> {
  const { tx, actor } = ctx
  const client = requireMemberOrganization(ctx, 'client')
  const contract = await getOwn(ctx, contractId, client)
  return await withSystemRole(tx, async () => {
    const destination = await lockDestination(tx, client, destinationId)
    const delivery = await queries.findNewestReady(tx, contract.id)
    if (!destination || !delivery) throw new AppError('not_found')
    if (!isFetchable(contract.status, delivery.superseded_at))
      throw new AppError('not_awaiting_review')
    if (destination.state === 'disabled') throw new AppError('destination_disabled')
    const before = await queries.lockPushTo(tx, delivery.id, destination.id)
    if (before?.state === 'pending') throw new AppError('push_under_way')
    const about = { contractId: contract.id, client, deliveryId: delivery.id }
    const from = { destination, requestedBy: actor.userId }
    const row = before
      ? await restart(ctx, about, { ...from, id: before.id })
      : await add(ctx, about, from)
    if (!row) throw new AppError('push_under_way')
    await begin(tx, row)
    await audit(tx, {
      actor: actorOf(actor),
      action: 'push.send',
      object: `push:${row.id}`,
      detail: { contract: contract.id, destination: destination.id },
    })
    return toPush(row)
  })
}

/** Sends a delivery where the method agreed is SFTP, as soon as it is ready. Requires the system role. */
export async function pushReady(
  ctx: SystemCtx,
  { contractId, deliveryId }: { contractId: string; deliveryId: string },
): Promise<void> {
  const { tx } = ctx
  const contract = await queries.getAgreedMethod(tx, contractId)
  if (contract.delivery_method !== 'sftp') return
  const { client } = contract
  const destinations = await listAutomatic(tx, client, 'sftp')
  for (const destination of destinations)
    await start(ctx, { contractId, client, deliveryId }, destination)
  if (destinations.length > 0) return
  await notify(ctx, {
    organizationId: client,
    audience: 'administrators',
    type: 'contract',
    title: 'An SFTP transfer waits for a destination',
    message: `The delivery for ${contract.title} was agreed by SFTP, and no SFTP destination took it by itself. Set one up on the page Developers if there is none, then send the delivery there from the contract. Until then it can be downloaded.`,
    path: '/developers?tab=destinations',
    mail: true,
  })
}

/** Sends an accepted delivery to all automatic destinations that it has not reached. */
export async function pushAccepted(
  ctx: SystemCtx,
  { contractId }: { contractId: string },
): Promise<void> {
  await withSystemRole(ctx.tx, async () => {
    const { client } = await queries.getAgreedMethod(ctx.tx, contractId)
    const delivery = await queries.findNewestReady(ctx.tx, contractId)
    if (!delivery) return
    for (const destination of await listAutomatic(ctx.tx, client))
      await start(ctx, { contractId, client, deliveryId: delivery.id }, destination)
  })
}

/** Deletes the destinations of these organizations. Requires the system role. */
export const deletePushDestinations = (tx: Tx, organizations: string[]) =>
  deleteDestinations(tx, { organizations })

type About = { contractId: string; client: string; deliveryId: string }

async function start(ctx: SystemCtx, about: About, destination: DestinationRow): Promise<void> {
  const { tx, now } = ctx
  const before = await queries.lockPushTo(tx, about.deliveryId, destination.id)
  if (before?.state === 'delivered') return
  const from = { destination, requestedBy: null }
  if (!before) await beginIfAny(tx, await add(ctx, about, from))
  else if (before.state === 'failed')
    await begin(tx, await restart(ctx, about, { ...from, id: before.id }))
  else if (before.failure === 'disputed')
    await beginIfAny(tx, await queries.updatePending(tx, before.id, { next_at: now }))
}

async function beginIfAny(tx: Tx, row: queries.PushRow | undefined): Promise<void> {
  if (row) await begin(tx, row)
}

type From = { destination: DestinationRow; requestedBy: string | null }

/** Sends again from the beginning what was sent before, or has failed. */
async function restart(
  { tx, now }: Pick<SystemCtx, 'tx' | 'now'>,
  about: About,
  { id, destination, requestedBy }: From & { id: string },
): Promise<queries.PushRow> {
  return await queries.updatePush(tx, id, {
    ...(await placeOf(tx, about, destination)),
    ...{ state: 'pending', attempts: 0, sent: [], sent_bytes: 0n, all_files: null },
    ...{ failure: null, finished_at: null, next_at: now, requested_by: requestedBy },
  })
}

async function add({ tx, now }: SystemCtx, about: About, { destination, requestedBy }: From) {
  return await queries.insertPush(tx, {
    contract_id: about.contractId,
    delivery_id: about.deliveryId,
    client: about.client,
    destination: destination.id,
    kind: destination.kind,
    ...(await placeOf(tx, about, destination)),
    requested_by: requestedBy,
    next_at: now,
    created_at: now,
  })
}

async function placeOf(tx: Tx, { contractId, deliveryId }: About, destination: DestinationRow) {
  const number = await queries.numberOf(tx, contractId, deliveryId)
  const folder = folderOf(contractId, number).join('/')
  return { destination_name: destination.name, target: `${addressOf(destination)}/${folder}` }
}

/** Names the folder of a delivery, which no other one of the client shares. */
export const folderOf = (contractId: string, number: number): string[] => [
  contractId,
  `delivery-${number}`,
]

function addressOf({ settings }: DestinationRow): string {
  const at = pushSettings.parse(settings)
  const folder = at.folder.split('/').filter((part) => part !== '')
  if (at.kind === 's3') return [`s3://${at.bucket}`, ...folder].join('/')
  const host = at.host.includes(':') ? `[${at.host}]` : at.host
  const home = at.folder.startsWith('/') ? [] : ['~']
  return [`sftp://${host}:${at.port}`, ...home, ...folder].join('/')
}

/**
 * Returns the queue of a push. Those of one destination run in turn, and two of one client at a time, so that
 * none keeps all places.
 */
export const queueOf = ({ client, destination }: Pick<queries.PushRow, 'client' | 'destination'>) =>
  `push:${client}:${Number.parseInt(destination?.at(-1) ?? '0', 16) % 2}`

/** Queues a push. */
export async function begin(tx: Tx, row: queries.PushRow, runAt?: Date): Promise<void> {
  const { id, contract_id, client } = row
  const queueName = queueOf(row)
  await enqueue(
    tx,
    'delivery.push',
    { pushId: id },
    { queueName, jobKey: `push:${id}`, ...(runAt && { runAt }) },
  )
  await publish(tx, { organization: client }, { topic: 'push.changed', id: contract_id })
}

async function getOwn(ctx: Ctx, contractId: string, client: string) {
  const contract = await getContractForParty(ctx, contractId)
  if (contract.client !== client) throw new AppError('not_found')
  return contract
}

const toPush = (row: queries.PushRow): Push => ({
  id: row.id,
  deliveryId: row.delivery_id,
  destinationId: row.destination,
  destinationName: row.destination_name,
  kind: row.kind as Push['kind'],
  target: row.target,
  state: row.state as Push['state'],
  attempts: row.attempts,
  sentFiles: row.sent.length,
  allFiles: row.all_files,
  sentBytes: Number(row.sent_bytes),
  failure: row.failure as Push['failure'],
  createdAt: row.created_at,
  attemptedAt: row.attempted_at,
  nextAt: row.next_at,
  finishedAt: row.finished_at,
})
