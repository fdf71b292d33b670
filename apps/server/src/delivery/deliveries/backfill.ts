/**
 * Deliveries of the past, for the sample marketplace: the engine makes them like any other, outside of transactions;
 * they are entered under the dates of a contract that has moved on already.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  type DataContract,
  privacyEpsilons,
  publishedReport,
  type SourceAccount,
} from '@semblance/contract'
import type { TableInspection, TableReport } from '@semblance/synth'
import type { Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { describeDelivery, draftCertificate, issueCertificate } from '../certificates/service.ts'
import {
  inspectInProcess,
  makeWorkDir,
  type Outcome,
  removeWorkDir,
  runLimits,
  synthesizeInProcess,
} from '../engine/service.ts'
import { measuredFilesIn } from '../models/service.ts'
import { keepPreview, readPreview } from '../previews/service.ts'
import { backfillSpending, getSourceAccount, ledgerOf } from '../sources/service.ts'
import { encryptFiles, filesOf, splitReports, writeFiles } from './files/twin-files.ts'
import { insertUpload } from './files/upload-queries.ts'
import { agreedSchema } from './gate/agreed-schema.ts'
import { evaluateDeliveryRun } from './gate/evaluate-run.ts'
import { findAgreed } from './gate/gate-queries.ts'
import { keepInternalReport } from './gate/internal-reports.ts'
import { measurementOf } from './measurement.ts'
import { keepModel, sealModel } from './models/models.ts'
import { filesKey } from './originals/keys.ts'
import { insertFiles, insertPastDelivery } from './queries.ts'
import { toReview } from './review/review.ts'

/** Describes the engine's output for one file. `dir` is removed when the output is inserted or discarded. */
export type Made = {
  fileName: string
  fileBytes: bigint
  dir: string
  table: TableReport
}

type PastContract = {
  id: string
  client: string
  vendor: string
  submitted_at: Date | null
  delivered_at: Date | null
}

/** Names an original and the data contract of the request that it is delivered for. */
export type Original = { path: string; dataContract: DataContract | null }

/** Makes the twin within what the data contract declares. Throws when the engine refuses the file, or the signal ends its run. */
export async function synthesizeFile(
  { config }: Platform,
  { path, dataContract }: Original,
  signal = new AbortController().signal,
): Promise<Made> {
  const dir = await makeWorkDir(config)
  const outputDir = join(dir, 'twins')
  await mkdir(outputDir)
  const options = { signal, ...runLimits(config) }
  const input = { inputPaths: [path], tempDir: dir }
  try {
    const inspect = async () => done(await inspectInProcess(input, options), path)
    const schema = dataContract && declaredSchemaOf(dataContract, await inspect())
    const epsilon = privacyEpsilons.standard
    const terms = { outputDir, epsilon, measured: measuredFilesIn(dir) }
    const made = await synthesizeInProcess(
      { ...input, ...terms, ...(schema && { schema }) },
      options,
    )
    const { size } = await stat(path)
    return { fileName: basename(path), fileBytes: BigInt(size), dir, table: done(made, path)[0]! }
  } catch (error) {
    await removeWorkDir(dir)
    throw error
  }
}

/** Declares what a vendor's delivery would, reviewed without a change. */
const declaredSchemaOf = (dataContract: DataContract, tables: TableInspection[]) =>
  agreedSchema({ choices: [], tables: [] }, dataContract, toReview(tables))

function done<T>(outcome: Outcome<T>, path: string): T {
  if (outcome.type !== 'done') throw new Error(`The engine made nothing of ${path}.`)
  return outcome.result
}

export const discardOutput = ({ dir }: Made): Promise<void> => removeWorkDir(dir)

