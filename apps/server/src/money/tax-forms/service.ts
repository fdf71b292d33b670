/** Tax forms: uploaded by finance, looked at by staff. Nothing in a form is read, and nothing waits for it. */
import {
  type Attachment,
  isTaxFormExpired,
  lastDayOf,
  type TaxForm,
  type TaxFormForStaff,
  type TaxFormKind,
  type TaxFormOverview,
  taxFormKinds,
  taxFormStatusOf,
} from '@semblance/contract'
import { requireActingOrganization, withCallerTransaction } from '../../core/api/service.ts'
import { recordFor } from '../../core/audit/service.ts'
import type { Session } from '../../core/auth/service.ts'
import {
  endUse,
  type GivenDocument,
  linkDocument,
  receiveDocument,
  toDocument,
} from '../../core/documents/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { decodeIdCursor } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import * as queries from './queries.ts'

export { remindOfEnds } from './reminders.ts'

const PAGE = '/bank-tax-info'
const DAY_MS = 86_400_000
/** Limits what an organization uploads, however often it replaces it. */
const MAX_A_DAY = 20

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Returns the organization's forms that are not replaced, and how they stand together. */
export async function readTaxForms(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  organization: string,
): Promise<TaxFormOverview> {
  const rows = await withSystemRole(tx, () => queries.listCurrent(tx, organization))
  const forms = rows.map(toForm)
  return { status: taxFormStatusOf(forms, dayOf(now)), forms }
}

export type GivenForm = GivenDocument & { kind: TaxFormKind; signedOn: string }

/** Receives a form for the caller's organization; it takes the place of one that waits or was refused. */
export async function receiveTaxForm(
  platform: Platform,
  session: Session,
  { kind, signedOn, ...given }: GivenForm,
): Promise<Attachment> {
  const check = async (ctx: Ctx): Promise<string> => {
    const organization = requireActingOrganization(ctx)
    requireDay(kind, signedOn, ctx.now)
    await withSystemRole(ctx.tx, () => requireRoom(ctx.tx, organization, ctx.now))
    return organization
  }
  const asFinance = <T>(work: (ctx: Ctx) => Promise<T>) =>
    withCallerTransaction(platform, session, work, ['finance'])
  return await receiveDocument(platform, given, {
    admit: () => asFinance(check),
    record: (keep, documentId) =>
      asFinance(async (ctx) => {
        const { tx, now, actor } = ctx
        const organization = await check(ctx)
        const isActive = await withSystemRole(tx, () => queries.holdActive(tx, organization))
        if (!isActive) throw new AppError('not_permitted')
        await keep(tx, { owner: { organization }, userId: actor.userId, now })
        await withSystemRole(tx, async () => {
          await replace(tx, organization, { states: ['waiting', 'refused'], except: null, now })
          await queries.insertForm(tx, {
            organization,
            document_id: documentId,
            kind,
            signed_on: signedOn,
            last_day: lastDayOf(kind, signedOn),
          })
        })
        if (!actor.userId) throw new AppError('sign_in_required')
        await recordFor(
          tx,
          { userId: actor.userId, organization },
          {
            action: 'tax_form.upload',
            object: `organization:${organization}`,
            detail: { kind: taxFormKinds[kind], organization },
          },
        )
      }),
  })
}

async function requireRoom(tx: Tx, organization: string, now: Date): Promise<void> {
  await queries.lockForms(tx, organization)
  const yesterday = new Date(now.getTime() - DAY_MS)
  if ((await queries.countSince(tx, organization, yesterday)) >= MAX_A_DAY)
    throw new AppError('too_many_requests')
}

/** Throws bad_input for a day that is nowhere reached yet, and for a form that has ended. */
function requireDay(kind: TaxFormKind, signedOn: string, now: Date): void {
  const refuse = (message: string) => new AppError('bad_input', { field: 'signedOn', message })
  if (signedOn > dayOf(new Date(now.getTime() + DAY_MS)))
    throw refuse('Enter the day on which the form was signed; it cannot be in the future.')
  const lastDay = lastDayOf(kind, signedOn)
  if (isTaxFormExpired({ lastDay }, dayOf(now)))
    throw refuse(`A W-8BEN-E that was signed then ended on ${lastDay}. Upload a newer one.`)
  if (signedOn < '1990-01-01') throw refuse('Enter the day on which the form was signed.')
}

