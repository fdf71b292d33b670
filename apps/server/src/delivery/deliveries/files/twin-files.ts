/** Stores the client's files: twins and their reports, sealed under the delivery's own key. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PublishedReport, type SourceAccount, twinFileName } from '@semblance/contract'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import type { Blobs, Span } from '../../../platform/storage/blobs.ts'
import { clearFilePath } from '../../../platform/storage/clear-files.ts'
import { splitExtension } from '../../../platform/storage/file-names.ts'
import type { WrittenFile, WrittenTable } from '../../certificates/service.ts'
import { type FilesKey, openFilesKey } from '../originals/keys.ts'
import type { NewFile, StoredFile } from '../queries.ts'

type Twin = { name: string; path: string; report: PublishedReport }
export type Reports = { main: Twin; others: Twin[] }

/**
 * Separates the main table's report, the one with the most rows, from the others; it stands for the
 * whole delivery.
 */
export function splitReports(twins: Twin[]): Reports {
  const main = twins.reduce((most, twin) =>
    twin.report.rows.synthetic > most.report.rows.synthetic ? twin : most,
  )
  return { main, others: twins.filter((twin) => twin !== main) }
}

/** Lists the files in the client's order. */
export const filesOf = (tables: WrittenTable[]): WrittenFile[] =>
  tables.flatMap(({ twin, reportFile }) => [twin, reportFile])

/** Writes the reports next to the engine's twins, each with the account of the source; replaces earlier ones. */
export async function writeFiles(
  dir: string,
  {
    fileName,
    reports: { main, others },
    account,
  }: { fileName: string; reports: Reports; account: SourceAccount | null },
): Promise<WrittenTable[]> {
  const isSole = others.length === 0
  const written: WrittenTable[] = []
  for (const [i, { name, path, report }] of [main, ...others].entries()) {
    const reportPath = join(dir, `report-${i}.json`)
    const stated = account ? { ...report, source: account } : report
    await writeFile(reportPath, `${JSON.stringify(stated, null, 2)}\n`, { mode: 0o600 })
    const stem = isSole ? splitExtension(fileName.split('/').at(-1)!).stem : name
    written.push({
      twin: { path, name: twinFileName(stem) },
      reportFile: { path: reportPath, name: isSole ? reportName : `${name}_${reportName}` },
      report,
    })
  }
  return written
}

const reportName = 'validation_report.json'

/**
 * Seals each into a blob of its own; they are a delivery's files once they are entered as such. Call
 * outside transactions, which a slow store would keep open.
 */
export async function encryptFiles(
  blobs: Blobs,
  { id: key_id, key }: FilesKey,
  written: WrittenFile[],
): Promise<NewFile[]> {
  const sealed: NewFile[] = []
  for (const { path, name } of written) {
    const id = randomUUID()
    const { bytes, sha256, crc32 } = await blobs.write({ id, key }, createReadStream(path))
    const measured = { bytes: BigInt(bytes), sha256, crc32: BigInt(crc32) }
    sealed.push({ name, ...measured, storage_key: id, key_id })
  }
  return sealed
}

export async function discardFiles(blobs: Blobs, files: NewFile[]): Promise<void> {
  for (const { storage_key, bytes } of files) await blobs.remove(storage_key, Number(bytes))
}

/** Adds to each file the key that opens it, null if the file is stored unsealed. Requires the system role. */
export async function withKeys(
  tx: Tx,
  { secrets }: Platform,
  files: StoredFile[],
): Promise<OpenFile[]> {
  return await Promise.all(
    files.map(async (file) => ({
      ...file,
      key: file.key_id ? await openFilesKey(tx, secrets, file.key_id) : null,
    })),
  )
}
export type OpenFile = StoredFile & { key: Buffer | null }

/**
 * Reads the bytes of a file, or a range of them. Fails during reading if they are missing or were
 * altered.
 */
export type Reader = (file: OpenFile, span: Span) => AsyncIterable<Buffer>

export const readerOf =
  ({ config }: Platform, blobs: Blobs): Reader =>
  ({ storage_key, key, bytes }, span) =>
    key
      ? blobs.read({ id: storage_key, key }, Number(bytes), span)
      : createReadStream(clearFilePath(config.dataDir, storage_key), span)
