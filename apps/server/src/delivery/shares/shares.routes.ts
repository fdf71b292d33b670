/** Serves delivered tables by the protocol of Delta Sharing (github.com/delta-io/delta-sharing), to keys that may read datasets. */
import { buffer } from 'node:stream/consumers'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Caller, type CallerAuth, credentialOf, openCaller } from '../../core/api/service.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { errorAnswer, type HttpEnv, limitBody } from '../../platform/http/http.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { linkShared, type OpenFile, readerOf } from '../deliveries/service.ts'
import { describeFile, describeTable, readCapabilities } from './answers.ts'
import { type ParquetFacts, readFacts } from './parquet-schema.ts'
import {
  checkSchema,
  getShare,
  getTable,
  listShares,
  listTables,
  openParquet,
  SCHEMA,
  type SharedTable,
  versionOf,
  versionSince,
  type Wanted,
} from './service.ts'

const TABLE = '/shares/:share/schemas/:schema/tables/:table'
const MAX_BODY_BYTES = 64 * 1024

const pageQuery = z.object({
  maxResults: z.coerce.number().int().min(0).max(1000).default(100),
  pageToken: z.string().max(500).optional(),
})
const since = z.object({ startingTimestamp: z.iso.datetime({ offset: true }).optional() })

/** Takes the number of a version from a body, or from an address, where it is text. */
const versionNumber = z.union(
  [
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ],
  { error: 'Name a version by its number.' },
)

/** Describes what a query asks for; predicates and limits are hints, which a reader applies itself. */
const queryBody = z.object({
  version: versionNumber.nullish(),
  timestamp: z.iso.datetime({ offset: true }).nullish(),
  startingVersion: z.null({ error: 'Changes between versions are not served.' }).optional(),
})

type Serving = {
  callerOf: (c: Context) => Caller
  factsOf: (file: OpenFile) => Promise<ParquetFacts>
}

export function shareRoutes(platform: Platform, auth: CallerAuth): Hono<HttpEnv> {
  const read = readerOf(platform, openBlobs(platform.config))
  const serving: Serving = {
    callerOf: (c) =>
      openCaller(platform, auth, credentialOf(c, auth)).needing('datasets:read', ['data']),
    factsOf: (file) =>
      readFacts(Number(file.bytes), async (start, end) => {
        const part = await buffer(read(file, { start, end: end - 1 }))
        return new Uint8Array(part).buffer
      }),
  }
  return new Hono<HttpEnv>()
    .onError(answerError)
    .route('/', listRoutes(serving))
    .route('/', tableRoutes(serving))
    .all('*', () => {
      throw new AppError('not_found')
    })
}

/** Lists shares, their one schema, and their tables. */
function listRoutes({ callerOf }: Serving): Hono<HttpEnv> {
  const nameOf = (c: Context) =>
    callerOf(c).read((ctx) => getShare(ctx, c.req.param('share') ?? ''))
  const answerTables = async (c: Context<HttpEnv>) => {
    const schema = c.req.param('schema')
    if (schema !== undefined) checkSchema(schema)
    const tables = await callerOf(c).read((ctx) => listTables(ctx, c.req.param('share') ?? ''))
    return c.json(pageOfTables(tables, parse(pageQuery, c.req.query())))
  }
  return new Hono<HttpEnv>()
    .get('/shares', async (c) => {
      const { maxResults, pageToken } = parse(pageQuery, c.req.query())
      const page = { limit: Math.max(1, maxResults), ...(pageToken && { cursor: pageToken }) }
      const { items, nextCursor } = await callerOf(c).read((ctx) => listShares(ctx, page))
      return c.json({
        items: items.map((name) => ({ name, id: name })),
        ...(nextCursor && { nextPageToken: nextCursor }),
      })
    })
    .get('/shares/:share', async (c) => {
      const name = await nameOf(c)
      return c.json({ share: { name, id: name } })
    })
    .get('/shares/:share/schemas', async (c) =>
      c.json({ items: [{ name: SCHEMA, share: await nameOf(c) }] }),
    )
    .get('/shares/:share/schemas/:schema/tables', answerTables)
    .get('/shares/:share/all-tables', answerTables)
}

