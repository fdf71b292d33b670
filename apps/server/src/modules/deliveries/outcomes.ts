/** How a run ends: the row, the contract, the files and the people who are told, in one transaction. */
import { rename, writeFile } from 'node:fs/promises'
import { type PublishedReport, publishedReport } from '@semblance/contract'
import type { TableReport } from '@semblance/synth'
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { splitExtension } from '../../platform/file-names.ts'
import type { Storage } from '../../platform/storage.ts'
import { markDelivered, markSentBack } from '../contracts/service.ts'
import { notify } from '../notifications/service.ts'
import { type ClaimedDelivery, getContractStatus, insertResult, updateRun } from './queries.ts'

type Place = { platform: Platform; storage: Storage }

/**
 * No dataset came of it: the contract waits for another delivery, and the vendor learns why.
 * False when another run has taken over; then nothing is changed.
 */
export async function finishWithoutData(
  { platform }: Place,
  run: ClaimedDelivery,
  status: 'refused' | 'failed',
  reason: string,
): Promise<boolean> {
  return await platform.db.transaction(system, async (tx) => {
    if (!(await updateRun(tx, run, { status, reason, finished_at: new Date() }))) return false
    if ((await getContractStatus(tx, run.contract_id)) === 'synthetic_processing')
      await markSentBack(tx, run.contract_id)
    const notice = {
      organizationId: run.vendor,
      type: 'contract',
      title: status === 'refused' ? 'Delivery not accepted' : 'Delivery could not be processed',
      message: `${run.file_name} for ${run.title}: ${reason}`,
      path: `/data-upload/${run.contract_id}`,
      mail: true,
    } as const
    await notify({ tx, platform }, notice)
    return true
  })
}

/** False when another run was faster; then nothing is kept. */
export async function keepResult(
  { platform, storage }: Place,
  run: ClaimedDelivery,
  workDir: string,
  { path, published, internal }: TableReport,
): Promise<boolean> {
  const report = publishedReport.parse(published) // what readers are promised, and nothing beyond it
  const files = await writeFiles(storage, workDir, {
    twinPath: path,
    fileName: run.file_name,
    report,
  })
  const now = new Date()
  return await platform.db.transaction(system, async (tx) => {
    const change = { report: JSON.stringify(report), progress: 1, finished_at: now }
    if (!(await updateRun(tx, run, { status: 'ready', ...change }))) return false
    // The row is locked by now: no other run can put its files in the same place.
    await insertResult(tx, run.id, await keepFiles(storage, workDir, run.id, files), internal)
    await markDelivered(tx, run.contract_id, now)
    await tell({ tx, platform }, run)
    return true
  })
}

type Written = { from: string; name: string; bytes: bigint; sha256: string }

/** Beside the dataset that the engine has written, its report. */
export async function writeFiles(
  storage: Storage,
  workDir: string,
  { twinPath, fileName, report }: { twinPath: string; fileName: string; report: PublishedReport },
): Promise<Written[]> {
  await rename(twinPath, storage.path(`${workDir}/dataset.csv`))
  const reportText = `${JSON.stringify(report, null, 2)}\n`
  await writeFile(storage.path(`${workDir}/report.json`), reportText, { mode: 0o600 })
  return [
    await describe(storage, `${workDir}/dataset.csv`, syntheticName(fileName)),
    await describe(storage, `${workDir}/report.json`, 'validation_report.json'),
  ]
}

/** Puts them where a delivery's files are, in the transaction that enters them. */
export async function keepFiles(
  storage: Storage,
  workDir: string,
  deliveryId: string,
  files: Written[],
) {
  return await Promise.all(
    files.map(async ({ from, ...file }) => {
      const storage_key = from.replace(workDir, `deliveries/${deliveryId}`)
      await storage.move(from, storage_key)
      return { ...file, storage_key }
    }),
  )
}

async function describe(storage: Storage, from: string, name: string): Promise<Written> {
  const [bytes, sha256] = [await storage.bytes(from), await storage.sha256(from)]
  if (bytes === null) throw new Error(`${from} was not written.`)
  return { from, name, bytes: BigInt(bytes), sha256 }
}

const syntheticName = (fileName: string) => `${splitExtension(fileName).stem}_synthetic.csv`

async function tell(ctx: Parameters<typeof notify>[0], run: ClaimedDelivery): Promise<void> {
  await notify(ctx, {
    organizationId: run.client,
    type: 'contract',
    title: 'Data Delivered',
    message: `The synthetic dataset for ${run.title} has passed validation and waits for your review.`,
    path: `/download/${run.dpr_id}`,
    mail: true,
  })
  await notify(ctx, {
    organizationId: run.vendor,
    type: 'contract',
    title: 'Data Delivered Successfully',
    message: `Your delivery for ${run.title} has been validated and the client has been notified. The original file has been destroyed.`,
    path: '/vendor-active-contracts',
  })
}
