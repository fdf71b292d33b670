/** Checks what a call accepts against what is in force, and stores it. */
import {
  type AcceptedVersions,
  acceptedVersions,
  type LegalAct,
  type LegalDocument,
  legalRequired,
} from '@semblance/contract'
import { findSession } from '../../core/auth/service.ts'
import type { Config } from '../../platform/config.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { documentInForce } from './documents.ts'
import { insertAcceptances, listAccepted, type NewAcceptance } from './queries.ts'

/** Returns the versions that an act accepts, as a caller who has read them names them. */
export function versionsFor(config: Config, act: LegalAct): AcceptedVersions {
  return Object.fromEntries(
    legalRequired[act].map((document) => [document, documentInForce(config, document).version]),
  )
}

/**
 * Stores what the caller accepts with an act, in the transaction of the act. Throws
 * legal_not_accepted or legal_outdated, naming the field, if a document that the act needs is missing or
 * another version of it is in force. An act of the platform itself accepts nothing.
 */
export async function acceptDocuments(
  ctx: Ctx,
  { act, object, accepted }: { act: LegalAct; object?: string; accepted: AcceptedVersions },
): Promise<void> {
  const { tx, actor, now, platform } = ctx
  const versions = checkVersions(platform.config, act, accepted)
  if (!actor.userId) return
  const { userId, sessionId } = actor
  const session = sessionId ? await findSession(tx, userId, sessionId) : null
  await store(tx, {
    user_id: userId,
    organization: actor.organization?.id ?? null,
    act,
    object: object ?? null,
    session_id: session?.id ?? null,
    aal: session?.aal ?? null,
    address: known(session?.ip),
    at: now,
    versions,
  })
}

/**
 * Stores a person's acceptances of a sign-up, which has no session. Without any, they stay due
 * after the first sign-in. Throws as `acceptDocuments`. Call as the system.
 */
export async function acceptAtSignUp(
  tx: Tx,
  config: Config,
  { userId, address, accepted }: { userId: string; address: string | null; accepted: unknown },
): Promise<void> {
  if (accepted === undefined || accepted === null) return
  const given = acceptedVersions.safeParse(accepted)
  if (!given.success)
    throw new AppError('bad_input', {
      field: ['accepted', ...(given.error.issues[0]?.path ?? [])].join('.'),
    })
  await store(tx, {
    user_id: userId,
    organization: null,
    act: 'sign_up',
    object: null,
    session_id: null,
    aal: null,
    address: known(address),
    at: new Date(),
    versions: checkVersions(config, 'sign_up', given.data),
  })
}

/**
 * Lists the documents that every account needs and that the user has not accepted in the version in force;
 * none for staff, who work for the operator.
 */
export async function listDue({ tx, actor, platform }: Ctx): Promise<LegalDocument[]> {
  const { userId } = actor
  if (!userId || actor.isStaff) return []
  const needed = legalRequired.arrival.map((document) => documentInForce(platform.config, document))
  const accepted = await withSystemRole(tx, () => listAccepted(tx, userId, needed))
  return needed.map(({ document }) => document).filter((each) => !accepted.includes(each))
}

type Version = { document: LegalDocument; version: string }

function checkVersions(config: Config, act: LegalAct, accepted: AcceptedVersions): Version[] {
  return legalRequired[act].map((document) => {
    const { version } = documentInForce(config, document)
    const field = `accepted.${document}`
    if (!accepted[document]) throw new AppError('legal_not_accepted', { field })
    if (accepted[document] !== version) throw new AppError('legal_outdated', { field })
    return { document, version }
  })
}

type Act = Omit<NewAcceptance, 'document' | 'version'> & { versions: Version[] }

async function store(tx: Tx, { versions, ...act }: Act): Promise<void> {
  await withSystemRole(tx, () =>
    insertAcceptances(
      tx,
      versions.map((version) => ({ ...act, ...version })),
    ),
  )
  await audit(tx, {
    actor: { userId: act.user_id },
    action: 'legal.accept',
    object: act.object === null ? `user:${act.user_id}` : `${kinds[act.act]}:${act.object}`,
    detail: {
      act: act.act,
      ...Object.fromEntries(versions.map(({ document, version }) => [document, version])),
    },
  })
}

const kinds: Record<LegalAct, string> = {
  sign_up: 'user',
  arrival: 'user',
  offer: 'offer',
  checkout: 'contract',
  listing: 'listing',
}

/** Returns an address as text; a dual-stack socket shows IPv4 callers as ::ffff:192.0.2.1. */
const known = (ip: string | null | undefined) =>
  ip && ip !== 'unknown' ? ip.replace(/^::ffff:(?=\d+\.)/, '') : null
