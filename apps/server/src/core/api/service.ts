/**
 * Runs the procedures of the platform's own API: one transaction as the caller, guards, one error
 * translator.
 */

import { implement, ORPCError, ValidationError } from '@orpc/server'
import {
  contract,
  deprecationHeaders,
  deprecations,
  type ErrorCode,
  type KeyAccess,
  keyAccessOf,
  needsOf,
  type Side,
} from '@semblance/contract'
import type { Context } from 'hono'
import type { Tx } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError, fromDatabaseError } from '../../platform/http/errors.ts'
import { answerForFault } from '../../platform/http/fault-answers.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import type { Log } from '../../platform/process/log.ts'
import { unexpectedErrors } from '../../platform/process/metrics.ts'
import { auditedRows } from '../../platform/security/audit.ts'
import { attachment } from '../../platform/storage/file-names.ts'
import type { Auth } from '../auth/service.ts'
import { type Caller, type CallerAuth, credentialOf, openCaller } from './caller.ts'

export {
  actByRulesOf,
  type Caller,
  type CallerAuth,
  credentialOf,
  openCaller,
  readBearer,
  requirePermission,
  withCallerTransaction,
} from './caller.ts'

import { findAnswer } from './idempotency.ts'
import { checkKeyLimit, checkPaymentRule, requireListedProof } from './proofs.ts'
import { checkTexts } from './text-checks.ts'
import { isOpenToVisitors } from './visitors.ts'

export { requireProofForPayment, requireWithinKeyLimit } from './proofs.ts'
export { isOpenToVisitors } from './visitors.ts'

/** Describes what the HTTP layer knows before a procedure runs. */
export type Request = {
  platform: Platform
  auth: Auth
  /** Holds the caller's address as seen behind trusted proxies. */
  address: string
  log: Log
  caller: Caller
  /** Holds the Idempotency-Key of the request, if it has one. */
  idempotencyKey?: string
  /** Called if the answer is that of an earlier request. */
  onReplay?: () => void
  /** Receives headers of the answer. */
  setHeader?: (name: string, value: string) => void
  /** Receives the seconds after which a refused call may be repeated. */
  setRetryAfter?: (seconds: number) => void
}

const base = implement(contract)
  .$context<Request>()
  .use(async ({ context, path, procedure, next }, input) => {
    const { method } = procedure['~orpc'].route
    const deprecation = deprecations[path.join('.')]
    for (const [name, value] of deprecation ? deprecationHeaders(deprecation) : [])
      context.setHeader?.(name, value)
    // Before the input is looked at: who must sign in learns nothing else first.
    if (!isOpenToVisitors(path.join('.'), method) && (await context.caller.isVisitor()))
      throw new AppError('sign_in_required')
    checkTexts(input)
    const access = accessOf(path, method)
    const needs = needsOf(path.join('.'), method)
    if (!needs) throw new AppError('not_permitted')
    const caller = context.caller.needing(access, needs)
    await requireListedProof({ ...context, caller }, path.join('.'))
    return await next({ context: { caller, access } })
  })

/** Leaves to people alone the procedures that neither rule nor table covers. */
const accessOf = (path: readonly string[], method: string | undefined): KeyAccess =>
  keyAccessOf(path.join('.'), method) ?? 'never'

/** Builds procedures that call another server, so that no transaction waits for the network. */
export const apiOutsideTransactions = base

/** Transactions of callers who have passed for staff or for an administrator. */
const privilegedTransactions = new WeakSet<Tx>()

/**
 * Builds procedures that run in one transaction under the caller's role and claims; in those of
 * method GET the database refuses every change. Rolls back a change made as staff or as an
 * administrator if it left no row in the audit log, and a payment for which no proof was considered.
 */
export const api = base.use(async ({ context, path, procedure, next }, input, output) => {
  if (procedure['~orpc'].route.method === 'GET')
    return await context.caller.read(async (ctx) => await next({ context: { ctx } }))
  const operation = path.join('.')
  return await context.caller.write(async (ctx) => {
    const earlier = await findAnswer(ctx, context.idempotencyKey, { operation, input })
    if (earlier?.answer) {
      context.onReplay?.()
      return output(earlier.answer.output as never) as never
    }
    const result = await next({ context: { ctx } })
    const run = { procedure: operation, input, output: result.output }
    await ctx.platform.hooks.onProcedureRun(ctx, run)
    if (privilegedTransactions.has(ctx.tx) && auditedRows(ctx.tx).length === 0)
      throw new Error(`${operation} leaves nothing in the audit log`)
    checkPaymentRule(ctx.tx, operation)
    checkKeyLimit(ctx, operation, context.access)
    await earlier?.store(result.output)
    return result
  })
})

/** Builds procedures that only read, and record that the caller has looked. */
export const recordingApi = base.use(
  async ({ context, next }) =>
    await context.caller.write(async (ctx) => await next({ context: { ctx } })),
)

/**
 * Returns the organization the caller reads for on one side of the market: its own, or the sample
 * for a visitor.
 */
