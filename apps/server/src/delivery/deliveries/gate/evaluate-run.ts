/** Evaluates a run against the agreed terms: reports as published, rows as written in the files. */
import {
  type DataFormat,
  dataFormats,
  type GateItem,
  MAX_SHEET_ROWS,
  type PublishedReport,
  publishedReport,
  rulesOf,
} from '@semblance/contract'
import { checkTables } from '@semblance/synth'
import { type Agreed, evaluateGate } from './gate.ts'
import type { MadeTable } from './internal-reports.ts'

export type GateResult = { gate: GateItem[]; report: PublishedReport }

/** `report` is of the largest table. */
export async function evaluateDeliveryRun(
  agreed: Agreed,
  dir: string,
  tables: MadeTable[],
): Promise<GateResult> {
  const [report, ...others] = tables
    .map(({ published }) => publishedReport.parse(published))
    .sort((a, b) => b.rows.synthetic - a.rows.synthetic)
  if (!report) throw new Error('A run has made no table.')
  const findings = agreed.dataContract
    ? await checkTables({ tables, rules: rulesOf(agreed.dataContract), tempDir: dir })
    : []
  const gate = evaluateGate(agreed, {
    reports: [report, ...others],
    formats: formatsOf(report),
    findings,
  })
  return { gate, report }
}

/** Returns the formats in which the platform can deliver the table. */
const formatsOf = ({ rows }: PublishedReport): DataFormat[] =>
  dataFormats.filter((format) => format !== 'xlsx' || rows.synthetic <= MAX_SHEET_ROWS)