type Replaced = Parameters<typeof queries.replaceForms>[2]

async function replace(tx: Tx, organization: string, which: Replaced): Promise<void> {
  for (const documentId of await queries.replaceForms(tx, organization, which))
    await endUse(tx, documentId, which.now)
}

/** Returns a link to one of the organization's own forms, and records it. */
export async function openOwn(ctx: Ctx, organization: string, id: string) {
  const { tx, actor } = ctx
  const row = await withSystemRole(tx, () => queries.findCurrent(tx, id))
  if (row?.organization !== organization) throw new AppError('not_found')
  return await recordOpening(ctx, row, actorOf(actor))
}

/** Returns a link to any form, and records which member of staff has it. */
export async function openForStaff(ctx: Ctx, id: string, staffId: string) {
  const row = await withSystemRole(ctx.tx, () => queries.findCurrent(ctx.tx, id))
  if (!row) throw new AppError('not_found')
  return await recordOpening(ctx, row, { userId: staffId })
}

async function recordOpening(
  ctx: Ctx,
  { organization, document_id, kind }: queries.TaxFormRow,
  actor: Parameters<typeof audit>[1]['actor'],
): Promise<{ url: string }> {
  await audit(ctx.tx, {
    actor,
    action: 'tax_form.open',
    object: `organization:${organization}`,
    detail: { kind: taxFormKinds[kind], document: document_id, organization },
  })
  return await linkDocument(ctx, document_id)
}

export async function listForStaff(
  { tx }: Ctx,
  { cursor, limit }: { cursor?: string; limit: number },
) {
  const page = { after: decodeIdCursor(cursor), limit }
  const rows = await withSystemRole(tx, () => queries.listWaiting(tx, page))
  const items = rows.slice(0, limit).map(toFormForStaff)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

type Review = { taxFormId: string; reason: string | null }

/** Accepts or refuses a form that waits, once; an accepted one takes the place of the one before. */
export async function reviewForm(
  ctx: Ctx,
  { taxFormId: id, reason }: Review,
  staffId: string,
): Promise<TaxFormForStaff> {
  const { tx, now } = ctx
  const state = reason === null ? 'accepted' : 'refused'
  const row = await withSystemRole(tx, async () => {
    const found = await queries.findCurrent(tx, id)
    if (!found) throw new AppError('not_found')
    await queries.lockForms(tx, found.organization)
    if (state === 'accepted')
      await replace(tx, found.organization, { states: ['accepted'], except: id, now })
    const decision = { state, reason, decided_by: staffId, decided_at: now } as const
    if (!(await queries.decideForm(tx, id, decision))) throw new AppError('tax_form_decided')
    return found
  })
  const kind = taxFormKinds[row.kind]
  await audit(tx, {
    actor: { userId: staffId },
    action: state === 'accepted' ? 'tax_form.accept' : 'tax_form.refuse',
    object: `organization:${row.organization}`,
    detail: { kind, document: row.document_id, organization: row.organization },
  })
  await notify(ctx, {
    organizationId: row.organization,
    audience: 'finance',
    type: 'payment',
    title: state === 'accepted' ? `Your ${kind} was accepted` : `Your ${kind} was not accepted`,
    message:
      reason === null
        ? 'Our staff have looked at it. It is kept with your organization.'
        : `Reason: ${reason} Upload another one on the page of your bank details.`,
    path: PAGE,
    mail: true,
  })
  return toFormForStaff({ ...row, state, reason, decided_at: now })
}

const toForm = (row: queries.TaxFormRow): TaxForm => ({
  id: row.id,
  kind: row.kind,
  signedOn: row.signed_on,
  lastDay: row.last_day,
  state: row.state,
  reason: row.reason,
  decidedAt: row.decided_at,
  document: toDocument({ ...row, id: row.document_id }),
})

const toFormForStaff = (row: queries.TaxFormRow): TaxFormForStaff => ({
  ...toForm(row),
  organization: row.organization,
  organizationName: row.name,
  country: row.country,
})
