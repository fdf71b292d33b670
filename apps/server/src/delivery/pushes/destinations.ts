/** Destinations of an organization, as its administrators set them up: each is tried before it is kept. */
import { randomUUID } from 'node:crypto'
import {
  type AuditAction,
  maxPushDestinations,
  type PushDestination,
  type PushDestinationForm,
  type PushSecret,
  type PushSettings,
  pushFailureTexts,
  pushSettings,
  type ReplacedSecret,
} from '@semblance/contract'
import { type Caller, requireAdminOrganization } from '../../core/api/service.ts'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { decryptField, encryptField } from '../../platform/security/field-encryption.ts'
import * as queries from './destination-queries.ts'
import { publishEnds } from './ended.ts'
import { endPending, restartPending } from './push-queries.ts'
import { secretPlace } from './secrets.ts'
import { begin } from './service.ts'
import { lookUpHostKey, tryDestination } from './transports/open.ts'
import { PushError } from './transports/transport.ts'

/** Holds the context of procedures that call other servers, outside any transaction. */
type Outside = { platform: Platform; caller: Caller }

/** Lists the destinations of an organization, newest first. */
export async function listDestinations(ctx: Ctx, organization: string, { cursor, limit }: Page) {
  const after = decodeUuidCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    queries.listDestinations(ctx.tx, organization, { after, limit }),
  )
  const position = ({ created_at, id }: queries.DestinationRow) => ({ at: created_at, id })
  return pageOf(rows, limit, position, toDestination)
}

/** Looks up the key that a host shows. Throws destination_refused. */
export async function readHostKey(
  { platform, caller }: Outside,
  at: { host: string; port: number },
): Promise<{ hostKey: string; algorithm: string }> {
  await caller.write(async (ctx) => {
    const organization = requireAdminOrganization(ctx)
    await record(ctx, 'push_destination.read_host_key', { object: `organization:${organization}` })
  })
  return await explained(() => lookUpHostKey(platform.config, at), 'host')
}

/** Tries a destination and keeps it. Throws destination_refused, destinations_full. */
export async function addDestination(
  { platform, caller }: Outside,
  form: PushDestinationForm,
): Promise<PushDestination> {
  const { name, isAutomatic, secret, ...rest } = form
  const settings = pushSettings.parse(rest)
  await caller.read(async (ctx) => requireAdminOrganization(ctx))
  await explained(() => tryDestination(platform.config, settings, secret))
  return await caller.write(async (ctx) => {
    const organization = requireAdminOrganization(ctx)
    return await withSystemRole(ctx.tx, async () => {
      if ((await queries.lockAndCount(ctx.tx, organization)) >= maxPushDestinations)
        throw new AppError('destinations_full')
      const id = randomUUID()
      const row = await queries.insertDestination(ctx.tx, {
        ...{ id, organization, name, kind: settings.kind, settings: JSON.stringify(settings) },
        secret_kind: secret.by,
        secret_sealed: await seal(ctx, { id, organization }, secret),
        is_automatic: isAutomatic,
        created_at: ctx.now,
      })
      await record(ctx, 'push_destination.add', { row, detail: { kind: row.kind, isAutomatic } })
      return toDestination(row)
    })
  })
}

type Change = {
  destinationId: string
  name?: string
  isAutomatic?: boolean
  state?: PushDestination['state']
}

/**
 * Changes a destination; one that is disabled ends what is on its way there, and one that is enabled again is tried
 * first. Throws not_found, destination_refused.
 */
export async function changeDestination(
  { platform, caller }: Outside,
  change: Change,
): Promise<PushDestination> {
  if (change.state === 'enabled') await testDestination({ platform, caller }, change.destinationId)
  return await caller.write((ctx) => applyChange(ctx, change))
}

async function applyChange(ctx: Ctx, change: Change): Promise<PushDestination> {
  const organization = requireAdminOrganization(ctx)
  const { destinationId, name, isAutomatic, state } = change
  return await withSystemRole(ctx.tx, async () => {
    const before = await lock(ctx.tx, organization, destinationId)
    const isMoved = state !== undefined && state !== before.state
    const row = await queries.updateDestination(ctx.tx, destinationId, {
      name: name ?? before.name,
      is_automatic: isAutomatic ?? before.is_automatic,
      ...(isMoved && { state, disabled_as: state === 'disabled' ? 'by_administrator' : null }),
    })
    if (isMoved && state === 'disabled') await stopPushes(ctx, row.id, 'destination_disabled')
    const detail = { state: row.state, isAutomatic: row.is_automatic }
    await record(ctx, 'push_destination.change', { row, detail })
    return toDestination(row)
  })
}

type Replacing = { destinationId: string; secret: ReplacedSecret }

/**
 * Replaces what opens a destination, once it was tried. What is on its way there goes on at once, with all its tries;
 * one that was disabled as dead is enabled. Throws not_found, bad_input, destination_refused.
 */
export async function replaceSecret(
  { platform, caller }: Outside,
  { destinationId, secret: given }: Replacing,
): Promise<PushDestination> {
  const before = await caller.read(async (ctx) => {
    const organization = requireAdminOrganization(ctx)
    return await withSystemRole(ctx.tx, () => find(ctx.tx, organization, destinationId))
  })
  const { settings, secret } = replaced(pushSettings.parse(before.settings), given)
  await explained(() => tryDestination(platform.config, settings, secret))
  return await caller.write(async (ctx) => {
    const organization = requireAdminOrganization(ctx)
    return await withSystemRole(ctx.tx, async () => {
      const { id, disabled_as } = await lock(ctx.tx, organization, destinationId)
      const row = await queries.updateDestination(ctx.tx, id, {
        settings: JSON.stringify(settings),
        secret_kind: secret.by,
        secret_sealed: await seal(ctx, { id, organization }, secret),
        ...(disabled_as === 'dead' && { state: 'enabled', disabled_as: null }),
      })
      await goOn(ctx, row.id)
      await record(ctx, 'push_destination.replace_secret', { row, detail: { by: secret.by } })
      return toDestination(row)
    })
  })
}

