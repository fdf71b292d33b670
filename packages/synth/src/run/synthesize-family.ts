import path from 'node:path'
import { type Database, openDatabase } from '../engines/duckdb/database.ts'
import { profileColumns } from '../engines/duckdb/profile-columns.ts'
import { readRelation } from '../engines/duckdb/read-relation.ts'
import { writeTwins } from '../engines/duckdb/write/write-twins.ts'
import { DEFAULT_MEMORY_MB } from '../evaluate/estimate-run.ts'
import type { TableReport } from '../evaluate/report.ts'
import { at } from '../model/pairs/at.ts'
import type { ReleasedFamily } from '../model/released/released-model.ts'
import type { RandomSource } from '../random/random-source.ts'
import type { ColumnProfile } from '../schema/infer/infer-column.ts'
import { linkTables } from '../schema/link-tables.ts'
import type { Family } from '../schema/plan-families.ts'
import { type FittedTable, fitTable } from './fit-table.ts'
import { releaseFamily, withCostOfRun } from './released/release-family.ts'
import type { MeasureOptions, SynthesisOptions } from './synthesis-options.ts'
import {
  codeTable,
  estimateTable,
  evaluateTable,
  openTable,
  planTable,
  readBack,
} from './synthesize-table.ts'
import {
  type FamilyAccount,
  openAccounts,
  openFamilyAccount,
  tableBudgets,
} from './table-budgets.ts'
import type { CodedTable, OpenTable, PlannedTable, TableTask } from './table-task.ts'
import { needsVotes, unitRowsOf, type VotingTable, voteTables } from './vote-tables.ts'

const DEFAULT_THREADS = 2

/** Holds the coded tables of a family, in its order, with what was measured of each. */
type MeasuredFamily = { tables: CodedTable[]; fitted: FittedTable[] }

/** Holds a family's reports, in its order, and what its twins were drawn from. */
export type MadeFamily = { reports: TableReport[]; released: ReleasedFamily }

/** Measures tables that hang together, mostly a single one; then writes their twins and reports on each. */
export async function synthesizeFamily(
  family: Family,
  tasks: TableTask[],
  run: FamilyRun & { options: SynthesisOptions },
  pathOf: (table: string) => string,
): Promise<MadeFamily> {
  const paths = family.tables.map(pathOf)
  return await withDatabase(tasks, run, paths, async (database) => {
    const { tables, fitted } = await measureTables(family, tasks, run, database)
    const released = releaseFamily(tables, fitted)
    const outputs = tables.map(({ progress }, i) => ({ path: at(paths, i), progress }))
    const rows = await writeTwins(released.tables, outputs, { ...run.options, random: run.random })
    const twins = outputs.map(({ path }, i) => ({ path, rows: at(rows, i) }))
    const reports = await evaluateTwins({ tables, fitted }, twins)
    return { reports, released: withCostOfRun(released, fitted) }
  })
}

/** Measures tables that hang together and writes no twin. */
export async function measureFamily(
  family: Family,
  tasks: TableTask[],
  run: FamilyRun,
): Promise<ReleasedFamily> {
  return await withDatabase(tasks, run, [], async (database) => {
    const { tables, fitted } = await measureTables(family, tasks, run, database)
    return releaseFamily(tables, fitted)
  })
}

type FamilyRun = { options: MeasureOptions; random: RandomSource; workDir: string }

async function withDatabase<T>(
  tasks: TableTask[],
  { options, workDir }: FamilyRun,
  twinPaths: string[],
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    workDir,
    readablePaths: [
      ...tasks.map(({ source }) => source.path),
      ...twinPaths.map((twin) => path.resolve(twin)),
    ],
    threads: options.threads ?? DEFAULT_THREADS,
    memoryLimitMb: options.memoryLimitMb ?? DEFAULT_MEMORY_MB,
    signal: options.signal,
    tables: tasks.length,
  })
  try {
    return await use(database)
  } finally {
    database.close()
  }
}

