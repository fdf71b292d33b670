import type { DuckDBConnection } from '@duckdb/node-api'
import { schemaOf } from '../engines/duckdb/database.ts'
import { cappedSql, hangingSql, readVoters } from '../engines/duckdb/read-voters.ts'
import { tallyTexts } from '../model/measure/tally-texts.ts'
import { voteOnColumns } from '../model/measure/vote-columns.ts'
import { planVotes } from '../model/private/budget.ts'
import type { PrivacyLedger } from '../model/private/privacy-ledger.ts'
import type { RandomSource } from '../random/random-source.ts'
import type { LoadedTable } from '../read/load-table.ts'
import type { DeclaredSchema } from '../schema/declared-schema.ts'
import type { ColumnProfile } from '../schema/infer/infer-column.ts'
import { type Family, rowsOfUnit } from '../schema/plan-families.ts'
import { isVotedOn, openFactsOfTable } from '../schema/resolve-table.ts'

/** Describes a loaded table before its columns are known. */
export type VotingTable = { connection: DuckDBConnection; loaded: LoadedTable; isSample: boolean }

type Terms = { epsilon: number; delta: number; ledgers: PrivacyLedger[]; random: RandomSource }

/** Returns the number of rows that count of each table's unit, in the family's order. */
export function unitRowsOf(family: Family, declared: DeclaredSchema | undefined): number[] {
  if (family.relations.length > 0) {
    const rows = rowsOfUnit(family)
    return family.tables.map((name) => rows.get(name)!)
  }
  return family.tables.map((name) => declared?.tables[name]?.entity?.maxRows ?? 1)
}

/** Returns true if a declaration leaves something open, on which the rows vote. */
export function needsVotes(
  family: Family,
  tables: LoadedTable[],
  declared: DeclaredSchema | undefined,
): boolean {
  return family.tables.some((name, i) =>
    tables[i]!.columnNames.some((column) => isVotedOn(declared?.tables[name], column)),
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
  { epsilon, delta, ledgers, random }: Terms,
): Promise<ColumnProfile[][]> {
  const unitRows = unitRowsOf(family, declared)
  const voters: string[] = []
  const profiles: ColumnProfile[][] = []
  for (const [i, { connection, loaded, isSample }] of tables.entries()) {
    const salt = (BigInt(random.nextUint32()) << 32n) | BigInt(random.nextUint32())
    const rows = { tables, voters, place: i, salt, isSample }
    voters.push(votersSql(family, rows, declared))
    const of = declared?.tables[family.tables[i]!]
    const facts = loaded.columnNames.map((name) => ({ name, ...openFactsOfTable(of, name) }))
    const open = [...facts.keys()].filter((j) => isVotedOn(of, facts[j]!.name))
    const drawn = { sql: voters[i]!, columns: open, rowCount: loaded.rowCount }
    const texts = await readVoters(connection, drawn, random.nextUint32() >>> 1)
    const ballots = facts.map((fact, j) => ({
      ...fact,
      tally: tallyTexts(texts[open.indexOf(j)] ?? new Map()),
    }))
    const plan = planVotes(epsilon, delta, unitRows[i]!, tables.length)
    profiles.push(voteOnColumns(ballots, { plan, ledger: ledgers[i]!, random }))
  }
  return profiles
}

type Rows = {
  tables: VotingTable[]
  voters: string[]
  place: number
  salt: bigint
  isSample: boolean
}

/** SQL of the rows that vote: of a unit no more than count, and of its child tables those that hang on them. */
function votersSql(
  family: Family,
  { tables, voters, place, salt, isSample }: Rows,
  declared: DeclaredSchema | undefined,
): string {
  const name = family.tables[place]!
  const raw = `${schemaOf(place)}.raw`
  const columnOf = (at: number, column: string) => tables[at]!.loaded.columnNames.indexOf(column)
  const relation = family.relations.find(({ child }) => child === name)
  if (relation) {
    const parent = family.tables.indexOf(relation.parent)
    const column = columnOf(place, relation.column)
    const key = columnOf(parent, relation.key)
    const hanging = hangingSql(raw, column, voters[parent]!, key)
    return cappedSql(hanging, column, relation.maxRows, salt)
  }
  const entity = declared?.tables[name]?.entity
  const column = entity ? columnOf(place, entity.column) : -1
  // A database's sample is capped where it is drawn.
  return column < 0 || isSample ? raw : cappedSql(raw, column, entity!.maxRows, salt)
}
