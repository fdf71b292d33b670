/** The table protocol under /rest/v1: the subset of PostgREST that supabase-js speaks to the account tables. */
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Claims, Database } from '../../platform/database/db.ts'
import { answerForFault } from '../../platform/http/fault-answers.ts'
import { limitBody } from '../../platform/http/http.ts'
import type { Log } from '../../platform/process/log.ts'
import { type Auth, AuthError, type Session } from '../auth/service.ts'
import { faultBody, RestError, toRestError } from './errors.ts'
import { checkPreferences, parseQuery, parseResolution, parseRows } from './parse.ts'
import { insertIntoTable, readTable, type TableRequest, updateTable } from './service.ts'
import { tables } from './tables.ts'

type Options = {
  db: Database
  auth: RestAuth
  claimsOf: (session: Session | null) => Claims | Promise<Claims>
}

type RestAuth = Pick<Auth, 'verify' | 'withinLimit' | 'secondsToRefill' | 'clientAddress'>

type Env = { Variables: { request: TableRequest; log: Log } }

const MAX_BODY_BYTES = 1024 * 1024
const OBJECT_TYPE = 'application/vnd.pgrst.object+json'

export function restRoutes(options: Options): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error, c) => answerError(error, c))
  app.use(
    cors({
      origin: '*', // credentials travel in headers, never in cookies
      allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: [
        ...['Content-Range', 'Location', 'Proxy-Status'],
        ...['Retry-After', 'RateLimit', 'RateLimit-Policy'],
      ],
      maxAge: 86_400,
    }),
    limitBody({ maxSize: MAX_BODY_BYTES, onError: refuseBody }),
  )
  app.use('/:table', async (c, next) => {
    c.set('request', await tableRequest(c, options))
    await next()
    c.header('Cache-Control', 'no-store')
  })
  app.get('/:table', answerSelect)
  app.post('/:table', answerInsert)
  app.patch('/:table', answerUpdate)
  app.on(['PUT', 'DELETE'], '/:table', (c) => {
    throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`)
  })
  app.all('*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  })
  return app
}

function refuseBody(): never {
  throw new RestError(413, 'PGRST102', 'The body is too large')
}

async function tableRequest(c: Context<Env, '/:table'>, options: Options): Promise<TableRequest> {
  const claims = await options.claimsOf(await callerSession(c, options.auth))
  const profile = c.req.header('Accept-Profile') ?? c.req.header('Content-Profile') ?? 'public'
  if (profile !== 'public') throw new RestError(406, 'PGRST106', `Invalid schema: ${profile}`)
  const accept = c.req.header('Accept') ?? '*/*'
  const isSingle = accept.includes(OBJECT_TYPE)
  if (!isSingle && !/\*\/\*|application\/(json|\*)/.test(accept)) {
    throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept}`)
  }
  const name = c.req.param('table')
  const table = tables.get(name)
  if (!table) {
    const message = `Could not find the table 'public.${name}' in the schema cache`
    throw new RestError(404, 'PGRST205', message)
  }
  if (table.lookup && !(await mayLookUp(c, options.auth))) {
    const seconds = options.auth.secondsToRefill('organizationLookUp')
    throw new RestError(429, 'PGRST003', 'Too many look-ups; try again later', null, seconds)
  }
  checkPreferences(preferences(c))
  const query = parseQuery(table, new URL(c.req.url).searchParams)
  return { db: options.db, claims, table, query, isSingle }
}

/** An ID that opens an organization to join may not be found by trying. */
const mayLookUp = (c: Context, auth: RestAuth) =>
  auth.withinLimit('organizationLookUp', auth.clientAddress(c))

/**
 * Returns the caller's session. Without one the client sends its anonymous key, as bearer or as
 * `apikey` alone.
 */
async function callerSession(c: Context, auth: Pick<Auth, 'verify'>): Promise<Session | null> {
  const bearer = /^bearer\s+(.*)$/i.exec(c.req.header('Authorization') ?? '')?.[1]?.trim()
  const credential = bearer || c.req.header('apikey')
  if (!credential) throw new RestError(401, 'PGRST302', 'Anonymous access is disabled')
  try {
    const session = await auth.verify(credential)
    if (!session?.awaitsSecondFactor) return session
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const code = error.message === 'JWT expired' ? 'PGRST303' : 'PGRST301'
    throw new RestError(401, code, error.message)
  }
  throw new RestError(403, '42501', 'The second factor of this account is awaited (aal2)')
}

async function answerSelect(c: Context<Env>): Promise<Response> {
  const request = c.var.request
  const wantsTotal = wantsCount(c)
  const { count, total, body } = await readTable({ ...request, wantsTotal })
  const { offset } = request.query
  if (total !== null && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', details)
  }
  c.header('Content-Range', `${rangeOf(offset, count)}/${total ?? '*'}`)
  return answerJson(c, body, total !== null && count < total ? 206 : 200)
}

async function answerInsert(c: Context<Env>): Promise<Response> {
  const request = c.var.request
  const search = new URL(c.req.url).searchParams
  const resolution = parseResolution(request.table, search, preferences(c))
  const isRepresented = preferences(c).includes('return=representation')
  const input = parseRows(request.table, await c.req.text())
  const answer = await insertIntoTable({ ...request, ...input, resolution, isRepresented })
  const { body, count } = answer
  c.header('Content-Range', `*/${wantsCount(c) ? count : '*'}`)
  return isRepresented ? answerJson(c, body, 201) : c.body(null, 201)
}

async function answerUpdate(c: Context<Env>): Promise<Response> {
  const request = c.var.request
  const isRepresented = preferences(c).includes('return=representation')
  const { rows, columns } = parseRows(request.table, await c.req.text())
  if (rows.length !== 1) throw new RestError(400, 'PGRST102', 'An update takes one object')
  const answer = await updateTable({ ...request, row: rows[0]!, columns, isRepresented })
  const { body, count } = answer
  c.header('Content-Range', `${rangeOf(0, count)}/${wantsCount(c) ? count : '*'}`)
  return isRepresented ? answerJson(c, body, 200) : c.body(null, 204)
}

const wantsCount = (c: Context) => /count=(exact|planned|estimated)/.test(preferences(c))

const rangeOf = (offset: number, count: number) =>
  count > 0 ? `${offset}-${offset + count - 1}` : '*'

const preferences = (c: Context) => c.req.header('Prefer') ?? ''

function answerJson(c: Context<Env>, body: string, status: 200 | 201 | 206): Response {
  const type = c.var.request.isSingle ? OBJECT_TYPE : 'application/json'
  return c.body(body, status, { 'Content-Type': `${type}; charset=utf-8` })
}

/** Unknown errors go on to the application's own handler, which logs them. */
function answerError(error: Error, c: Context<Env>): Response {
  const claims = c.var.request?.claims as Claims | undefined
  const away = error instanceof RestError ? null : answerForFault(error, c.var.log)
  const seconds = error instanceof RestError ? error.retryAfterSeconds : away?.retryAfterSeconds
  if (seconds) c.header('Retry-After', String(seconds))
  const fault = away
    ? faultBody(away)
    : toRestError(error, claims === undefined || claims.role === 'anon')
  if (!fault) throw error
  c.header('Proxy-Status', `PostgREST; error=${fault.body.code}`)
  if (fault.status === 401) c.header('WWW-Authenticate', 'Bearer')
  return c.json(fault.body, fault.status as 400)
}
