/** Connections of an organization, as its administrators set them up: each is tried before it is kept. */
import { randomUUID } from 'node:crypto'
import {
  type AuditAction,
  type Connection,
  type ConnectionForm,
  type ConnectionKind,
  type ConnectionSecret,
  connectionSettings,
  maxConnections,
  secretsOfKind,
} from '@semblance/contract'
import {
  type Caller,
  requireAdminOrganization,
  requireMemberOrganization,
  viewerOrganization,
} from '../../core/api/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { encryptField } from '../../platform/security/field-encryption.ts'
import { ConnectionError } from './connecting.ts'
import * as queries from './connection-queries.ts'
import { type Look, LookRefusedError, lookAt, type Opening } from './looking.ts'
import { openSecret } from './open-secret.ts'
import { secretPlace } from './secrets.ts'
import { TurnRefusedError } from './turns.ts'

/** Holds the context of procedures that call other servers, outside any transaction. */
type Outside = { platform: Platform; caller: Caller }

/** Lists the connections of the vendor, newest first. */
export async function listConnections(ctx: Ctx, { cursor, limit }: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeUuidCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    queries.listConnections(ctx.tx, vendor, { after, limit }),
  )
  const position = ({ created_at, id }: queries.ConnectionRow) => ({ at: created_at, id })
  return pageOf(rows, limit, position, toConnection)
}

/** Requires an administrator of an organization that sells. Returns it. */
function requireVendorAdmin(ctx: Ctx): string {
  requireMemberOrganization(ctx, 'vendor')
  return requireAdminOrganization(ctx)
}

/** Tries a connection and keeps it. Throws connection_refused, connections_full. */
export async function addConnection(
  { platform, caller }: Outside,
  { name, settings, secret }: ConnectionForm,
): Promise<Connection> {
  const vendor = await caller.read(async (ctx) => requireVendorAdmin(ctx))
  const { canWrite } = await tried(platform, vendor, { settings, secret })
  return await caller.write(async (ctx) => {
    const organization = requireVendorAdmin(ctx)
    return await withSystemRole(ctx.tx, async () => {
      if ((await queries.lockAndCount(ctx.tx, organization)) >= maxConnections)
        throw new AppError('connections_full')
      const id = randomUUID()
      const row = await queries.insertConnection(ctx.tx, {
        ...{ id, organization, name, kind: settings.kind, settings: JSON.stringify(settings) },
        secret_sealed: await seal(ctx, { id, organization }, secret),
        can_write: canWrite,
        tried_at: ctx.now,
        created_at: ctx.now,
      })
      await record(ctx, 'connection.add', row)
      return toConnection(row)
    })
  })
}

const seal = (
  { tx, platform }: Ctx,
  { id, organization }: { id: string; organization: string },
  secret: ConnectionSecret,
) => encryptField(tx, platform.secrets, organization, secretPlace(id), JSON.stringify(secret))

/** Tries a connection as it is kept. Throws not_found, connection_refused. */
export async function testConnection(
  { platform, caller }: Outside,
  connectionId: string,
): Promise<Connection> {
  const { vendor, opening } = await caller.write(async (ctx) => {
    const organization = requireVendorAdmin(ctx)
    return await withSystemRole(ctx.tx, async () => {
      const row = await lock(ctx.tx, organization, connectionId)
      await record(ctx, 'connection.test', row)
      return { vendor: organization, opening: await opened(ctx, row) }
    })
  })
  const { canWrite } = await tried(platform, vendor, opening)
  return await caller.write(async (ctx) => {
    const organization = requireMemberOrganization(ctx, 'vendor')
    return await withSystemRole(ctx.tx, async () => {
      await lock(ctx.tx, organization, connectionId)
      return await update(ctx, connectionId, { can_write: canWrite, tried_at: ctx.now })
    })
  })
}

/** Replaces what opens a connection, once it was tried. Throws not_found, bad_input, connection_refused. */
export async function replaceSecret(
  { platform, caller }: Outside,
  { connectionId, secret }: { connectionId: string; secret: ConnectionSecret },
): Promise<Connection> {
  const { vendor, settings } = await caller.read(async (ctx) => {
    const organization = requireVendorAdmin(ctx)
    const row = await withSystemRole(ctx.tx, () => find(ctx.tx, organization, connectionId))
    return { vendor: organization, settings: connectionSettings.parse(row.settings) }
  })
  if (!secretsOfKind[settings.kind].includes(secret.by))
    throw new AppError('bad_input', {
      field: 'secret.by',
      message: 'This does not open a connection of that kind.',
    })
  const { canWrite } = await tried(platform, vendor, { settings, secret })
  return await caller.write(async (ctx) => {
    const organization = requireVendorAdmin(ctx)
    return await withSystemRole(ctx.tx, async () => {
      const row = await lock(ctx.tx, organization, connectionId)
      await record(ctx, 'connection.replace_secret', row)
      return await update(ctx, row.id, {
        secret_sealed: await seal(ctx, row, secret),
        secret_replaced_at: ctx.now,
        can_write: canWrite,
        tried_at: ctx.now,
      })
    })
  })
}

