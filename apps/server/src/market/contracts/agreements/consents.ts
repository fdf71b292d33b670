/** Consents to the text of an agreement: stored with their circumstances, and recorded in the transparency log. */
import { createHash, randomUUID } from 'node:crypto'
import {
  type AgreementConsent,
  type ConsentAct,
  consentStatements,
  type Side,
  sides,
} from '@semblance/contract'
import { findSession } from '../../../core/auth/service.ts'
import { withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { record } from '../../../platform/transparency/record.ts'
import type { ContractRow } from '../queries.ts'
import { type ConsentRow, findConsents, findDrawnText, insertConsent } from './queries.ts'

/** Names the offer whose agreement is consented to. */
export type AgreedOffer = { id: string; dpr_id: string; client: string; vendor: string }

type Act = { revision: number; agreementSha256: string; act: ConsentAct }

/** Consents for the caller's organization, in the transaction of the act. */
export async function consent(ctx: Ctx, offer: AgreedOffer, given: Act): Promise<void> {
  const { tx, actor } = ctx
  const { userId, sessionId, key } = actor
  // A key has no session of a person behind it.
  const session = userId && sessionId && !key ? await findSession(tx, userId, sessionId) : null
  const act = actor.byRules ? (actsByRules[given.act] ?? given.act) : given.act
  await keep(
    ctx,
    offer,
    { ...given, act },
    {
      side: sideIn(offer, actor.organization?.id),
      userId,
      session,
      keyId: key?.id ?? null,
    },
  )
}

const actsByRules: Partial<Record<ConsentAct, ConsentAct>> = {
  propose: 'propose_by_rules',
  approve: 'approve_by_rules',
}

/** Enters what the vendor of a listing has consented to by publishing it, in the transaction in which it is bought. */
export async function consentAsListed(
  ctx: Ctx,
  offer: AgreedOffer,
  { userId, ...given }: Omit<Act, 'act'> & { userId: string | null },
): Promise<void> {
  const by = { side: 'vendor' as const, userId, session: null, keyId: null }
  await keep(ctx, offer, { ...given, act: 'list' }, by)
}

type By = {
  side: Side
  userId: string | null
  session: { id: string; aal: 'aal1' | 'aal2' | null } | null
  keyId: string | null
}

async function keep(ctx: Ctx, offer: AgreedOffer, given: Act, by: By): Promise<void> {
  const { tx, now } = ctx
  const { revision, agreementSha256, act } = given
  const { side, userId, session, keyId } = by
  const id = randomUUID()
  const statement = consentStatements[act]
  const how = { aal: session?.aal ?? null, byKey: keyId !== null }
  await withSystemRole(tx, () =>
    insertConsent(tx, {
      id,
      offer_id: offer.id,
      agreement_sha256: agreementSha256,
      side,
      act,
      statement,
      user_id: userId,
      session_id: session?.id ?? null,
      key_id: keyId,
      aal: how.aal,
      at: now,
    }),
  )
  const { client, vendor } = offer
  record(tx, {
    type: 'agreement.consented',
    audience: 'both',
    deal: offer.id,
    follows: offer.dpr_id,
    client,
    vendor,
    body: {
      consent: id,
      revision,
      agreementSha256,
      side,
      act,
      statement,
      ...how,
      at: now.toISOString(),
      personSha256: personSha256(id, userId, session?.id ?? null),
    },
  })
}

/**
 * Commits to person and session without naming them, so that the entry outlives the account as the other party's
 * proof: only who has the row of the consent can show whose it was.
 */
const personSha256 = (id: string, userId: string | null, sessionId: string | null) =>
  createHash('sha256')
    .update([id, userId ?? '', sessionId ?? ''].join('\n'))
    .digest('hex')

function sideIn({ client, vendor }: AgreedOffer, organization: string | undefined): Side {
  if (organization === client) return 'client'
  if (organization === vendor) return 'vendor'
  throw new AppError('not_permitted')
}

/** Returns the newest consent of each side to a text, as `reader` may see them: names are for a person's own organization. */
export async function listConsents(
  ctx: Ctx,
  offerId: string,
  { agreementSha256, reader }: { agreementSha256: string; reader: Side },
): Promise<AgreementConsent[]> {
  const rows = await withSystemRole(ctx.tx, () => findConsents(ctx.tx, offerId, agreementSha256))
  return sides.flatMap((side) => {
    const row = rows.find((each) => each.side === side)
    return row ? [toConsent(row, reader)] : []
  })
}

const toConsent = (row: ConsentRow, reader: Side): AgreementConsent => ({
  side: row.side as Side,
  act: row.act as ConsentAct,
  statement: row.statement,
  personName: row.side === reader ? row.person : null,
  isByKey: row.key_id !== null,
  hadSecondFactor: row.aal === null ? null : row.aal === 'aal2',
  at: row.at,
})

/** Throws document_changed unless this side has consented to the text. */
export async function requireConsent(
  ctx: Ctx,
  offerId: string,
  { agreementSha256, side }: { agreementSha256: string; side: Side },
): Promise<void> {
  const rows = await withSystemRole(ctx.tx, () => findConsents(ctx.tx, offerId, agreementSha256))
  if (!rows.some((row) => row.side === side)) throw new AppError('document_changed')
}

/**
 * Throws consents_missing unless both parties have consented to the agreement of the contract's present revision. One
 * that was agreed before consents were recorded needs none.
 */
export async function requireConsents(
  ctx: Ctx,
  contract: Pick<ContractRow, 'id' | 'offer_id'>,
): Promise<void> {
  await withSystemRole(ctx.tx, async () => {
    const agreementSha256 = await findDrawnText(ctx.tx, contract.id)
    if (!agreementSha256) return
    const rows = await findConsents(ctx.tx, contract.offer_id, agreementSha256)
    if (!sides.every((side) => rows.some((row) => row.side === side)))
      throw new AppError('consents_missing')
  })
}
