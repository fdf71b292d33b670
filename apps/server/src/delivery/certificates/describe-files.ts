/**
 * Writes the documents of a delivered dataset: its report for reading, and metadata for machines in
 * two standards.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SourceAccount } from '@semblance/contract'
import { makePdf } from '../../platform/pdf/pdf.ts'
import { croissant } from './croissant.ts'
import { dataPackage } from './data-package.ts'
import { reportDocument } from './report-document.ts'
import { readTwinColumns } from './twin-columns.ts'
import type {
  CertificateDraft,
  Described,
  DescribedFile,
  WrittenFile,
  WrittenTable,
} from './types.ts'

/** Writes them into `dir`. */
export async function describeDelivery(
  draft: CertificateDraft,
  {
    at,
    dir,
    tables,
    account,
  }: { at: Date; dir: string; tables: readonly WrittenTable[]; account: SourceAccount | null },
): Promise<WrittenFile[]> {
  const described: Described = { at, account, tables: [] }
  for (const { twin, reportFile, report } of tables)
    described.tables.push({
      file: await describeFile(twin),
      reportFile: await describeFile(reportFile),
      report,
      columns: await readTwinColumns(twin.path, report.columns),
    })
  const documents = {
    'validation_report.pdf': await makePdf(reportDocument(draft, described)),
    'croissant.json': json(croissant(draft, described)),
    'datapackage.json': json(dataPackage(draft, described)),
  }
  return await Promise.all(
    Object.entries(documents).map(async ([name, content]) => {
      const path = join(dir, name)
      await writeFile(path, content, { mode: 0o600 })
      return { path, name }
    }),
  )
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

async function describeFile({ path, name }: WrittenFile): Promise<DescribedFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}
