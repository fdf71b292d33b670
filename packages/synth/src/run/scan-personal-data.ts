import type { DuckDBConnection } from '@duckdb/node-api'
import { queryRows, sqlString } from '../engines/duckdb/database.ts'
import type { PersonalDataScan } from '../evaluate/evaluation.ts'
import type { ColumnSchema, Identifier } from '../schema/column-schema.ts'
import { isCard, isIban } from '../schema/infer/check-digits.ts'

/** Drawn from public lists of values that many people share, so that coincidences say nothing. */
const SHARED_BY_MANY: Identifier[] = ['first_name', 'last_name', 'name', 'street']
/** More coincidences than chance explains, in standard deviations. */
const TOLERATED_DEVIATIONS = 3

/**
 * Compares the delivered table `twin` with the original `raw`: counts identifiers or free text of
 * the original that occur in the same column, and e-mail addresses, IBANs or card numbers among the
 * published categories. Does not compare keys: they are always renumbered, so equal ones are
 * coincidental.
 */
export async function scanPersonalData(
  connection: DuckDBConnection,
  schemas: ColumnSchema[],
): Promise<PersonalDataScan> {
  const compared = [...schemas.keys()].filter((j) => isCompared(schemas[j]!))
  const judged = compared.filter((j) => !isSharedByMany(schemas[j]!))
  const { rowCount, shared, sharedRows } = await countShared(connection, compared, judged)
  const columns: PersonalDataScan['columns'] = []
  for (const [i, j] of compared.entries()) {
    const schema = schemas[j]!
    const expected = judged.includes(j)
      ? await expectedByChance(connection, schema, j, rowCount)
      : null
    columns.push({ name: schema.name, shared: shared[i]!, expected })
  }
  const identifiers = await countIdentifiers(connection, schemas)
  const isChance = columns.every(
    ({ shared: found, expected }) =>
      expected === null || found <= expected + TOLERATED_DEVIATIONS * Math.sqrt(expected),
  )
  return { columns, sharedRows, identifiers, pass: isChance && identifiers === 0 }
}

const isCompared = ({ kind }: ColumnSchema) => kind === 'pii' || kind === 'text'

function isSharedByMany({ identifier }: ColumnSchema): boolean {
  return identifier !== null && SHARED_BY_MANY.includes(identifier)
}

/** One pass over the original; the distinct values of the twin are held as hash tables. */
async function countShared(
  connection: DuckDBConnection,
  compared: number[],
  judged: number[],
): Promise<{ rowCount: number; shared: number[]; sharedRows: number }> {
  if (compared.length === 0) return { rowCount: 0, shared: [], sharedRows: 0 }
  const isShared = (j: number) => `coalesce(c${j} in (select c${j} from twin), false) as s${j}`
  const counts = compared.map((j) => `count(*) filter (s${j})`)
  const any = judged.length > 0 ? judged.map((j) => `s${j}`).join(' or ') : 'false'
  const [row] = await queryRows(
    connection,
    `select count(*), count(*) filter (${any}), ${counts.join(', ')}
     from (select ${compared.map(isShared).join(', ')} from raw)`,
  )
  const [rowCount, sharedRows, ...shared] = row!.map(Number)
  return { rowCount: rowCount!, shared, sharedRows: sharedRows! }
}

/** Made up by a mask alone, values coincide by chance; those from reserved ranges never do. */
async function expectedByChance(
  connection: DuckDBConnection,
  { kind, identifier, mask }: ColumnSchema,
  j: number,
  rowCount: number,
): Promise<number> {
  if (kind === 'text' || identifier !== 'other') return 0
  const [row] = await queryRows(connection, `select count(distinct c${j}) from twin`)
  const capacity = [...mask].reduce((product, place) => product * (RADIX[place] ?? 1), 1)
  return (rowCount * Number(row![0])) / capacity
}

const RADIX: Record<string, number> = { A: 26, a: 26, '9': 10, '#': 16 }
const EMAIL = '[^@\\s]+@[^@\\s]+\\.[A-Za-z]{2,}'
const NUMBERED = '([A-Z]{2}[0-9]{2}[A-Z0-9 ]{10,40}|[0-9][0-9 -]{11,22}[0-9])'

/** Distinct categories of the twin that are the original's own and look like personal data. */
async function countIdentifiers(
  connection: DuckDBConnection,
  schemas: ColumnSchema[],
): Promise<number> {
  const columns = [...schemas.keys()].filter(
    (j) => schemas[j]!.kind === 'category' && schemas[j]!.values === null,
  )
  if (columns.length === 0) return 0
  const looksPersonal = `regexp_full_match(trim(text), ${sqlString(`${EMAIL}|${NUMBERED}`)})`
  const texts = columns.map(
    (j) => `list_filter(list(distinct t${j}), lambda text: ${looksPersonal})`,
  )
  const [row] = await queryRows(connection, `select ${texts} from twin`)
  const found = (row as unknown as (string[] | null)[]).flatMap((list) => list ?? [])
  return found.filter((text) => isPersonal(text.trim())).length
}

function isPersonal(text: string): boolean {
  return text.includes('@') || isIban(text) || isCard(text)
}
