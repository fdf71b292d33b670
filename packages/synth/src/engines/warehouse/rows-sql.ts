import { HOLDOUT_ONE_IN } from '../../evaluate/samples.ts'
import type { Dialect, WarehouseColumn } from './dialects/dialect.ts'
import { textSql } from './text-sql.ts'

/**
 * Describes the identity of a table's rows, so that each is held out, and drawn for evaluation,
 * independently.
 */
export type RowIdentity = {
  /** The columns of its key; empty if none is known. */
  keys: WarehouseColumn[]
  /** The column of the entity whose rows are held out together, and the number of its rows that may count. */
  entity: { column: WarehouseColumn; maxRows: number } | null
  /** Secret: who knows it knows which rows were held out. */
  salt: string
}

/** Eight hexadecimal digits sort like the numbers they write, in every collation. */
const HEX_DIGITS = 8
const HEX_RANGE = 2 ** 32

const hexOf = (share: number): string =>
  Math.floor(share * HEX_RANGE)
    .toString(16)
    .padStart(HEX_DIGITS, '0')

/**
 * Returns a subquery of all rows that count, with the columns of `table` and semblance_held;
 * `share` below 1 samples them. MD5 is used because all engines have it; the salt keeps the outcome
 * secret.
 */
export function splitRowsSql(
  dialect: Dialect,
  table: string,
  columns: WarehouseColumn[],
  identity: RowIdentity,
  share: number,
): string {
  const { entity, salt } = identity
  const hashed = `select t.*, ${rowHash(dialect, columns, identity)} as semblance_row from ${table} t`
  const digits = (hash: string, from: number) => `substr(${hash}, ${from}, ${HEX_DIGITS})`
  const held = (hash: string) =>
    `${digits(hash, 1)} < '${hexOf(1 / HOLDOUT_ONE_IN)}' as semblance_held`
  const drawn =
    share < 1 ? `where ${digits('semblance_row', 1 + HEX_DIGITS)} < '${hexOf(share)}'` : ''
  if (!entity) return `(select t.*, ${held('semblance_row')} from (${hashed}) t ${drawn}) t`
  const unit = textSql(dialect, entity.column)
  const united = `select t.*, case when ${unit} is not null then ${saltedHash(dialect, salt, unit)} else semblance_row end as semblance_unit from (${hashed}) t`
  const turn =
    'row_number() over (partition by semblance_unit order by semblance_row) as semblance_turn'
  const counted = `select t.*, ${held('semblance_unit')} from (select t.*, ${turn} from (${united}) t) t where semblance_turn <= ${entity.maxRows}`
  return `(select * from (${counted}) t ${drawn}) t`
}

/**
 * Hashes a row by its key or, without one, by the whole row, and equal rows by their
 * number: in any order, the same number of them is held out.
 */
function rowHash(
  dialect: Dialect,
  columns: WarehouseColumn[],
  { keys, salt }: RowIdentity,
): string {
  if (keys.length > 0) return saltedHash(dialect, salt, contentSql(dialect, keys))
  const content = dialect.md5(contentSql(dialect, columns))
  const turn = `row_number() over (partition by ${content})`
  return saltedHash(dialect, salt, `${content} || cast(${turn} as varchar)`)
}

const saltedHash = (dialect: Dialect, salt: string, text: string): string =>
  dialect.md5(`${dialect.literal(salt)} || ${text}`)

/** Lengths before texts keep ('a', 'bc') apart from ('ab', 'c'). */
function contentSql(dialect: Dialect, columns: WarehouseColumn[]): string {
  const cells = columns.map((column) => {
    const text = dialect.text(column)
    return `coalesce(cast(length(${text}) as varchar) || ':' || ${text}, '-')`
  })
  return cells.join(' || ')
}
