/**
 * Deliveries of the past, for the sample marketplace: the engine makes them like any other, outside of transactions;
 * they are entered under the dates of a contract that has moved on already.
 */
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { publishedReport } from '@semblance/contract'
import type { TableReport } from '@semblance/synth'
import type { Platform } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { openStorage } from '../../platform/storage.ts'
import { keepFiles, writeFiles } from './outcomes.ts'
import { insertPastDelivery, insertResult } from './queries.ts'
import { synthesizeInWorker } from './synthesis.ts'
import { insertUpload, setUploadRemoved } from './upload-queries.ts'

/** What the engine has made of a file; `workDir` is a storage key. */
export type Made = {
  fileName: string
  fileBytes: bigint
  workDir: string
  report: TableReport
}

type PastContract = {
  id: string
  client: string
  vendor: string
  submitted_at: Date | null
  delivered_at: Date | null
}

/** Throws when the engine refuses the file. */
export async function synthesizeFile(platform: Platform, path: string): Promise<Made> {
  const storage = openStorage(platform.config.dataDir)
  const workDir = `work/${randomUUID()}`
  const paths = { inputPath: path, tempDir: storage.makeDir(workDir) }
  const outcome = await synthesizeInWorker(
    { ...paths, outputDir: storage.makeDir(`${workDir}/twins`) },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  if (outcome.type !== 'done') throw new Error(`The engine made nothing of ${path}.`)
  const { size } = await stat(path)
  return { fileName: basename(path), fileBytes: BigInt(size), workDir, report: outcome.result }
}

/** Run as the system. */
export async function enterDelivery(
  { tx, platform }: { tx: Tx; platform: Platform },
  contract: PastContract,
  made: Made,
): Promise<void> {
  const storage = openStorage(platform.config.dataDir)
  const report = publishedReport.parse(made.report.published)
  const upload_id = await insertPastUpload(tx, contract, made)
  await setUploadRemoved(tx, upload_id, contract.delivered_at!)
  const { id } = await insertPastDelivery(tx, {
    ...rowOf(contract, made, upload_id),
    status: 'ready',
    progress: 1,
    report: JSON.stringify(report),
    finished_at: contract.delivered_at,
  })
  const { workDir } = made
  const files = await writeFiles(storage, workDir, {
    twinPath: made.report.path,
    fileName: made.fileName,
    report,
  })
  await insertResult(tx, id, await keepFiles(storage, workDir, id, files), made.report.internal)
  await storage.remove(workDir)
}

/** One that is being made, for as long as nobody looks behind the scene. Run as the system. */
export async function enterRunning(
  tx: Tx,
  contract: PastContract,
  file: Pick<Made, 'fileName' | 'fileBytes'>,
): Promise<void> {
  const upload_id = await insertPastUpload(tx, contract, file)
  await insertPastDelivery(tx, {
    ...rowOf(contract, file, upload_id),
    status: 'processing',
    attempt: 1,
    stage: 'modeling',
    progress: 0.62,
  })
}

type File = Pick<Made, 'fileName' | 'fileBytes'>

const rowOf = (
  { id, client, vendor, submitted_at }: PastContract,
  { fileName, fileBytes }: File,
  upload_id: string,
) => ({
  contract_id: id,
  client,
  vendor,
  upload_id,
  file_name: fileName,
  file_bytes: fileBytes,
  created_at: submitted_at!,
})

async function insertPastUpload(
  tx: Tx,
  contract: PastContract,
  { fileName, fileBytes }: File,
): Promise<string> {
  const id = randomUUID().replaceAll('-', '')
  await insertUpload(tx, {
    id,
    contract_id: contract.id,
    organization: contract.vendor,
    file_name: fileName,
    bytes: fileBytes,
    state: 'submitted',
    created_at: contract.submitted_at!,
  })
  return id
}
