/** Webhook endpoints of an organization, as its administrators set them up and watch them. */
import { randomUUID } from 'node:crypto'
import {
  type AuditAction,
  type ChosenWebhookType,
  maxWebhookEndpoints,
  type NewWebhookSecret,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookFailure,
  type WebhookForm,
  type WebhookType,
} from '@semblance/contract'
import {
  decodeIdCursor,
  decodeUuidCursor,
  type Page,
  pageOf,
} from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { createAddressGuard } from '../../platform/security/address-guard.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { encryptField } from '../../platform/security/field-encryption.ts'
import { queueSending } from './announce.ts'
import {
  type DeliveryRow,
  findEndpointOf,
  insertDelivery,
  listDeliveries as listDeliveryRows,
  restartDelivery,
} from './delivery-queries.ts'
import * as queries from './endpoint-queries.ts'
import { secretPlace } from './secrets.ts'
import { makeWebhookSecret } from './signing.ts'

export { announceEvent } from './announce.ts'

const HOUR_MS = 3_600_000

/** Lists the endpoints of an organization, newest first. */
export async function listEndpoints(ctx: Ctx, organization: string, { cursor, limit }: Page) {
  const after = decodeUuidCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    queries.listEndpoints(ctx.tx, organization, { after, limit }),
  )
  const position = ({ created_at, id }: queries.EndpointRow) => ({ at: created_at, id })
  return pageOf(rows, limit, position, (row) => toEndpoint(row, ctx.now))
}

/** Adds an endpoint with a secret, which only this answer has. Throws endpoint_refused, endpoints_full. */
export async function createEndpoint(
  ctx: Ctx,
  organization: string,
  { url, types }: WebhookForm,
): Promise<NewWebhookSecret> {
  checkAddress(ctx, url)
  return await withSystemRole(ctx.tx, async () => {
    if ((await queries.lockAndCount(ctx.tx, organization)) >= maxWebhookEndpoints)
      throw new AppError('endpoints_full')
    const id = randomUUID()
    const secret = makeWebhookSecret()
    const row = await queries.insertEndpoint(ctx.tx, {
      ...{ id, organization, url, types },
      secret_sealed: await seal(ctx, { id, organization }, secret),
      created_at: ctx.now,
    })
    await record(ctx, 'webhook.create', row, { types: types.join(' ') })
    return { endpoint: toEndpoint(row, ctx.now), secret }
  })
}

/** Throws not_found, endpoint_refused. */
export async function updateEndpoint(
  ctx: Ctx,
  organization: string,
  {
    endpointId,
    url,
    types,
    state,
  }: Partial<WebhookForm> & {
    endpointId: string
    state?: WebhookEndpoint['state']
  },
): Promise<WebhookEndpoint> {
  if (url !== undefined) checkAddress(ctx, url)
  return await withSystemRole(ctx.tx, async () => {
    const before = await lock(ctx.tx, organization, endpointId)
    const isMoved = state !== undefined && state !== before.state
    const row = await queries.updateEndpoint(ctx.tx, endpointId, {
      url: url ?? before.url,
      types: types ?? before.types,
      // Its failures count from now on.
      ...((isMoved || url !== undefined) && { failing_since: null }),
      ...(isMoved && { state, disabled_as: state === 'disabled' ? 'by_administrator' : null }),
    })
    if (isMoved && state === 'enabled') await queueSending(ctx.tx)
    await record(ctx, 'webhook.update', row, {
      state: row.state,
      types: row.types.join(' '),
      isNewAddress: row.url !== before.url,
    })
    return toEndpoint(row, ctx.now)
  })
}

/** Throws not_found. */
export async function removeEndpoint(ctx: Ctx, organization: string, id: string): Promise<void> {
  await withSystemRole(ctx.tx, async () => {
    const row = await lock(ctx.tx, organization, id)
    await queries.deleteEndpoints(ctx.tx, { id })
    await record(ctx, 'webhook.remove', row)
  })
}

/** Replaces the secret; the one before signs too for so many hours. Throws not_found. */
export async function rotateSecret(
  ctx: Ctx,
  organization: string,
  { endpointId: id, overlapHours }: { endpointId: string; overlapHours: number },
): Promise<NewWebhookSecret> {
  return await withSystemRole(ctx.tx, async () => {
    const before = await lock(ctx.tx, organization, id)
    const secret = makeWebhookSecret()
    const until = new Date(ctx.now.getTime() + overlapHours * HOUR_MS)
    const row = await queries.updateEndpoint(ctx.tx, id, {
      secret_sealed: await seal(ctx, before, secret),
      previous_secret_sealed: overlapHours > 0 ? before.secret_sealed : null,
      previous_until: overlapHours > 0 ? until : null,
    })
    await record(ctx, 'webhook.rotate_secret', row, { overlapHours })
    return { endpoint: toEndpoint(row, ctx.now), secret }
  })
}

