/**
 * DuckDB in a worker of the page: no server, no network, no files, bounded memory. What a query costs, the reader's own
 * computer pays; `close` ends even one that would never end.
 */
import {
  AsyncDuckDB,
  type AsyncDuckDBConnection,
  getPlatformFeatures,
  VoidLogger,
} from '@duckdb/duckdb-wasm'
import workerUrl from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url'
import wasmUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url'
import {
  type Cell,
  MAX_RESULT_ROWS,
  type Result,
  type TableInfo,
  toCell,
  typeOf,
} from './result.ts'
import { quoteName, quoteText, splitStatements } from './sql.ts'
import type { ExploredTable } from './whole/explored-table.ts'
import type { TwinFile } from './whole/twin-file.ts'
import { type Form, plainForm } from './whole/written-form.ts'
import { csvOf, formsOf } from './whole/written-values.ts'

export type Database = {
  /** Differs for each database that the page opens. */
  id: string
  tables: TableInfo[]
  /** Runs the statements one after the other and answers the last one's result; rejects with the engine's error. */
  query: (script: string) => Promise<Result>
  close: () => void
}

const MEMORY_LIMIT = '2GB'

/** Bounds the values of all tables that are read: with more, the page would run out of memory. */
const MAX_CELLS = 30_000_000

/** Nothing is fetched, neither data nor extensions, and no query can change that. */
const locks = [
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  "SET custom_extension_repository = ''",
  `SET memory_limit = '${MEMORY_LIMIT}'`,
  'SET enable_external_access = false',
  'SET lock_configuration = true',
]

/** Receives the rows that have been read, and those that there are. */
export type OnProgress = (rows: number, of: number) => void

/** Throws an Error whose message says, to the reader, why this browser cannot. */
export async function openDatabase(
  tables: readonly ExploredTable[],
  onProgress: OnProgress,
): Promise<Database> {
  const { wasmExceptions } = await getPlatformFeatures()
  if (!wasmExceptions)
    throw new Error('This browser lacks WebAssembly exceptions. Use a current version of it.')
  const worker = new Worker(workerUrl)
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The database could not be loaded.')))
  })
  const db = new AsyncDuckDB(new VoidLogger(), worker)
  try {
    return await Promise.race([open(db, { worker, tables, onProgress }), failed])
  } catch (error) {
    worker.terminate()
    throw error
  }
}

type Opening = { worker: Worker; tables: readonly ExploredTable[]; onProgress: OnProgress }

async function open(
  db: AsyncDuckDB,
  { worker, tables: given, onProgress }: Opening,
): Promise<Database> {
  await db.instantiate(wasmUrl)
  await db.open({ query: { castDecimalToDouble: true } })
  const connection = await db.connect()
  const tables: TableInfo[] = []
  for (const table of given) {
    const count = (rows: number) => onProgress(rows, table.totalRows)
    tables.push(await load({ db, connection }, table, { count, share: MAX_CELLS / given.length }))
  }
  for (const lock of locks) await connection.query(lock)
  const answer = async (script: string) => {
    const statements = splitStatements(script, await db.tokenize(script))
    let result: Result | null = null
    for (const statement of statements) result = await run(connection, statement)
    if (!result) throw new Error('There is no statement to run.')
    return result
  }
  let latest: Promise<unknown> = Promise.resolve()
  return {
    id: crypto.randomUUID(),
    tables,
    // One query after the other: a connection aborts its current query when it receives another.
    query: (script) => {
      const result = latest.then(() => answer(script))
      latest = result.catch(() => {})
      return result
    },
    close: () => worker.terminate(),
  }
}

/** These stay as they are written; what a postal code looks like is no number. */
const texts = new Set(['text', 'pii', 'category', 'key'])

type Place = { db: AsyncDuckDB; connection: AsyncDuckDBConnection }
type Bounds = { count: (rows: number) => void; share: number }

/** Loads the whole table if its file can be read, else the first rows. */
async function load(place: Place, table: ExploredTable, bounds: Bounds): Promise<TableInfo> {
  const { name, columns, csv, totalRows, whole } = table
  const forms = formsOf(csv)
  const rows = whole
    ? await loadWhole(place, { ...table, whole, forms }, bounds)
    : await loadFirst(place, table)
  const { columns: loaded } = await run(place.connection, `FROM ${quoteName(name)} LIMIT 0`)
  const known = loaded.map((column, i) => ({
    ...column,
    kind: columns[i]?.kind ?? ('text' as const),
    form: forms[i] ?? plainForm,
  }))
  return { name, columns: known, rows, totalRows }
}