/** Run as the system. */
export async function backfillDelivery(
  { tx, platform }: { tx: Tx; platform: Platform },
  contract: PastContract,
  made: Made,
): Promise<void> {
  const { name, path, published } = made.table
  const report = publishedReport.parse(published)
  const { gate } = await evaluateDeliveryRun(await findAgreed(tx, contract.id), made.dir, [
    made.table,
  ])
  const { id } = await insertPastDelivery(tx, {
    ...rowOf(contract, made),
    status: 'ready',
    progress: 1,
    report: JSON.stringify(report),
    gate: JSON.stringify(gate),
    finished_at: contract.delivered_at,
  })
  await insertPastUpload(tx, { ...contract, deliveryId: id }, made, contract.delivered_at!)
  const reports = splitReports([{ name, path, report }])
  const now = contract.delivered_at!
  const certificate = await draftCertificate({ tx, platform }, contract.id)
  const account = await accountOf(tx, { ...contract, id, contract_id: contract.id }, made, now)
  const tables = await writeFiles(made.dir, { fileName: made.fileName, reports, account })
  const companions = await describeDelivery(certificate, {
    at: now,
    dir: made.dir,
    tables,
    account,
  })
  const key = await filesKey(tx, platform.secrets, id)
  const blobs = openBlobs(platform.config)
  const files = await encryptFiles(blobs, key, [...filesOf(tables), ...companions])
  await insertFiles(tx, id, files)
  const { modelPath } = measuredFilesIn(made.dir)
  await keepModel(tx, id, await sealModel(blobs, key, modelPath))
  await keepInternalReport(tx, id, [made.table])
  await keepPreview(tx, id, await readPreview([made.table]))
  // A sample's original comes with the platform: none was uploaded, and none destroyed.
  const delivery = { id, files, tables, originals: [], account, until: now }
  await issueCertificate({ tx, platform, now }, certificate, delivery)
  await discardOutput(made)
}

/** Enters what the run spent into an account of its own. Returns the account. */
async function accountOf(
  tx: Tx,
  delivery: Parameters<typeof measurementOf>[1],
  { table }: Made,
  at: Date,
): Promise<SourceAccount | null> {
  const measured = await measurementOf(tx, delivery)
  const ledger = ledgerOf([table])
  if (ledger) await backfillSpending(tx, measured, { ledger, at })
  return await getSourceAccount(tx, measured)
}

/**
 * Inserts a delivery in progress for the sample marketplace, without a job that runs it. Requires
 * the system role.
 */
export async function backfillRunningDelivery(
  tx: Tx,
  contract: PastContract,
  file: File,
): Promise<void> {
  const { id } = await insertPastDelivery(tx, {
    ...rowOf(contract, file),
    status: 'processing',
    attempt: 1,
    stage: 'modeling',
    progress: 0.62,
  })
  await insertPastUpload(tx, { ...contract, deliveryId: id }, file, null)
}

/** Enters an upload that its vendor has begun and taken back. Run as the system. */
export async function backfillUploadTakenBack(
  tx: Tx,
  contract: Pick<PastContract, 'id' | 'vendor'>,
  { at, ...file }: File & { at: Date },
): Promise<void> {
  await insertPastUpload(tx, { ...contract, submitted_at: at, deliveryId: null }, file, at)
}

type File = Pick<Made, 'fileName' | 'fileBytes'>

const rowOf = (
  { id, client, vendor, submitted_at }: PastContract,
  { fileName, fileBytes }: File,
) => ({
  contract_id: id,
  client,
  vendor,
  file_name: fileName,
  file_bytes: fileBytes,
  created_at: submitted_at!,
})

/** `removedAt`: when the original ended. */
async function insertPastUpload(
  tx: Tx,
  contract: Pick<PastContract, 'id' | 'vendor' | 'submitted_at'> & { deliveryId: string | null },
  { fileName, fileBytes }: File,
  removedAt: Date | null,
): Promise<void> {
  await insertUpload(tx, {
    id: randomUUID().replaceAll('-', ''),
    contract_id: contract.id,
    delivery_id: contract.deliveryId,
    organization: contract.vendor,
    file_name: fileName,
    bytes: fileBytes,
    received: fileBytes,
    state: removedAt ? 'removed' : 'open',
    removed_at: removedAt,
    created_at: contract.submitted_at!,
  })
}
