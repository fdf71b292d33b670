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
import { restoreFitted } from './released/restore-fitted.ts'
import type { MeasuredSplit, MeasureOptions, SynthesisOptions } from './synthesis-options.ts'
import {
  codeTable,
  estimateTable,
  evaluateTable,
  openTable,
  planTable,
  readBack,
} from './synthesize-table.ts'
import {
  type Account,
  type FamilyAccount,
  openAccounts,
  openFamilyAccount,
  tableBudgets,
} from './table-budgets.ts'
import type { CodedTable, OpenTable, PlannedTable, TableTask } from './table-task.ts'
import { needsVotes, unitRowsOf, type VotingTable, voteTables } from './vote-tables.ts'

const DEFAULT_THREADS = 2

/** Holds the coded tables of a family, in its order, with what was measured of each. */
type MeasuredFamily = { tables: CodedTable[]; fitted: FittedTable[]; split: FamilySplit }

/** Holds how the rows of a family were split. */
type FamilySplit = MeasuredSplit['families'][number]

/** Holds what the twins of a family are drawn from. */
export type ReleasedWithSplit = { released: ReleasedFamily; split: FamilySplit }

/** Holds a family's reports, in its order, and what its twins were drawn from. */
export type MadeFamily = ReleasedWithSplit & { reports: TableReport[] }

/**
 * Measures tables that hang together, mostly a single one; then writes their twins and reports on each. `afterMeasuring`
 * gets what was measured before any twin is drawn.
 */
export async function synthesizeFamily(
  family: Family,
  tasks: TableTask[],
  run: FamilyRun & { options: SynthesisOptions },
  pathOf: (table: string) => string,
  afterMeasuring: (measured: ReleasedWithSplit) => Promise<void> = async () => {},
): Promise<MadeFamily> {
  const paths = family.tables.map(pathOf)
  return await withDatabase(tasks, run, paths, async (database) => {
    const { tables, fitted, split } = await measureTables(family, tasks, run, database)
    const released = releaseFamily(tables, fitted)
    await afterMeasuring({ released, split })
    const outputs = tables.map(({ progress }, i) => ({ path: at(paths, i), progress }))
    await writeTwins(released.tables, outputs, { ...run.options, random: run.random })
    const reports = await evaluateTwins({ tables, fitted }, paths)
    return { reports, released: withCostOfRun(released, fitted), split }
  })
}

/** Measures tables that hang together and writes no twin. */
export async function measureFamily(
  family: Family,
  tasks: TableTask[],
  run: FamilyRun,
): Promise<ReleasedWithSplit> {
  return await withDatabase(tasks, run, [], async (database) => {
    const { tables, fitted, split } = await measureTables(family, tasks, run, database)
    return { released: releaseFamily(tables, fitted), split }
  })
}

export type FamilyRun = { options: MeasureOptions; random: RandomSource; workDir: string }

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
  run: FamilyRun,
  database: Database,
): Promise<MeasuredFamily> {
  const { tables, accounts, split } = await prepareTables(family, tasks, run, database)
  const { random } = run
  const fitted: FittedTable[] = []
  for (const [i, table] of tables.entries()) {
    const { parent } = table.related
    const model = parent && at(fitted, parent.place).model
    const of = model && { name: parent.name, columns: model.columns, total: model.total }
    fitted.push(await fitTable(table, at(accounts, i), of, random))
    table.progress.pause()
  }
  return { tables, fitted, split }
}

type PreparedFamily = Pick<MeasuredFamily, 'tables' | 'split'> & { accounts: Account[] }

/** Reads and codes tables, split as they were before, if `known` says how. */
async function prepareTables(
  family: Family,
  tasks: TableTask[],
  { options, random }: FamilyRun,
  { connections }: Database,
  known?: FamilySplit,
): Promise<PreparedFamily> {
  const opened: OpenTable[] = []
  for (const [i, task] of tasks.entries()) {
    task.progress.enter('reading')
    opened.push(await openTable(task, at(connections, i)))
    task.progress.pause()
  }
  await options.beforeMeasuring?.()
  const account = openAccount(family, opened, options)
  const profiles =
    known?.profiles ?? (await profileTables(family, opened, account, options, random))
  const planned = await planTables(opened, profiles, account, options)
  const schemas = planned.map(({ schema }) => schema)
  const linked = linkTables(family, schemas)
  const budgets = tableBudgets(family, schemas, linked)
  for (const [i, table] of planned.entries()) {
    const estimate = estimateTable(table, at(budgets, i), at(linked, i))
    options.onEstimate?.(table.source.name, estimate)
  }
  const salt = known ? BigInt(known.salt) : randomSalt(random)
  const tables: CodedTable[] = []
  for (const [i, table] of planned.entries()) {
    table.progress.enter('reading')
    tables.push(await codeTable(table, at(linked, i), salt))
    table.progress.pause()
  }
  const isPrivate = options.mode !== 'protected'
  const split = { salt: String(salt), profiles: isPrivate ? profiles : null }
  return { tables, accounts: openAccounts(family, account, budgets), split }
}

/** Compares twins with the originals that a model was measured on, and pays for that alone. */
export async function evaluateFamily(
  family: Family,
  tasks: TableTask[],
  run: FamilyRun,
  known: ReleasedWithSplit,
  twinPaths: string[],
): Promise<MadeFamily> {
  return await withDatabase(tasks, run, twinPaths, async (database) => {
    const { tables, accounts } = await prepareTables(family, tasks, run, database, known.split)
    const fitted = await restoreFitted(known.released, tables, accounts, run)
    const reports = await evaluateTwins({ tables, fitted }, twinPaths)
    return { reports, released: withCostOfRun(known.released, fitted), split: known.split }
  })
}

async function evaluateTwins(
  { tables, fitted }: Pick<MeasuredFamily, 'tables' | 'fitted'>,
  twinPaths: string[],
): Promise<TableReport[]> {
  const reports: (() => TableReport)[] = []
  const twins: { path: string; rows: number }[] = []
  for (const [i, table] of tables.entries()) {
    const path = at(twinPaths, i)
    table.progress.enter('evaluating')
    twins.push({ path, rows: await readBack(table, path) })
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

/** Finds what the columns look like: by paid votes, or without a guarantee by exact figures. */
async function profileTables(
  family: Family,
  opened: OpenTable[],
  account: FamilyAccount,
  { mode, schema }: MeasureOptions,
  random: RandomSource,
): Promise<ColumnProfile[][]> {
  for (const { progress } of opened) progress.enter('reading')
  if (mode !== 'protected')
    return await voteTables(family, opened.map(votingTable), schema, { ...account, random })
  const profiles: ColumnProfile[][] = []
  for (const { connection, loaded } of opened)
    profiles.push(await profileColumns(connection, loaded))
  return profiles
}

/** Settles what the columns are. */
async function planTables(
  opened: OpenTable[],
  profiles: ColumnProfile[][],
  account: FamilyAccount,
  { mode }: MeasureOptions,
): Promise<PlannedTable[]> {
  for (const { progress } of opened) progress.enter('reading')
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