const FILE = 'rows.csv'

async function loadFirst({ db, connection }: Place, { name, columns, csv, rows }: ExploredTable) {
  await db.registerFileText(FILE, csv)
  const types = columns
    .filter(({ kind }) => texts.has(kind))
    .map((column) => `${quoteText(column.name)}: 'VARCHAR'`)
  await connection.query(`CREATE TABLE ${quoteName(name)} AS SELECT * FROM read_csv('${FILE}',
    header = true, delim = ',', quote = '"', escape = '"', sample_size = -1
    ${types.length > 0 ? `, types = {${types.join(', ')}}` : ''})`)
  await db.dropFile(FILE)
  return rows
}

type WholeTable = ExploredTable & { whole: TwinFile; forms: Form[] }

/** Returns the rows that were read; those that would exceed the share of values are left out. */
async function loadWhole(
  { db, connection }: Place,
  { name, columns, whole, forms }: WholeTable,
  { count, share }: Bounds,
): Promise<number> {
  const typed = whole.columns.map((column, i) => {
    const kind = columns[i]?.kind
    const type = kind && texts.has(kind) ? 'VARCHAR' : column.type
    return { quoted: quoteName(column.name), entry: `${quoteText(column.name)}: '${type}'`, type }
  })
  await connection.query(
    `CREATE TABLE ${quoteName(name)} (${typed.map(({ quoted, type }) => `${quoted} ${type}`)})`,
  )
  // The form is for eyes and for texts: what is computed on is the value itself.
  const loaded = typed.map(({ type }, i) => (type === 'VARCHAR' ? forms[i] : null) ?? plainForm)
  let rows = 0
  for (const [group, size] of whole.groups.entries()) {
    if ((rows + size) * typed.length > share && rows > 0) break
    const cells = await whole.readGroup(group)
    await db.registerFileText(FILE, csvOf(cells, loaded))
    await connection.query(`INSERT INTO ${quoteName(name)} SELECT * FROM read_csv('${FILE}',
      header = false, delim = ',', quote = '"', escape = '"', auto_detect = false, null_padding = true,
      columns = {${typed.map(({ entry }) => entry)}})`)
    await db.dropFile(FILE)
    rows += size
    count(rows)
  }
  return rows
}

/** Reads at most as many rows as are shown: the engine makes no more of them. */
async function run(connection: AsyncDuckDBConnection, statement: string): Promise<Result> {
  const start = performance.now()
  const reader = await (await connection.send(statement, true)).open()
  const fields = reader.schema.fields.map(({ name, type }) => ({ name, type: String(type) }))
  const unplain = fields.filter(({ type }) => typeOf(type) === null)
  if (unplain.length > 0 && /^\s*(select|from|with|values|table)\b/i.test(statement)) {
    await connection.cancelSent()
    return await run(connection, asTexts(statement, unplain))
  }
  const rows: Cell[][] = []
  for await (const batch of reader) {
    const vectors = fields.map((_, i) => batch.getChildAt(i))
    for (let row = 0; row < batch.numRows && rows.length <= MAX_RESULT_ROWS; row++)
      rows.push(vectors.map((vector, i) => toCell(vector?.get(row), fields[i]!.type)))
    if (rows.length > MAX_RESULT_ROWS) break
  }
  await connection.cancelSent()
  return {
    columns: fields.map(({ name, type }) => ({ name, type: typeOf(type) ?? 'text' })),
    rows: rows.slice(0, MAX_RESULT_ROWS),
    isCut: rows.length > MAX_RESULT_ROWS,
    milliseconds: performance.now() - start,
  }
}

/** Rewrites a statement so that the engine casts lists, intervals and similar types to text. */
function asTexts(statement: string, fields: { name: string }[]): string {
  const casts = fields.map(
    ({ name }) => `CAST(${quoteName(name)} AS VARCHAR) AS ${quoteName(name)}`,
  )
  return `SELECT * REPLACE (${casts.join(', ')}) FROM (${statement}\n)`
}
