/** What a run has made, held against what was agreed: reports as they are published, rows as they lie in the files. */
import {
  type DataFormat,
  type GateItem,
  MAX_SHEET_ROWS,
  type PublishedReport,
  publishedReport,
  rulesOf,
} from '@semblance/contract'
import { checkTables, type TableReport } from '@semblance/synth'
import { type Agreed, judge } from './gate.ts'

export type Judged = { gate: GateItem[]; report: PublishedReport }

/** `report` is of the largest table. */
export async function judgeRun(
  agreed: Agreed,
  dir: string,
  tables: TableReport[],
): Promise<Judged> {
  const [report, ...others] = tables
    .map(({ published }) => publishedReport.parse(published))
    .sort((a, b) => b.rows.synthetic - a.rows.synthetic)
  if (!report) throw new Error('A run has made no table.')
  const findings = agreed.dataContract
    ? await checkTables({ tables, rules: rulesOf(agreed.dataContract), tempDir: dir })
    : []
  const gate = judge(agreed, { reports: [report, ...others], formats: formatsOf(report), findings })
  return { gate, report }
}

/** In what the platform can hand the tables out. */
const formatsOf = ({ rows }: PublishedReport): DataFormat[] =>
  rows.synthetic <= MAX_SHEET_ROWS ? ['csv', 'xlsx', 'json'] : ['csv', 'json']