/** Removes a connection with its secret. Throws not_found, and connection_in_use while a delivery reads through it. */
export async function removeConnection(ctx: Ctx, connectionId: string): Promise<void> {
  const organization = requireVendorAdmin(ctx)
  await withSystemRole(ctx.tx, async () => {
    const row = await lock(ctx.tx, organization, connectionId)
    if (await queries.isInUse(ctx.tx, row.id)) throw new AppError('connection_in_use')
    await queries.deleteConnections(ctx.tx, { id: row.id })
    await record(ctx, 'connection.remove', row)
  })
}

/** Lists what a connection may read now. Throws not_found, connection_refused. */
export async function listObjects({ platform, caller }: Outside, connectionId: string) {
  const { vendor, opening } = await caller.read(async (ctx) => {
    const organization = requireMemberOrganization(ctx, 'vendor')
    return await withSystemRole(ctx.tx, async () => ({
      vendor: organization,
      opening: await opened(ctx, await find(ctx.tx, organization, connectionId)),
    }))
  })
  const { objects, isComplete } = await tried(platform, vendor, opening)
  return { objects, isComplete }
}

async function opened({ tx, platform }: Ctx, row: queries.ConnectionRow): Promise<Opening> {
  const settings = connectionSettings.parse(row.settings)
  return { settings, secret: await openSecret(tx, platform.secrets, row) }
}

/** Throws connection_refused with what was found, and the field that it concerns. */
async function tried(platform: Platform, vendor: string, opening: Opening): Promise<Look> {
  try {
    return await lookAt(platform, vendor, opening)
  } catch (error) {
    if (error instanceof TurnRefusedError)
      throw new AppError('too_many_requests', { message: error.message })
    if (error instanceof LookRefusedError)
      throw new AppError('connection_refused', { message: error.message })
    if (!(error instanceof ConnectionError)) throw error
    const field = fieldOf[error.failure]?.[opening.settings.kind]
    throw new AppError('connection_refused', {
      message: error.message,
      ...(field && { field: `settings.${field}` }),
    })
  }
}

const atHost = { postgres: 'host', trino: 'host', s3: 'endpoint' }
const fieldOf: Partial<Record<ConnectionError['failure'], Record<ConnectionKind, string>>> = {
  address_refused: atHost,
  name_unresolved: atHost,
  unreachable: atHost,
  insecure: atHost,
  bucket_missing: { ...atHost, s3: 'bucket' },
  credentials_refused: { ...atHost, s3: 'accessKeyId' },
  not_permitted: { ...atHost, s3: 'accessKeyId' },
  redirect: { ...atHost, s3: 'region' },
}

async function find(tx: Tx, organization: string, id: string): Promise<queries.ConnectionRow> {
  const row = await queries.findConnection(tx, organization, id)
  if (!row) throw new AppError('not_found')
  return row
}

async function lock(tx: Tx, organization: string, id: string): Promise<queries.ConnectionRow> {
  const row = await queries.lockConnection(tx, organization, id)
  if (!row) throw new AppError('not_found')
  return row
}

async function update(
  { tx }: Ctx,
  id: string,
  change: Parameters<typeof queries.updateConnection>[2],
): Promise<Connection> {
  const row = await queries.updateConnection(tx, id, change)
  if (!row) throw new AppError('not_found')
  return toConnection(row)
}

/** Records who did what with which connection, but not where it leads. */
async function record(
  ctx: Ctx,
  action: Extract<AuditAction, `connection.${string}`>,
  { id, organization, kind }: Pick<queries.ConnectionRow, 'id' | 'organization' | 'kind'>,
): Promise<void> {
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action,
    object: `connection:${id}`,
    detail: { organization: ctx.actor.organization?.organizationId ?? organization, kind },
  })
}

const toConnection = (row: queries.ConnectionRow): Connection => ({
  id: row.id,
  name: row.name,
  settings: connectionSettings.parse(row.settings),
  canWrite: row.can_write,
  triedAt: row.tried_at,
  secretReplacedAt: row.secret_replaced_at,
  createdAt: row.created_at,
})
