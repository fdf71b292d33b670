/** SCIM 2.0 at /scim/v2 (RFC 7644): each request in one transaction, as the organization of its token. */
import { type Context, Hono } from 'hono'
import { type Auth, hashToken, networkOf } from '../../../core/auth/service.ts'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { answerForFault } from '../../../platform/http/fault-answers.ts'
import { type HttpEnv, limitBody } from '../../../platform/http/http.ts'
import { type Buckets, createBuckets, type Taken } from '../../../platform/http/token-buckets.ts'
import type { Directory } from './access.ts'
import { resourceTypes, schemas, serviceConfig } from './discovery.ts'
import { groups, type Kind, type Row, users } from './kinds.ts'
import { listResources, select } from './list.ts'
import { patched } from './patch.ts'
import { ScimRefusal, versionOf } from './resources.ts'
import { findOrganization } from './token.ts'
import { limitWrongTokens, type WrongTokens } from './wrong-tokens.ts'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const MAX_BODY_BYTES = 1024 * 1024
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function scimRoutes(
  server: Platform,
  { clientAddress }: Pick<Auth, 'clientAddress'>,
): Hono<HttpEnv> {
  const { key: rate, visitor } = server.config.rateLimits
  const wrong = limitWrongTokens(visitor)
  const platform = { ...server, buckets: rate && createBuckets(rate), wrong, clientAddress }
  const app = new Hono<HttpEnv>()
  app.onError((error, c) => answerError(error, c, platform))
  app.use(
    limitBody({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new ScimRefusal(413, 'The body is too large.')
      },
    }),
  )
  const fixed = (path: string, answer: (base: string) => object) => {
    app.get(path, (c) => serve(c, platform, async ({ base }) => ({ body: answer(base) })))
    app.all(path, (c) =>
      serve(c, platform, async () => {
        throw new ScimRefusal(405, 'This is only read.')
      }),
    )
  }
  const listed = (path: string, answer: (base: string) => { id: string }[]) => {
    fixed(path, (base) => {
      const found = answer(base)
      const schema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
      return { schemas: [schema], totalResults: found.length, Resources: found }
    })
    app.get(`${path}/:id`, (c) =>
      serve(c, platform, async ({ base }) => {
        const body = answer(base).find(({ id }) => id === c.req.param('id'))
        if (!body) throw new ScimRefusal(404, 'There is no such resource.')
        return { body }
      }),
    )
  }
  fixed('/ServiceProviderConfig', serviceConfig)
  listed('/ResourceTypes', resourceTypes)
  listed('/Schemas', schemas)
  const served = { platform, path: '/Users', kind: users }
  addReads(app, served)
  addWrites(app, served)
  const servedGroups = { platform, path: '/Groups', kind: groups }
  addReads(app, servedGroups)
  addWrites(app, servedGroups)
  app.all('*', (c) =>
    serve(c, platform, async () => {
      throw new ScimRefusal(404, 'There is no such endpoint.')
    }),
  )
  return app
}

type Answer = { body: object | null; status?: number; etag?: string; location?: string }

/** Holds the platform, with the requests that each organization may make, at the rate of a key, and wrong tokens. */
type Place = Platform &
  Pick<Auth, 'clientAddress'> & { buckets: Buckets | null; wrong: WrongTokens }

type Served<R extends Row, Form> = { platform: Place; path: string; kind: Kind<R, Form> }

async function one<R extends Row, Form>(
  { path, kind }: Served<R, Form>,
  directory: Directory,
  { row, c }: { row: R; c: Context },
): Promise<Answer> {
  const [resource = {}] = await kind.show(directory, [row])
  const body = select(resource, new URL(c.req.url).searchParams)
  const location = `${directory.base}${path}/${row.id}`
  return { body, etag: versionOf(row), location }
}

/** Locks the resource that a request names. Throws ScimRefusal for none, and for another version than it expects. */
async function find<R extends Row, Form>(
  { kind }: Served<R, Form>,
  directory: Directory,
  c: Context,
): Promise<R> {
  const id = c.req.param('id') ?? ''
  const row = UUID.test(id) ? await kind.lock(directory, id) : undefined
  if (!row) throw new ScimRefusal(404, 'There is no such resource.')
  const expected = c.req.header('If-Match')
  if (expected && expected !== '*' && expected !== versionOf(row))
    throw new ScimRefusal(412, 'The resource has changed since.')
  return row
}

function addReads<R extends Row, Form>(app: Hono<HttpEnv>, served: Served<R, Form>): void {
  const { platform, path, kind } = served
  const list = async (directory: Directory, query: URLSearchParams): Promise<Answer> => ({
    body: await listResources(query, {
      nameAttribute: kind.nameAttribute,
      count: () => kind.count(directory),
      list: async (match, page) =>
        await kind.show(directory, await kind.list(directory, match, page)),
    }),
  })
  app.get(path, (c) =>
    serve(c, platform, (directory) => list(directory, new URL(c.req.url).searchParams)),
  )
  app.post(`${path}/.search`, (c) =>
    serve(c, platform, async (directory) => list(directory, queryOf(await readBody(c)))),
  )
  app.get(`${path}/:id`, (c) =>
    serve(c, platform, async (directory) => {
      const row = await find(served, directory, c)
      const answer = await one(served, directory, { row, c })
      if (c.req.header('If-None-Match') !== answer.etag) return answer
      return { ...answer, body: null, status: 304 }
    }),
  )
}

