import path from 'node:path'
import { type Database, openDatabase } from '../engines/duckdb/database.ts'
import { profileColumns } from '../engines/duckdb/profile-columns.ts'
import { readRelation } from '../engines/duckdb/read-relation.ts'
import { writeTwins } from '../engines/duckdb/write-twins.ts'
import { DEFAULT_MEMORY_MB } from '../evaluate/estimate-run.ts'
import type { TableReport } from '../evaluate/report.ts'
import { cryptoRandom } from '../random/crypto-random.ts'
import type { RandomSource } from '../random/random-source.ts'
import type { ColumnProfile } from '../schema/infer/infer-column.ts'
import { linkTables } from '../schema/link-tables.ts'
import type { Family } from '../schema/plan-families.ts'
import { type FittedTable, fitTable } from './fit-table.ts'
import type { SynthesisOptions } from './synthesis-options.ts'
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

/** Writes the twins of tables that hang together, mostly of a single one, and reports on each, in the family's order. */
export async function synthesizeFamily(
  family: Family,
  tasks: TableTask[],
  options: SynthesisOptions,
  workDir: string,
): Promise<TableReport[]> {
  const database = await openDatabase({
    workDir,
    readablePaths: tasks.flatMap(({ source, outputPath }) => [
      source.path,
      path.resolve(outputPath),
    ]),
    threads: options.threads ?? DEFAULT_THREADS,
    memoryLimitMb: options.memoryLimitMb ?? DEFAULT_MEMORY_MB,
    signal: options.signal,
    tables: tasks.length,
  })
  try {
    return await run(family, tasks, options, database)
  } finally {
    database.close()
  }
}

/** Each stage goes over all tables, parents first, before the next one begins. */
async function run(
  family: Family,
  tasks: TableTask[],
  options: SynthesisOptions,
  { connections }: Database,
): Promise<TableReport[]> {
  const random = options.random ?? cryptoRandom()
  const opened: OpenTable[] = []
  for (const [i, task] of tasks.entries()) {
    task.progress.enter('reading')
    opened.push(await openTable(task, connections[i]!))
    task.progress.pause()
  }
  const account = openAccount(family, opened, options)
  const planned = await planTables(family, opened, account, options, random)
  const schemas = planned.map(({ schema }) => schema)
  const linked = linkTables(family, schemas)
  const budgets = tableBudgets(family, schemas, linked)
  for (const [i, table] of planned.entries()) {
    const estimate = estimateTable(table, budgets[i]!, linked[i]!)
    options.onEstimate?.(table.source.name, estimate)
  }
  const salt = randomSalt(random)
  const tables: CodedTable[] = []
  for (const [i, table] of planned.entries()) {
    table.progress.enter('reading')
    tables.push(await codeTable(table, linked[i]!, salt))
    table.progress.pause()
  }

  const accounts = openAccounts(family, account, budgets)
  const fitted: FittedTable[] = []
  for (const [i, table] of tables.entries()) {
    const { parent } = table.related
    const model = parent && fitted[parent.place]!.model
    const of = model && { name: parent.name, columns: model.columns, total: model.total }
    fitted.push(await fitTable(table, accounts[i]!, of, random))
    table.progress.pause()
  }

  const rows = await writeTwins(tables, fitted, random)
  const reports: (() => TableReport)[] = []
  for (const table of tables) {
    table.progress.enter('evaluating')
    await readBack(table)
    table.progress.pause()
  }
  for (const [i, table] of tables.entries()) {
    table.progress.enter('evaluating')
    const relation = await readRelation(tables, fitted, i)
    reports.push(await evaluateTable(table, fitted[i]!, rows[i]!, relation))
  }
  return reports.map((write) => write())
}

function votingTable({ source, connection, loaded }: OpenTable): VotingTable {
  return { name: source.name, connection, loaded, isSample: source.sample !== undefined }
}

function openAccount(
  family: Family,
  tables: OpenTable[],
  options: SynthesisOptions,
): FamilyAccount {
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
  { mode, schema }: SynthesisOptions,
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
    planned.push(await planTable(table, profiles[i]!, mode !== 'protected' && account.hasVotes))
    table.progress.pause()
  }
  return planned
}

function randomSalt(random: RandomSource): bigint {
  return (BigInt(random.nextUint32()) << 32n) | BigInt(random.nextUint32())
}