/** Queues the test event for one endpoint, also if it did not choose that type. Throws not_found, endpoint_disabled. */
export async function testEndpoint(
  ctx: Ctx,
  organization: string,
  id: string,
): Promise<WebhookDelivery> {
  return await withSystemRole(ctx.tx, async () => {
    const endpoint = await lock(ctx.tx, organization, id)
    if (endpoint.state === 'disabled') throw new AppError('endpoint_disabled')
    const type = 'webhook.test'
    const timestamp = ctx.now.toISOString()
    const body = JSON.stringify({ type, timestamp, data: { endpointId: id } })
    const row = await insertDelivery(ctx.tx, { endpoint: id, type, body })
    await queueSending(ctx.tx)
    await record(ctx, 'webhook.test', endpoint)
    return toDelivery(row)
  })
}

/** Lists what was sent to an endpoint, newest first. Throws not_found. */
export async function listDeliveries(
  ctx: Ctx,
  organization: string,
  { endpointId, cursor, limit }: Page & { endpointId: string },
) {
  const after = decodeIdCursor(cursor)
  const rows = await withSystemRole(ctx.tx, async () => {
    if (!(await queries.findEndpoint(ctx.tx, organization, endpointId)))
      throw new AppError('not_found')
    return await listDeliveryRows(ctx.tx, endpointId, { after, limit })
  })
  const items = rows.slice(0, limit).map(toDelivery)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Makes an event due now, with all its tries, under its ID. Throws not_found, endpoint_disabled. */
export async function redeliver(
  ctx: Ctx,
  organization: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  return await withSystemRole(ctx.tx, async () => {
    const id = await findEndpointOf(ctx.tx, deliveryId)
    if (!id) throw new AppError('not_found')
    const endpoint = await lock(ctx.tx, organization, id)
    if (endpoint.state === 'disabled') throw new AppError('endpoint_disabled')
    const row = await restartDelivery(ctx.tx, deliveryId)
    if (!row) throw new AppError('not_found')
    await queueSending(ctx.tx)
    await record(ctx, 'webhook.redeliver', endpoint, { delivery: deliveryId })
    return toDelivery(row)
  })
}

/** Deletes the endpoints of these organizations. Requires the system role. */
export const deleteWebhooks = (tx: Tx, organizations: string[]) =>
  queries.deleteEndpoints(tx, { organizations })

function checkAddress({ platform }: Ctx, url: string): void {
  try {
    createAddressGuard(platform.config.webhookNetworks).check(new URL(url))
  } catch {
    throw new AppError('endpoint_refused', { field: 'url' })
  }
}

async function lock(tx: Tx, organization: string, id: string): Promise<queries.EndpointRow> {
  const row = await queries.lockEndpoint(tx, organization, id)
  if (!row) throw new AppError('not_found')
  return row
}

const seal = (
  { tx, platform }: Ctx,
  { id, organization }: { id: string; organization: string },
  secret: string,
) => encryptField(tx, platform.secrets, organization, secretPlace(id), secret)

async function record(
  ctx: Ctx,
  action: Extract<AuditAction, `webhook.${string}`>,
  { id }: queries.EndpointRow,
  detail: Record<string, string | number | boolean> = {},
): Promise<void> {
  const organization = ctx.actor.organization?.organizationId ?? null
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action,
    object: `webhook:${id}`,
    detail: { organization, ...detail },
  })
}

const toEndpoint = (row: queries.EndpointRow, now: Date): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  types: row.types as ChosenWebhookType[],
  state: row.state as WebhookEndpoint['state'],
  disabledAs: row.disabled_as as WebhookEndpoint['disabledAs'],
  failingSince: row.failing_since,
  overlapsUntil: row.previous_until && row.previous_until > now ? row.previous_until : null,
  createdAt: row.created_at,
})

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type as WebhookType,
  state: row.state as WebhookDelivery['state'],
  createdAt: row.created_at,
  attempts: row.attempts,
  attemptedAt: row.attempted_at,
  nextAt: row.next_at,
  status: row.last_status,
  failure: row.last_failure as WebhookFailure | null,
  answer: row.last_answer,
  ms: row.last_ms,
  body: row.body,
})
