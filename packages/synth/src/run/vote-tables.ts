import type { DuckDBConnection } from '@duckdb/node-api'
import { schemaOf } from '../engines/duckdb/database.ts'
import { cappedSql, hangingSql, readVoters } from '../engines/duckdb/read-voters.ts'
import { tallyTexts } from '../model/measure/tally-texts.ts'
import { voteOnColumns } from '../model/measure/vote-columns.ts'
import { planVotes } from '../model/private/budget.ts'
import type { RandomSource } from '../random/random-source.ts'
import type { LoadedTable } from '../read/load-table.ts'
import type { DeclaredSchema } from '../schema/declared-schema.ts'
import type { ColumnProfile } from '../schema/infer/infer-column.ts'
import { type Family, rowsOfUnit } from '../schema/plan-families.ts'
import { isVotedOn, openFactsOfTable } from '../schema/resolve-table.ts'
import type { FamilyAccount } from './table-budgets.ts'

/** Describes a loaded table before its columns are known. */
export type VotingTable = {
  name: string
  connection: DuckDBConnection
  loaded: LoadedTable
  /** True for the rows that were drawn in a database, where units are capped already. */
  isSample: boolean
}

type Terms = Pick<FamilyAccount, 'epsilon' | 'delta' | 'ledgerOf'> & { random: RandomSource }

/** Returns the number of rows that count of a unit, by table of the family. */
export function unitRowsOf(
  family: Family,
  declared: DeclaredSchema | undefined,
): (table: string) => number {
  const rows = rowsOfUnit(family)
  return family.relations.length > 0
    ? (table) => rows.get(table) ?? 1
    : (table) => declared?.tables[table]?.entity?.maxRows ?? 1
}

/** Returns true if a declaration leaves something open, on which the rows vote. */
export function needsVotes(
  tables: Pick<VotingTable, 'name' | 'loaded'>[],
  declared: DeclaredSchema | undefined,
): boolean {
  return tables.some(({ name, loaded }) =>
    loaded.columnNames.some((column) => isVotedOn(declared?.tables[name], column)),
  )
}

/**
 * Decides by noisy votes what the owner's declarations leave open about the columns of a family's
 * tables, in its order; every table has an equal part of the budget.
 */
export async function voteTables(
  family: Family,
  tables: VotingTable[],
  declared: DeclaredSchema | undefined,
  { epsilon, delta, ledgerOf, random }: Terms,
): Promise<ColumnProfile[][]> {
  const rowsOf = unitRowsOf(family, declared)
  const voters = new Map<string, Voters>()
  const profiles: ColumnProfile[][] = []
  for (const [place, table] of tables.entries()) {
    const { name, connection, loaded } = table
    const salt = (BigInt(random.nextUint32()) << 32n) | BigInt(random.nextUint32())
    const sql = votersSql({ family, table, raw: `${schemaOf(place)}.raw`, voters, salt }, declared)
    voters.set(name, { sql, columnNames: loaded.columnNames })
    const of = declared?.tables[name]
    const open = [...loaded.columnNames.keys()].filter((j) => isVotedOn(of, at(loaded, j)))
    const drawn = { sql, columns: open, rowCount: loaded.rowCount }
    const texts = await readVoters(connection, drawn, random.nextUint32() >>> 1)
    const ballots = loaded.columnNames.map((column, j) => ({
      name: column,
      ...openFactsOfTable(of, column),
      tally: tallyTexts(texts[open.indexOf(j)] ?? new Map()),
    }))
    const plan = planVotes(epsilon, delta, rowsOf(name), tables.length)
    profiles.push(voteOnColumns(ballots, { plan, ledger: ledgerOf(name), random }))
  }
  return profiles
}

const at = ({ columnNames }: LoadedTable, place: number) => columnNames[place] ?? ''

type Voters = { sql: string; columnNames: string[] }

type Rows = {
  family: Family
  table: VotingTable
  raw: string
  /** The rows that vote of tables that come before. */
  voters: Map<string, Voters>
  salt: bigint
}

/**
 * Returns SQL of the rows that vote: of a unit no more than count, and of a child table those that
 * belong to rows that vote.
 */
function votersSql(
  { family, table, raw, voters, salt }: Rows,
  declared: DeclaredSchema | undefined,
): string {
  const { name, loaded, isSample } = table
  const relation = family.relations.find(({ child }) => child === name)
  const parent = relation && voters.get(relation.parent)
  if (relation && parent) {
    const column = loaded.columnNames.indexOf(relation.column)
    const key = parent.columnNames.indexOf(relation.key)
    return cappedSql(hangingSql(raw, column, parent.sql, key), column, relation.maxRows, salt)
  }
  const entity = declared?.tables[name]?.entity
  if (!entity || isSample) return raw
  return cappedSql(raw, loaded.columnNames.indexOf(entity.column), entity.maxRows, salt)
}