/** Answers about one table: its version, what it is, and where its file is. */
function tableRoutes(serving: Serving): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(`${TABLE}/version`, async (c) => {
      const { startingTimestamp } = parse(since, c.req.query())
      const table = await serving.callerOf(c).read((ctx) => getTable(ctx, tableOf(c)))
      const { number } = startingTimestamp
        ? versionSince(table, new Date(startingTimestamp))
        : versionOf(table, {})
      c.header('delta-table-version', String(number))
      return c.body(null, 200)
    })
    .get(`${TABLE}/metadata`, (c) => answerTable(c, serving, wantedOf(c.req.query())))
    .post(`${TABLE}/query`, limitBody({ maxSize: MAX_BODY_BYTES }), async (c) =>
      answerTable(c, serving, { ...wantedOf(await readJson(c)), withFile: true }),
    )
    .get(`${TABLE}/changes`, () => {
      throw new AppError('bad_input', { message: 'Changes between versions are not served.' })
    })
}

/** Answers with what a table is; with its file, also with a link to it, which counts as fetched. */
async function answerTable(
  c: Context<HttpEnv>,
  { callerOf, factsOf }: Serving,
  { withFile = false, ...wanted }: Wanted & { withFile?: boolean },
): Promise<Response> {
  const caller = callerOf(c)
  const { file, ...found } = await caller.write(async (ctx) => {
    const table = await getTable(ctx, tableOf(c))
    const version = versionOf(table, wanted)
    return { table, version, file: await openParquet(ctx, version) }
  })
  if (!file) throw new AppError('being_converted')
  const described = { ...found, file, facts: await factsOf(file) }
  const header = c.req.header('delta-sharing-capabilities')
  const reader = readCapabilities(header)
  const lines: object[] = describeTable(described, reader)
  if (withFile) {
    const link = await caller.write((ctx) => linkShared(ctx, file))
    lines.push(describeFile(described, reader, link))
  }
  if (header) c.header('delta-sharing-capabilities', `responseformat=${reader.format}`)
  c.header('delta-table-version', String(found.version.number))
  c.header('content-type', 'application/x-ndjson; charset=utf-8')
  c.header('cache-control', 'private, no-store')
  return c.body(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const tableOf = (c: Context) => ({
  share: c.req.param('share') ?? '',
  schema: c.req.param('schema') ?? '',
  table: c.req.param('table') ?? '',
})

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new AppError('bad_input', { message: 'The body of this request cannot be read as JSON.' })
  }
}

/** Reads which version is wanted, from a body or from an address. */
function wantedOf(given: unknown): Wanted {
  const { version, timestamp } = parse(queryBody, given)
  return { version: version ?? undefined, timestamp: timestamp ? new Date(timestamp) : undefined }
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const [issue] = error.issues
  const field = issue?.path.join('.')
  throw new AppError('bad_input', {
    message: `${field}: ${issue?.message}`,
    ...(field && { field }),
  })
}

/** Pages by the place in the list: a delivery has few hundred tables, all read at once. */
function pageOfTables(
  tables: SharedTable[],
  { maxResults, pageToken }: z.output<typeof pageQuery>,
) {
  const from = pageToken === undefined ? 0 : tables.findIndex(({ name }) => name === pageToken)
  if (from < 0)
    throw new AppError('bad_input', { field: 'pageToken', message: 'This page is not available.' })
  const to = from + Math.max(1, maxResults)
  const next = tables[to]?.name
  return {
    items: tables.slice(from, to).map(({ name, share }) => ({
      name,
      schema: SCHEMA,
      share,
      shareId: share,
      id: `${share}.${name}`,
    })),
    ...(next !== undefined && { nextPageToken: next }),
  }
}

/** Maps statuses to the protocol's names of errors. */
const errorCodes: Record<number, string> = {
  400: 'INVALID_PARAMETER_VALUE',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'RESOURCE_DOES_NOT_EXIST',
  409: 'RESOURCE_CONFLICT',
  413: 'INVALID_PARAMETER_VALUE',
  429: 'RESOURCE_EXHAUSTED',
  503: 'TEMPORARILY_UNAVAILABLE',
}

async function answerError(error: Error, c: Context<HttpEnv>): Promise<Response> {
  const answer = errorAnswer(error, c)
  const { message } = (await answer.json()) as { message: string }
  const errorCode = errorCodes[answer.status] ?? 'INTERNAL_ERROR'
  return c.json({ errorCode, message }, answer.status as 400)
}