export function viewerOrganization({ actor }: Ctx, side: Side): string {
  const org = actor.readsAs[side]
  if (org) return org
  throw refusal(actor)
}

/** Returns the caller's own organization, or a sample's for a visitor. */
export function organizationToRead({ actor }: Ctx): string {
  const org = actor.organization?.id ?? actor.readsAs.client ?? actor.readsAs.vendor
  if (org) return org
  throw refusal(actor)
}

/**
 * Returns the organization the caller acts for on one side of the market. Throws for visitors and
 * all others without one.
 */
export function requireMemberOrganization({ actor }: Ctx, side: Side): string {
  const org = actor.organization
  if (org && (side === 'client' ? org.isClient : org.isVendor)) return org.id
  throw refusal(actor)
}

/**
 * Returns the organization the caller acts for, on either side. Throws for visitors and all others
 * without one.
 */
export function requireActingOrganization({ actor }: Ctx): string {
  if (actor.organization) return actor.organization.id
  throw refusal(actor)
}

/**
 * Returns the organization the caller administers, and marks the transaction as privileged. Throws
 * for all others.
 */
export function requireAdminOrganization({ actor, tx }: Ctx): string {
  if (!actor.organization || !actor.roles.includes('admin')) throw refusal(actor)
  privilegedTransactions.add(tx)
  return actor.organization.id
}

/**
 * Returns the organization for whose money the caller may decide, and marks the transaction as
 * privileged. Throws for all others.
 */
export function requireFinanceOrganization({ actor, tx }: Ctx): string {
  if (!actor.organization || !actor.may.includes('finance')) throw refusal(actor)
  privilegedTransactions.add(tx)
  return actor.organization.id
}

/** Returns the ID of the signed-in user, in any role. Throws sign_in_required. */
export function signedIn({ actor }: Ctx): string {
  if (!actor.userId) throw new AppError('sign_in_required')
  return actor.userId
}

/**
 * Returns the user ID of a member of the compliance staff. Throws sign_in_required or not_permitted
 * for all other callers.
 */
export function staffOnly({ actor, tx }: Ctx): string {
  if (!actor.userId || !actor.isStaff)
    throw new AppError(actor.userId ? 'not_permitted' : 'sign_in_required')
  privilegedTransactions.add(tx)
  return actor.userId
}

function refusal(actor: Ctx['actor']): AppError {
  if (!actor.userId) return new AppError('sign_in_required')
  if (actor.membership === 'pending') return new AppError('membership_pending')
  if (actor.membership === 'deactivated') return new AppError('membership_ended')
  if (actor.membership === 'active' && !actor.organization)
    return new AppError('organization_suspended')
  return new AppError('not_permitted')
}

/**
 * Turns any error of a procedure into the error that the caller may see. Logs unexpected errors and
 * hides their details.
 */
export function translateError(
  error: unknown,
  { log, setRetryAfter }: Pick<Request, 'log' | 'setRetryAfter'>,
): ORPCError<string, unknown> {
  const known =
    error instanceof AppError ? error : (fromDatabaseError(error) ?? answerForFault(error, log))
  if (known?.retryAfterSeconds) setRetryAfter?.(known.retryAfterSeconds)
  if (known)
    return new ORPCError(known.code, {
      status: known.status,
      message: known.message,
      data: known.detail,
    })
  if (error instanceof ORPCError)
    return error.cause instanceof ValidationError ? invalidInput(error, log) : error
  unexpectedErrors.inc()
  log.error({ err: error }, 'unexpected error')
  return internal()
}

function invalidInput(error: ORPCError<string, unknown>, log: Log): ORPCError<string, unknown> {
  if (error.code !== 'BAD_REQUEST') {
    log.error(
      { err: error, issues: (error.cause as ValidationError).issues },
      'the answer does not match its contract',
    )
    return internal()
  }
  const issues = (error.cause as ValidationError).issues.map(({ path, message }) => ({
    field: (path ?? []).map((key) => (typeof key === 'object' ? key.key : key)).join('.'),
    message,
  }))
  const code: ErrorCode = 'bad_input'
  const message = issues
    .map((issue) => (issue.field ? `${issue.field}: ${issue.message}` : issue.message))
    .join('; ')
  return new ORPCError(code, { status: 400, message, data: { field: issues[0]?.field, issues } })
}

const internal = () =>
  new ORPCError('internal', {
    status: 500,
    message: 'Something went wrong on our side. Try again in a moment.',
  })

type Served = { platform: Platform; auth: CallerAuth }

/** Answers with a PDF attachment named `fileName`, for which a key needs `access`, made in a transaction under the caller's rights. */
export async function answerPdf(
  c: Context<HttpEnv>,
  { platform, auth }: Served,
  fileName: string,
  access: KeyAccess,
  make: (ctx: Ctx) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const caller = openCaller(platform, auth, credentialOf(c, auth)).needing(access)
  const pdf = await caller.read(make)
  return c.body(pdf, 200, {
    'content-type': 'application/pdf',
    'content-disposition': attachment(fileName),
    'cache-control': 'private, no-store',
  })
}
