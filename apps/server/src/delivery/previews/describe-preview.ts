/** Converts a run's tables to a stored preview. */
import type { DataContract } from '@semblance/contract'
import type { TableReport } from '@semblance/synth'
import { compareAgreed } from './agreed-columns.ts'
import type { PreviewEnding } from './queries.ts'
import { figuresOf, readPreview } from './read-preview.ts'
import { summarizeTable } from './summarize.ts'

/** Returns rows, figures and counts of the tables, as `readPreview` cuts them; agreed columns are counted on whole tables. */
export async function describePreview(
  reports: TableReport[],
  dataContract: DataContract | null,
  tempDir: string,
): Promise<Extract<PreviewEnding, { state: 'ready' }>> {
  const tables = await readPreview(reports)
  return {
    state: 'ready',
    figures: figuresOf(reports),
    tables,
    summary: await Promise.all(tables.map(summarizeTable)),
    agreed: await compareAgreed(dataContract, reports, tempDir),
  }
}