/** Each stage goes over all tables, parents first, before the next one begins. */
async function measureTables(
  family: Family,
  tasks: TableTask[],
  { options, random }: FamilyRun,
  { connections }: Database,
): Promise<MeasuredFamily> {
  const opened: OpenTable[] = []
  for (const [i, task] of tasks.entries()) {
    task.progress.enter('reading')
    opened.push(await openTable(task, at(connections, i)))
    task.progress.pause()
  }
  await options.beforeMeasuring?.()
  const account = openAccount(family, opened, options)
  const planned = await planTables(family, opened, account, options, random)
  const schemas = planned.map(({ schema }) => schema)
  const linked = linkTables(family, schemas)
  const budgets = tableBudgets(family, schemas, linked)
  for (const [i, table] of planned.entries()) {
    const estimate = estimateTable(table, at(budgets, i), at(linked, i))
    options.onEstimate?.(table.source.name, estimate)
  }
  const salt = randomSalt(random)
  const tables: CodedTable[] = []
  for (const [i, table] of planned.entries()) {
    table.progress.enter('reading')
    tables.push(await codeTable(table, at(linked, i), salt))
    table.progress.pause()
  }

  const accounts = openAccounts(family, account, budgets)
  const fitted: FittedTable[] = []
  for (const [i, table] of tables.entries()) {
    const { parent } = table.related
    const model = parent && at(fitted, parent.place).model
    const of = model && { name: parent.name, columns: model.columns, total: model.total }
    fitted.push(await fitTable(table, at(accounts, i), of, random))
    table.progress.pause()
  }
  return { tables, fitted }
}

async function evaluateTwins(
  { tables, fitted }: MeasuredFamily,
  twins: { path: string; rows: number }[],
): Promise<TableReport[]> {
  const reports: (() => TableReport)[] = []
  for (const [i, table] of tables.entries()) {
    table.progress.enter('evaluating')
    await readBack(table, at(twins, i).path)
    table.progress.pause()
  }
  for (const [i, table] of tables.entries()) {
    table.progress.enter('evaluating')
    const relation = await readRelation(tables, fitted, i)
    reports.push(await evaluateTable(table, at(fitted, i), at(twins, i), relation))
  }
  return reports.map((write) => write())
}

function votingTable({ source, connection, loaded }: OpenTable): VotingTable {
  return { name: source.name, connection, loaded, isSample: source.sample !== undefined }
}

function openAccount(family: Family, tables: OpenTable[], options: MeasureOptions): FamilyAccount {
  const { schema } = options
  return openFamilyAccount(family, options, {
    rowsOf: unitRowsOf(family, schema),
    largestRowCount: Math.max(...tables.map(({ rowCount }) => rowCount)),
    hasVotes: needsVotes(tables.map(votingTable), schema),
  })
}

/** Settles what the columns are: by paid votes, or without a guarantee by exact figures. */
async function planTables(
  family: Family,
  opened: OpenTable[],
  account: FamilyAccount,
  { mode, schema }: MeasureOptions,
  random: RandomSource,
): Promise<PlannedTable[]> {
  for (const { progress } of opened) progress.enter('reading')
  const profiles: ColumnProfile[][] = []
  if (mode === 'protected') {
    for (const { connection, loaded } of opened)
      profiles.push(await profileColumns(connection, loaded))
  } else {
    profiles.push(
      ...(await voteTables(family, opened.map(votingTable), schema, { ...account, random })),
    )
  }
  const planned: PlannedTable[] = []
  for (const [i, table] of opened.entries()) {
    planned.push(await planTable(table, at(profiles, i), mode !== 'protected' && account.hasVotes))
    table.progress.pause()
  }
  return planned
}

function randomSalt(random: RandomSource): bigint {
  return (BigInt(random.nextUint32()) << 32n) | BigInt(random.nextUint32())
}
