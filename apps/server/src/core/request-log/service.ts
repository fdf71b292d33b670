/** The log of what programs ask for by keys: written in batches, read by the organization's administrators. */
import type { ApiRequest } from '@semblance/contract'
import type { MiddlewareHandler } from 'hono'
import { decodeIdCursor, type Page } from '../../platform/database/cursor.ts'
import { system, withSystemRole } from '../../platform/database/db.ts'
import { classifyFault } from '../../platform/faults.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type HttpEnv, loggedPath } from '../../platform/http/http.ts'
import { collectFacts, type RequestFacts } from '../../platform/http/request-facts.ts'
import { insertRequests, type LoggedRequest, listRequests as listRows } from './queries.ts'

/** Sets how long the requests of a moment wait for each other. */
const WRITE_AFTER_MS = 1000
const BATCH = 500
/** Limits what waits while the database is away; what comes after that is not logged. */
const MAX_WAITING = 10_000
const OPERATION_LENGTH = 200

export type RequestLog = {
  /** Logs a request if it presents a key that exists. */
  handler: MiddlewareHandler<HttpEnv>
  /** Writes what waits. Never throws. */
  write: () => Promise<void>
  /** Writes what waits, and ends. */
  end: () => Promise<void>
}

/** Opens the log of this process. A process that is killed loses the last second of it. */
export function openRequestLog({ db, log }: Pick<Platform, 'db' | 'log'>): RequestLog {
  const waiting: LoggedRequest[] = []
  let writing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const writeSoon = () => {
    timer ??= setTimeout(write, WRITE_AFTER_MS).unref()
  }
  const writeWaiting = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      try {
        await db.transaction(system, (tx) => insertRequests(tx, batch))
      } catch (error) {
        if (classifyFault(error).kind === 'dependency') {
          log.warn({ err: error, waiting: waiting.length }, 'requests by keys wait to be logged')
          return writeSoon()
        }
        log.error({ err: error, lost: batch.length }, 'requests by keys were not logged')
      }
      waiting.splice(0, batch.length)
    }
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeWaiting)
    return writing
  }
  return {
    write,
    handler: async (c, next) => {
      const at = new Date()
      const startedAt = performance.now()
      const facts: RequestFacts = { operations: [] }
      await collectFacts(facts, next)
      const { keyId, code } = facts
      if (keyId === undefined || waiting.length >= MAX_WAITING) return
      waiting.push({
        keyId,
        operation: operationOf(facts, c.req).slice(0, OPERATION_LENGTH),
        status: c.res.status,
        code: c.error instanceof AppError ? c.error.code : (code ?? null),
        ms: Math.round(performance.now() - startedAt),
        requestId: c.var.requestId,
        at,
      })
      writeSoon()
    },
    end: async () => {
      await write()
      clearTimeout(timer)
    },
  }
}

const operationOf = (
  { operations }: RequestFacts,
  { method, path }: { method: string; path: string },
) =>
  operations.length > 0
    ? [...new Set(operations)].join(', ')
    : `${method} ${loggedPath(path)}`.toWellFormed().replaceAll('\0', '')

/** Lists requests by the organization's keys, newest first. */
export async function listRequests(
  ctx: Ctx,
  organization: string,
  { cursor, limit, ...filter }: Page & { keyId?: string; isRefused: boolean; code?: string },
): Promise<{ items: ApiRequest[]; nextCursor: string | null }> {
  const after = decodeIdCursor(cursor)
  const rows = await withSystemRole(ctx.tx, () =>
    listRows(ctx.tx, organization, { ...filter, after, limit }),
  )
  const items = rows.slice(0, limit).map(
    (row): ApiRequest => ({
      id: row.id,
      at: row.at,
      key: { id: row.key_id, name: row.name, start: row.start },
      operation: row.operation,
      status: row.status,
      code: row.code,
      ms: row.ms,
      requestId: row.request_id,
    }),
  )
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
