/** Signing keys: public halves by which an organization signs what it measures itself, kept by its administrators. */
import {
  maxSigningKeys,
  type PublicSigningJwk,
  publicSigningJwk,
  type SigningKey,
  type SigningKeyForm,
} from '@semblance/contract'
import {
  calculateJwkThumbprint,
  compactVerify,
  decodeProtectedHeader,
  errors,
  importJWK,
} from 'jose'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import {
  countLiveLocked,
  findByKid,
  getRow,
  insertRow,
  listRows,
  lockRow,
  type SigningKeyRow,
  setRevoked,
} from './queries.ts'

/** Lists the signing keys of an organization, newest first. */
export async function listSigningKeys(ctx: Ctx, organization: string, { cursor, limit }: Page) {
  const after = decodeUuidCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () => listRows(ctx.tx, organization, { after, limit }))
  return pageOf(rows, limit, ({ created_at, id }) => ({ at: created_at, id }), toSigningKey)
}

/** Registers a public key. Throws bad_input, signing_key_exists, signing_keys_full. */
export async function registerSigningKey(
  ctx: Ctx,
  organization: string,
  { name, jwk }: SigningKeyForm,
): Promise<SigningKey> {
  const kid = await thumbprintOf(jwk)
  return await withSystemRole(ctx.tx, async () => {
    if ((await countLiveLocked(ctx.tx, organization)) >= maxSigningKeys)
      throw new AppError('signing_keys_full')
    const created_by = ctx.actor.userId
    const row = { organization, name, kid, jwk: JSON.stringify(jwk), created_by }
    const id = await insertRow(ctx.tx, row)
    if (!id) throw new AppError('signing_key_exists', { field: 'jwk' })
    await record(ctx, 'signing_key.register', { id, name, kid })
    return toSigningKey(await getRow(ctx.tx, id))
  })
}

/** Revokes a key for good: what it signs from now on is refused. Throws not_found, signing_key_ended. */
export async function revokeSigningKey(
  ctx: Ctx,
  organization: string,
  id: string,
): Promise<SigningKey> {
  return await withSystemRole(ctx.tx, async () => {
    const row = await lockRow(ctx.tx, organization, id)
    if (!row) throw new AppError('not_found')
    if (row.revoked_at) throw new AppError('signing_key_ended')
    await setRevoked(ctx.tx, id, ctx.now)
    await record(ctx, 'signing_key.revoke', row)
    return toSigningKey(await getRow(ctx.tx, id))
  })
}

/** Throws bad_input for numbers that are no point of the curve. */
async function thumbprintOf(jwk: PublicSigningJwk): Promise<string> {
  try {
    await importJWK(jwk, 'ES256')
    return await calculateJwkThumbprint(jwk)
  } catch {
    throw new AppError('bad_input', {
      field: 'jwk',
      message: 'This is no public key of the curve P-256. Paste it as semblance keygen prints it.',
    })
  }
}

async function record(
  ctx: Ctx,
  action: 'signing_key.register' | 'signing_key.revoke',
  { id, name, kid }: { id: string; name: string; kid: string },
): Promise<void> {
  await audit(ctx.tx, {
    actor: actorOf(ctx.actor),
    action,
    object: `signing_key:${id}`,
    detail: { name, kid },
  })
}

const toSigningKey = (row: SigningKeyRow): SigningKey => ({
  id: row.id,
  name: row.name,
  kid: row.kid,
  jwk: publicSigningJwk.parse(row.jwk),
  state: row.revoked_at ? 'revoked' : 'live',
  createdAt: row.created_at,
  createdBy: row.created_by_name,
  revokedAt: row.revoked_at,
})

/** Holds what a registered key has signed, and the key. */
type Signed = { payload: unknown; key: { id: string; kid: string; jwk: PublicSigningJwk } }

/**
 * Returns what an organization has signed, once its signature holds under a key of its own that is not revoked; null if it is no
 * such text. Throws signing_key_revoked. Requires the system role; the key is not revoked before the transaction ends.
 */
export async function readSigned(
  tx: Tx,
  organization: string,
  { jws, type }: { jws: string; type: string },
): Promise<Signed | null> {
  const kid = kidOf(jws, type)
  const row = kid === null ? undefined : await findByKid(tx, organization, kid)
  if (!row) return null
  const jwk = publicSigningJwk.parse(row.jwk)
  try {
    const key = await importJWK(jwk, 'ES256')
    const { payload } = await compactVerify(jws, key, { algorithms: ['ES256'] })
    if (row.revoked_at) throw new AppError('signing_key_revoked')
    return { payload: JSON.parse(new TextDecoder().decode(payload)), key: { ...row, jwk } }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError) return null
    throw error
  }
}

function kidOf(jws: string, type: string): string | null {
  try {
    const { alg, typ, kid } = decodeProtectedHeader(jws)
    return alg === 'ES256' && typ === type && typeof kid === 'string' ? kid : null
  } catch {
    return null
  }
}

/** Returns a registered key by its ID, revoked or not. Requires the system role. */
export async function getSigningKey(tx: Tx, id: string): Promise<SigningKey> {
  return toSigningKey(await getRow(tx, id))
}
