import path from 'node:path'
import { countCapped } from '../engines/duckdb/cap-entities.ts'
import { createCodedRelated, keyFacts } from '../engines/duckdb/code-related.ts'
import { createCoded, createCodedOther, deviceSql } from '../engines/duckdb/coded-tables.ts'
import { type Database, queryRows } from '../engines/duckdb/database.ts'
import { findPooled } from '../engines/duckdb/owner/find-pooled.ts'
import { suspectSeries } from '../engines/duckdb/owner/suspect-series.ts'
import { profileColumns } from '../engines/duckdb/profile-columns.ts'
import type { RelationFound } from '../engines/duckdb/read-relation.ts'
import { countSplit } from '../engines/duckdb/read-samples.ts'
import { loadDeclared } from '../engines/duckdb/read-table.ts'
import { estimateRun, type RunEstimate } from '../evaluate/estimate-run.ts'
import type { TableReport } from '../evaluate/report.ts'
import { viewSource } from '../read/load-table.ts'
import { isModeled } from '../schema/column-schema.ts'
import { plainDialect } from '../schema/infer/dialect.ts'
import { type ColumnProfile, inferKind } from '../schema/infer/infer-column.ts'
import type { RelatedTable } from '../schema/link-tables.ts'
import { compareVoted, type Notice, noticeText } from '../schema/notices.ts'
import { resolveTable } from '../schema/resolve-table.ts'
import { planSeries } from '../schema/series-plan.ts'
import { inFile, SynthesisError, throwIfAborted } from '../schema/synthesis-error.ts'
import type { TableSchema } from '../schema/table-schema.ts'
import { countBrokenRules } from './count-broken-rules.ts'
import { evaluateRun } from './evaluate-run.ts'
import type { FittedTable } from './fit-table.ts'
import type { TableBudget } from './table-budgets.ts'
import type { CodedTable, OpenTable, PlannedTable, TableTask } from './table-task.ts'

type Connection = Database['connection']

/** Loads a table as `raw`; what its columns are is settled later. */
export async function openTable(task: TableTask, connection: Connection): Promise<OpenTable> {
  const { options, source } = task
  const loaded = await loadDeclared(connection, { ...options, source })
  return { ...task, connection, loaded, rowCount: source.sample?.rowCount ?? loaded.rowCount }
}

/** Settles what a table's columns are, by their profiles and the owner's declarations. */
export async function planTable(
  table: OpenTable,
  profiles: ColumnProfile[],
  hasVotes: boolean,
): Promise<PlannedTable> {
  const { options, source, loaded, connection } = table
  const schema = resolveTable(source.name, profiles, options.schema?.tables[source.name])
  if (!schema.columns.some(({ kind }) => isModeled(kind))) {
    const refusal = new SynthesisError(
      'nothing_to_model',
      'Every column looks like a key, a personal identifier or free text; there is nothing to model.',
    )
    throw inFile(refusal, source.file, !source.isOnly)
  }
  const countedRows = await countCapped(connection, source, loaded.rowCount, schema.entity)
  const notices = await noticesOf(table, schema, hasVotes)
  return { ...table, schema, countedRows, notices }
}

/** Finds exactly, for the owner only, what the votes got wrong and what the declarations left out. */
async function noticesOf(
  { options, source, loaded, connection }: OpenTable,
  schema: TableSchema,
  hasVotes: boolean,
): Promise<Notice[]> {
  const notices: Notice[] = []
  if (hasVotes) {
    const exact = await profileColumns(connection, loaded)
    const suggested = exact.map((profile) => inferKind(profile).kind)
    notices.push(...compareVoted(schema.columns, suggested))
  }
  const mayBeSeries = !schema.series && !source.sample && options.mode !== 'protected'
  const time = mayBeSeries ? await suspectSeries(connection, schema.columns) : null
  if (time !== null) notices.push({ type: 'series_suspected', time })
  return notices
}

/** Estimates the cost and accuracy of a table's run. */
export function estimateTable(
  { options, schema, rowCount, countedRows, source, notices }: PlannedTable,
  { unit, portion }: TableBudget,
  { context, parent }: RelatedTable,
): RunEstimate {
  const estimate = estimateRun(
    { rowCount, countedRows, columns: schema.columns },
    {
      ...options,
      rowsPerEntity: unit.rows,
      isSeries: schema.series !== null,
      portion,
      contextColumns: context.length,
      ...(source.parent && !parent && { apartFrom: source.parent.table }),
    },
  )
  return { ...estimate, warnings: [...estimate.warnings, ...notices.map(noticeText)] }
}

/** Codes a table's rows as `coded`, after those of its parent. */
export async function codeTable(
  table: PlannedTable,
  related: RelatedTable,
  salt: bigint,
): Promise<CodedTable> {
  const { connection, options, schema, source } = table
  const { sample } = source
  const { rules } = related
  const series = options.mode === 'protected' ? null : planSeries(schema, rules)
  if (series && sample) throw refuseSeriesOfSample()
  const isAlone = related.parent === null && related.children.length === 0
  let usualStep = 1
  if (isAlone)
    usualStep = await createCoded(connection, rules, schema.entity, salt, sample, series?.plan)
  else await createCodedRelated(connection, related, salt)
  throwIfAborted(options.signal)
  return { ...table, related, series, usualStep }
}

/** The random rows that leave a database do not follow each other. */
function refuseSeriesOfSample(): SynthesisError {
  return new SynthesisError(
    'invalid_schema',
    'A series is made from files only: export the table, or leave "series" out to have its rows made one by one.',
  )
}

/** Reads the delivered twin back, and returns its rows: what is evaluated is the file, not what was meant. */
export async function readBack(table: CodedTable, twinPath: string): Promise<number> {
  const { connection, related, series, options } = table
  const { rules } = related
  const columnNames = rules.schemas.slice(0, rules.width).map(({ name }) => name)
  const content = { type: 'csv' as const, dialect: plainDialect(columnNames, true) }
  const twin = { path: path.resolve(twinPath), content }
  await viewSource(connection, 'twin', twin, [...columnNames.keys()])
  const facts = deviceSql(series?.plan.device, 'twin') + keyFacts(related, 'twin')
  await createCodedOther(connection, rules, 'twin', facts)
  throwIfAborted(options.signal)
  const [row] = await queryRows(connection, 'select count(*) from twin_rows')
  return Number(row?.[0])
}

/** Compares a twin that was read back; its report can be written when all tables that share its budget have paid. */
export async function evaluateTable(
  table: CodedTable,
  fitted: FittedTable,
  twin: { path: string; rows: number },
  relation: RelationFound | null,
): Promise<() => TableReport> {
  const { connection, schema, source, progress, options, related } = table
  const { signal } = options
  const onFraction = progress.advance
  const run = { connection, schema, fitted, twinRows: twin.rows, onFraction, signal }
  const { evaluation, publish } = await evaluateRun(run)
  const rows = await (source.sample ?? { countSplit: () => countSplit(connection) }).countSplit()
  const rules = await countBrokenRules(connection, schema, related.rules)
  const pooled = await findPooled(connection, fitted.model.columns)
  const timingsMs = progress.finish()
  const peakRssBytes = process.resourceUsage().maxRSS * 1024
  return () => ({
    name: source.name,
    path: twin.path,
    published: { ...publish(), ...(relation && { relation: relation.published }) },
    internal: {
      rows,
      evaluation,
      ...(relation && { relation: relation.internal }),
      rules,
      notices: [...table.notices, ...pooled],
      ledger: 'ledger' in fitted ? fitted.ledger.entries : [],
      timingsMs,
      peakRssBytes,
    },
  })
}
