/**
 * Ends a run whose twin passed the gate: its files and report are sealed, then delivered in one
 * transaction with the account of its source.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type DataFormat,
  type GateItem,
  publishedReport,
  type SourceAccount,
} from '@semblance/contract'
import type { TableReport } from '@semblance/synth'
import { markDelivered } from '../../market/contracts/service.ts'
import {
  type CertificateDraft,
  describeDelivery,
  draftCertificate,
  issueCertificate,
} from '../certificates/service.ts'
import { keepPreview, readPreview } from '../previews/service.ts'
import {
  forecastSourceAccount,
  getSourceAccount,
  ledgerOf,
  settleBudget,
} from '../sources/service.ts'
import { writeConversions } from './files/conversions.ts'
import {
  discardFiles,
  encryptFiles,
  filesOf,
  splitReports,
  writeFiles,
} from './files/twin-files.ts'
import { measuredAccuracy } from './gate/gate.ts'
import { keepInternalReport } from './gate/internal-reports.ts'
import { subjectOf } from './measurement.ts'
import { discardModel, keepModel, sealModel } from './models/models.ts'
import { destroyOriginals, destructionRecord } from './originals/destruction.ts'
import { filesKey } from './originals/keys.ts'
import { type EncryptionContext, notifyBothParties, type Told, writeEnd } from './outcomes.ts'
import {
  type ClaimedDelivery,
  insertFiles,
  isOwnRun,
  type RunChange,
  updateRun,
} from './queries.ts'

/** A run whose tables are what was agreed; its model is in the file at `modelPath`. */
type Result = { tables: TableReport[]; gate: GateItem[]; formats: DataFormat[]; modelPath: string }

/**
 * Stores the result of a run. Returns false and stores nothing if the row belongs to another run. The
 * report files state the account of the source as this transaction settles it: if another measurement
 * was settled since they were written, they are written again.
 */
export async function saveResult(
  place: EncryptionContext,
  run: ClaimedDelivery,
  dir: string,
  result: Result,
): Promise<boolean> {
  const certificate = await writeEnd(place, (tx) =>
    draftCertificate({ tx, platform: place.platform }, run.contract_id),
  )
  const preview = await readPreview(result.tables)
  for (;;) {
    const account = await writeEnd(place, (tx) =>
      forecastSourceAccount(tx, subjectOf(run.id), ledgerOf(result.tables)),
    )
    const made = await makeFiles(place, run, dir, { ...result, certificate, account })
    try {
      const isKept = await writeEnd(place, (tx) =>
        keepResult({ tx, platform: place.platform }, run, { ...result, ...made, preview }),
      )
      if (!isKept) await discard(place, made)
      return isKept
    } catch (error) {
      if (!(error instanceof AccountMoved)) throw error
      await discard(place, made)
    }
  }
}

/** Another measurement of the source was settled after the report files were written. */
class AccountMoved extends Error {}

type Made = Awaited<ReturnType<typeof makeFiles>>

async function discard({ blobs }: EncryptionContext, { sealed, model }: Made): Promise<void> {
  await discardFiles(blobs, sealed)
  await discardModel(blobs, model)
}

/** Writes and seals the files of a delivery, with an account of its source. */
async function makeFiles(
  place: EncryptionContext,
  run: ClaimedDelivery,
  dir: string,
  {
    tables,
    formats,
    modelPath,
    certificate,
    account,
  }: Result & { certificate: CertificateDraft; account: SourceAccount | null },
) {
  const { platform, blobs } = place
  const reports = splitReports(
    tables.map(({ name, path, published }) => ({
      name,
      path,
      report: publishedReport.parse(published), // what readers are promised, and nothing beyond it
    })),
  )
  const now = new Date()
  const written = await writeFiles(dir, { fileName: run.file_name, reports, account })
  const conversions = await writeConversions(
    place,
    dir,
    written.map(({ twin }) => twin),
    formats.filter((format) => format !== 'csv'),
  )
  const companions = await describeDelivery(certificate, { at: now, dir, tables: written, account })
  const key = await writeEnd(place, (tx) => filesKey(tx, platform.secrets, run.id))
  const files = [...filesOf(written), ...conversions, ...companions]
  const sealed = await encryptFiles(blobs, key, files)
  const model = await sealModel(blobs, key, modelPath)
  return { certificate, account, reports, written, sealed, model, now }
}

/** Makes the delivery ready. Returns false if it belongs to another run; throws AccountMoved. */
async function keepResult(
  { tx, platform }: Told,
  run: ClaimedDelivery,
  {
    tables,
    gate,
    preview,
    ...made
  }: Result & Made & { preview: Awaited<ReturnType<typeof readPreview>> },
): Promise<boolean> {
  const { certificate, reports, written, sealed, now } = made
  // Its own end, if the answer to an earlier try was lost: then its files are in use.
  if (!(await updateRun(tx, run, readyWith(reports, gate, now))))
    return await isOwnRun(tx, { ...run, status: 'ready' })
  await insertFiles(tx, run.id, sealed)
  await keepModel(tx, run.id, made.model)
  await keepInternalReport(tx, run.id, tables)
  await keepPreview(tx, run.id, preview)
  await settleBudget(tx, subjectOf(run.id), ledgerOf(tables))
  const account = await getSourceAccount(tx, subjectOf(run.id))
  if (!isDeepStrictEqual(account, made.account)) throw new AccountMoved()
  const { at, files } = await destroyOriginals(tx, run.id, 'delivered')
  await issueCertificate({ tx, platform, now }, certificate, {
    id: run.id,
    files: sealed,
    tables: written,
    originals: files,
    account,
    destruction: { at, record: destructionRecord(run.id) },
  })
  await markDelivered(tx, run.contract_id, { accuracy: pricedAccuracy(reports), now })
  await notifyBothParties({ tx, platform }, run)
  return true
}

const pricedAccuracy = ({ main, others }: ReturnType<typeof splitReports>) =>
  measuredAccuracy([main.report, ...others.map(({ report }) => report)])

const readyWith = (
  { main, others }: ReturnType<typeof splitReports>,
  gate: GateItem[],
  now: Date,
): RunChange => ({
  status: 'ready',
  report: JSON.stringify(main.report),
  gate: JSON.stringify(gate),
  other_reports: JSON.stringify(others.map(({ name, report }) => ({ name, report }))),
  progress: 1,
  fault_since: null,
  finished_at: now,
})