/** Throws bad_input for a secret that opens no destination of this kind. */
function replaced(settings: PushSettings, given: ReplacedSecret) {
  if (given.by !== 'secret_key' && settings.kind === 'sftp') return { settings, secret: given }
  if (given.by === 'secret_key' && settings.kind === 's3') {
    const { accessKeyId, ...secret } = given
    return { settings: { ...settings, accessKeyId }, secret }
  }
  throw new AppError('bad_input', {
    field: 'secret',
    message:
      settings.kind === 's3'
        ? 'A bucket takes an access key ID and its secret access key'
        : 'An SFTP server takes a password or a private key',
  })
}

/** Tries a destination as it is kept. Throws not_found, destination_refused. */
export async function testDestination(
  { platform, caller }: Outside,
  destinationId: string,
): Promise<void> {
  const { settings, secret } = await caller.write(async (ctx) => {
    const organization = requireAdminOrganization(ctx)
    return await withSystemRole(ctx.tx, async () => {
      const row = await lock(ctx.tx, organization, destinationId)
      await record(ctx, 'push_destination.test', { row })
      return await openDestination(ctx, row)
    })
  })
  await explained(() => tryDestination(platform.config, settings, secret))
}

/** Removes a destination with its secret; the log of what went there stays. Throws not_found. */
export async function removeDestination(ctx: Ctx, destinationId: string): Promise<void> {
  const organization = requireAdminOrganization(ctx)
  await withSystemRole(ctx.tx, async () => {
    const row = await lock(ctx.tx, organization, destinationId)
    await stopPushes(ctx, row.id, 'destination_removed')
    await queries.deleteDestinations(ctx.tx, { id: row.id })
    await record(ctx, 'push_destination.remove', { row })
  })
}

/** Returns where a destination is and what opens it. Throws if its data key is gone. */
export async function openDestination(
  { tx, platform }: Pick<Ctx, 'tx' | 'platform'>,
  row: queries.DestinationRow,
) {
  const { id, organization, secret_sealed } = row
  const place = secretPlace(id)
  const opened = await decryptField(tx, platform.secrets, organization, place, secret_sealed)
  return { settings: pushSettings.parse(row.settings), secret: JSON.parse(opened) as PushSecret }
}

async function stopPushes(
  { tx, now }: Ctx,
  destination: string,
  failure: 'destination_disabled' | 'destination_removed',
): Promise<void> {
  await publishEnds(tx, await endPending(tx, destination, { failure, now }), 'push.failed')
}

/** Has what is on its way to a destination tried again now, as often as at first. */
async function goOn({ tx, now }: Ctx, destination: string): Promise<void> {
  for (const row of await restartPending(tx, destination, now)) await begin(tx, row)
}

const seal = (
  { tx, platform }: Pick<Ctx, 'tx' | 'platform'>,
  { id, organization }: { id: string; organization: string },
  secret: PushSecret,
) => encryptField(tx, platform.secrets, organization, secretPlace(id), JSON.stringify(secret))

/** Throws destination_refused with what a destination did, and the field that it concerns. */
async function explained<T>(work: () => Promise<T>, field?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PushError)) throw error
    const message = pushFailureTexts[error.failure]
    const at = field ?? fieldOf[error.failure]
    throw new AppError('destination_refused', { message, ...(at && { field: at }) })
  }
}

const fieldOf: Partial<Record<PushError['failure'], string>> = {
  bucket_missing: 'bucket',
  credentials_refused: 'secret',
  folder_missing: 'folder',
  host_key_differs: 'hostKey',
  key_unreadable: 'secret.privateKey',
  not_permitted: 'folder',
  redirect: 'region',
}

async function find(tx: Tx, organization: string, id: string): Promise<queries.DestinationRow> {
  const row = await queries.findDestination(tx, organization, id)
  if (!row) throw new AppError('not_found')
  return row
}

async function lock(tx: Tx, organization: string, id: string): Promise<queries.DestinationRow> {
  const row = await queries.lockDestination(tx, organization, id)
  if (!row) throw new AppError('not_found')
  return row
}

type About = {
  row?: queries.DestinationRow
  object?: string
  detail?: Record<string, string | boolean>
}

async function record(
  ctx: Ctx,
  action: Extract<AuditAction, `push_destination.${string}`>,
  { row, object = `push_destination:${row?.id}`, detail = {} }: About,
): Promise<void> {
  const organization = ctx.actor.organization?.organizationId ?? null
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action,
    object,
    detail: { organization, ...detail },
  })
}

const toDestination = (row: queries.DestinationRow): PushDestination => ({
  id: row.id,
  name: row.name,
  isAutomatic: row.is_automatic,
  settings: pushSettings.parse(row.settings),
  secretKind: row.secret_kind as PushDestination['secretKind'],
  state: row.state as PushDestination['state'],
  disabledAs: row.disabled_as as PushDestination['disabledAs'],
  createdAt: row.created_at,
})