function addWrites<R extends Row, Form>(app: Hono<HttpEnv>, served: Served<R, Form>): void {
  const { platform, path, kind } = served
  // Changes wait for each other, and for administrators, so that each counts what was done before.
  const write = (c: Context<HttpEnv>, work: (directory: Directory) => Promise<Answer>) =>
    serve(c, platform, work, 'change')
  app.post(path, (c) =>
    write(c, async (directory) => {
      const row = await kind.create(directory, kind.parse(await readBody(c)))
      return { ...(await one(served, directory, { row, c })), status: 201 }
    }),
  )
  app.put(`${path}/:id`, (c) =>
    write(c, async (directory) => {
      const before = await find(served, directory, c)
      const row = await kind.replace(directory, before, kind.parse(await readBody(c)))
      return await one(served, directory, { row, c })
    }),
  )
  app.patch(`${path}/:id`, (c) =>
    write(c, async (directory) => {
      const before = await find(served, directory, c)
      const [resource = {}] = await kind.show(directory, [before])
      const form = kind.parse(patched(resource, await readBody(c), kind.attributes))
      const row = await kind.replace(directory, before, form)
      return await one(served, directory, { row, c })
    }),
  )
  app.delete(`${path}/:id`, (c) =>
    write(c, async (directory) => {
      await kind.remove(directory, await find(served, directory, c))
      return { body: null, status: 204 }
    }),
  )
}

async function readBody(c: Context): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await c.req.json()
    if (body !== null && typeof body === 'object') return body as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new ScimRefusal(400, 'The body is no JSON object.', 'invalidSyntax')
}

/** Returns the parameters of a search that came in a body. */
function queryOf(body: Record<string, unknown>): URLSearchParams {
  const names = ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes']
  const given = names.filter((name) => body[name] !== undefined && body[name] !== null)
  return new URLSearchParams(Object.fromEntries(given.map((name) => [name, String(body[name])])))
}

/** Runs a request in one transaction of the organization whose token it has. */
async function serve(
  c: Context<HttpEnv>,
  platform: Place,
  work: (directory: Directory) => Promise<Answer>,
  purpose: 'read' | 'change' = 'read',
): Promise<Response> {
  const token = /^bearer\s+(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? ''
  const hash = hashToken(token)
  const network = networkOf(platform.clientAddress(c))
  const visit = platform.wrong.take(network, hash)
  requireAllowed(c, visit, 'There are too many requests without a token that stands.')
  const base = `${platform.config.publicUrl}/scim/v2`
  const answer = await platform.db.transaction(system, async (tx) => {
    const organization = token ? await findOrganization(tx, hash, purpose) : undefined
    platform.wrong.settle(network, hash, { stands: organization !== undefined, taken: visit })
    if (!organization) throw new ScimRefusal(401, 'The token is none, or was replaced.')
    requireAllowed(c, platform.buckets?.take(organization), 'There are too many requests.')
    return await work({ tx, platform, organization, base })
  })
  c.header('Cache-Control', 'no-store')
  if (answer.etag) c.header('ETag', answer.etag)
  if (answer.location) c.header('Location', answer.location)
  const status = (answer.status ?? 200) as 200
  if (answer.body === null) return c.body(null, status)
  return c.body(JSON.stringify(answer.body), status, { 'Content-Type': 'application/scim+json' })
}

function requireAllowed(c: Context, taken: Taken | null | undefined, message: string): void {
  if (!taken || taken.isAllowed) return
  c.header('Retry-After', String(taken.retryAfterSeconds))
  throw new ScimRefusal(429, message)
}

function answerError(error: unknown, c: Context<HttpEnv>, { log }: Platform): Response {
  const refusal = error instanceof ScimRefusal ? error : null
  const fault = refusal ? null : answerForFault(error, log)
  if (!refusal && !fault) log.error({ err: error }, 'SCIM request failed')
  const status = refusal?.status ?? fault?.status ?? 500
  if (fault?.retryAfterSeconds) c.header('Retry-After', String(fault.retryAfterSeconds))
  if (status === 401) c.header('WWW-Authenticate', 'Bearer')
  const body = {
    schemas: [ERROR],
    status: String(status),
    ...(refusal?.scimType && { scimType: refusal.scimType }),
    detail: refusal?.message ?? fault?.message ?? 'Something went wrong on our side.',
  }
  const headers = { 'Content-Type': 'application/scim+json' }
  return c.body(JSON.stringify(body), status as 500, headers)
}
