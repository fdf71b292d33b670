import { SynthesisError, throwIfAborted } from '../../schema/synthesis-error.ts'
import type { WarehouseColumn } from './dialects/dialect.ts'
import { trino, trinoColumn } from './dialects/trino.ts'
import { type TrinoAddress, TrinoSession } from './trino-session.ts'
import type { Warehouse, WarehouseRoute } from './warehouse.ts'

export const isTrino = (url: string): boolean => /^trino:\/\//i.test(url)

/** Numbering equal rows costs Trino 3.4 times the CPU seconds of hashing a key. */
const MOST_ROWS_WITHOUT_KEY = 10 ** 8

/** Gives an address as `trino://user@host/catalog/schema`, with a password or a JWT, if any. */
export type TrinoInput = {
  url: string
  password?: string
  token?: string
  route?: WarehouseRoute
}

/**
 * Connects to Trino, by https unless it is on this machine or the route says otherwise. Throws SynthesisError `unreachable`
 * or `not_readable` with a message free of data and secrets; an aborted `signal` cancels what Trino is doing.
 */
export async function connectTrino(
  input: TrinoInput,
  signal: AbortSignal | undefined,
): Promise<Warehouse> {
  throwIfAborted(signal)
  const session = new TrinoSession(addressOf(input), signal)
  await session.begin()
  return {
    dialect: trino,
    query: session.query,
    stream: session.pages,
    describe: async (sql) =>
      (await session.columns(`select * from (${sql}) semblance_shape limit 0`)).map(
        ({ name, type }) => trinoColumn(name, type),
      ),
    primaryKey: async () => [],
    mostRowsWithoutKey: MOST_ROWS_WITHOUT_KEY,
    stateOf: (table, columns) => stateOf(session, table, columns),
    isCaseless: true,
    close: session.end,
  }
}

function addressOf({ url, password, token, route }: TrinoInput): TrinoAddress {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const [catalog, schema, ...more] = parsed?.pathname.split('/').slice(1).filter(Boolean) ?? []
  if (!parsed?.hostname || !parsed.username || !catalog || more.length > 0 || parsed.search)
    throw new SynthesisError(
      'not_readable',
      'This is not an address of Trino: write it as trino://user@host/catalog/schema.',
    )
  if (parsed.password)
    throw new SynthesisError(
      'not_readable',
      'An address of Trino has no password: set TRINO_PASSWORD, or TRINO_TOKEN to a JWT.',
    )
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname)
  const isClear = route ? !route.isTls : isLocal
  return {
    origin: `${isClear ? 'http' : 'https'}://${parsed.hostname}${parsed.port && `:${parsed.port}`}`,
    user: decodeURIComponent(parsed.username),
    catalog: decodeURIComponent(catalog),
    schema: schema === undefined ? undefined : decodeURIComponent(schema),
    ...(password !== undefined && { password }),
    ...(token !== undefined && { token }),
    ...(route && { route }),
  }
}

/** Sums up all rows, in any order: their number, and a checksum of the hashes of their texts. */
async function stateOf(
  session: TrinoSession,
  table: string,
  columns: WarehouseColumn[],
): Promise<string> {
  const texts = columns.map((column) => `coalesce(${trino.text(column)}, 'null')`)
  const row = texts.map((text) => `xxhash64(to_utf8(${text}))`).join(', ')
  const [state] = await session.query(
    `select cast(count(*) as varchar), to_hex(checksum(array[${row}])) from ${table}`,
  )
  return JSON.stringify(state)
}
