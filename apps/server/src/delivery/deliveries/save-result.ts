/**
 * Ends a run whose twin passed the gate: its files and report are sealed with the account of its source,
 * and the originals end. The delivery is ready once they are destroyed (`finishDelivery`).
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type DataFormat,
  type DeliveryMethod,
  type GateItem,
  type OtherFormat,
  publishedReport,
  type SourceAccount,
} from '@semblance/contract'
import type { SystemCtx } from '../../platform/http/context.ts'
import {
  type CertificateDraft,
  certifiedTable,
  describeDelivery,
  draftCertificate,
  type WrittenTable,
} from '../certificates/service.ts'
import { keepPreview, readPreview } from '../previews/service.ts'
import { forecastSourceAccount, getSourceAccount, settleBudget } from '../sources/service.ts'
import { writeConversions } from './files/conversions.ts'
import {
  discardFiles,
  encryptFiles,
  filesOf,
  splitReports,
  writeFiles,
} from './files/twin-files.ts'
import { finishDelivery } from './finish-delivery.ts'
import { keepInternalReport, type MadeTables } from './gate/internal-reports.ts'
import { subjectOf } from './measurement.ts'
import { endOriginals } from './originals/destruction.ts'
import { filesKey } from './originals/keys.ts'
import { type EncryptionContext, writeEnd } from './outcomes.ts'
import { type ClaimedDelivery, insertFiles, isSealedBy, updateRun } from './queries.ts'
import { insertSealed, type SealedOutcome } from './sealed-queries.ts'

/** A run whose tables are what was agreed. */
type Result = MadeTables & {
  gate: GateItem[]
  formats: DataFormat[]
  deliveryMethod: DeliveryMethod
  /** Set where the vendor measured: the finding about its model's noise. */
  noise?: SealedOutcome['noise']
}

/** Returns the formats that come with a delivery next to CSV; programs that read tables by the API get Parquet. */
function otherFormats({ formats, deliveryMethod }: Pick<Result, 'formats' | 'deliveryMethod'>) {
  const agreed: OtherFormat[] = formats.filter((format) => format !== 'csv')
  return deliveryMethod === 'api' ? [...new Set([...agreed, 'parquet' as const])] : agreed
}

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
  const certificate = await draftFor(place, run)
  const preview = await readPreview(result.tables)
  for (;;) {
    const account = await writeEnd(place, (tx) =>
      forecastSourceAccount(tx, subjectOf(run.id), result.ledger),
    )
    const made = await makeFiles(place, run, dir, { ...result, certificate, account })
    try {
      const isKept = await writeEnd(place, (tx) =>
        keepResult({ tx, platform: place.platform, now: new Date() }, run, {
          ...result,
          ...made,
          preview,
        }),
      )
      if (!isKept) await discardFiles(place.blobs, made.sealed)
      return isKept
    } catch (error) {
      if (!(error instanceof AccountMoved)) throw error
      await discardFiles(place.blobs, made.sealed)
    }
  }
}

/** Returns the certificate that the documents of a delivery name; null for a twin without a contract, which has none. */
async function draftFor(
  place: EncryptionContext,
  { contract_id, is_measured_by_vendor, is_connected }: ClaimedDelivery,
): Promise<CertificateDraft | null> {
  if (contract_id === null) return null
  const draft = await writeEnd(place, (tx) =>
    draftCertificate({ tx, platform: place.platform }, contract_id),
  )
  return { ...draft, isMeasuredByVendor: is_measured_by_vendor, isConnected: is_connected }
}

/** Another measurement of the source was settled after the report files were written. */
class AccountMoved extends Error {}

type Made = Awaited<ReturnType<typeof makeFiles>>

/** Writes and seals the files of a delivery, with an account of its source. */
async function makeFiles(
  place: EncryptionContext,
  run: ClaimedDelivery,
  dir: string,
  {
    tables,
    formats,
    deliveryMethod,
    certificate,
    account,
  }: Result & { certificate: CertificateDraft | null; account: SourceAccount | null },
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
    otherFormats({ formats, deliveryMethod }),
  )
  const companions = certificate
    ? await describeDelivery(certificate, { at: now, dir, tables: written, account })
    : []
  const key = await writeEnd(place, (tx) => filesKey(tx, platform.secrets, run.id))
  const files = [...filesOf(written), ...conversions, ...companions]
  const sealed = await encryptFiles(blobs, key, files)
  return { certificate, account, reports, written, sealed }
}

/**
 * Keeps the files with what the delivery states once it is ready, and ends the originals. Returns false
 * if the delivery belongs to another run; throws AccountMoved.
 */
async function keepResult(
  ctx: SystemCtx,
  run: ClaimedDelivery,
  {
    tables,
    ledger,
    gate,
    preview,
    ...made
  }: Result & Made & { preview: Awaited<ReturnType<typeof readPreview>> },
): Promise<boolean> {
  const { tx } = ctx
  const { certificate, reports, written, sealed } = made
  // Its own end, if the answer to an earlier try was lost: then its files are in use.
  const sealing = { progress: 1, fault_since: null }
  if (!(await updateRun(tx, run, sealing))) return await isSealedBy(tx, run)
  await insertFiles(tx, run.id, sealed)
  await keepInternalReport(tx, run.id, tables)
  await keepPreview(tx, run.id, preview)
  await settleBudget(tx, subjectOf(run.id), ledger)
  const account = await getSourceAccount(tx, subjectOf(run.id))
  if (!isDeepStrictEqual(account, made.account)) throw new AccountMoved()
  await endOriginals(tx, run.id, 'delivered')
  await insertSealed(tx, run.id, {
    certificateId: certificate?.id ?? randomUUID(),
    licenseId: certificate?.license.id,
    tables: sealedTables(reports, written),
    gate,
    account,
    noise: made.noise,
  })
  // No original is here whose destruction would have to come first.
  if (run.is_measured_by_vendor || run.is_connected) await finishDelivery(ctx, run.id, [])
  return true
}

function sealedTables(
  { main, others }: ReturnType<typeof splitReports>,
  written: WrittenTable[],
): SealedOutcome['tables'] {
  const [first, ...rest] = [main, ...others].flatMap(({ name }, i) => {
    const table = written[i]
    return table ? [{ name, ...certifiedTable(table) }] : []
  })
  if (!first) throw new Error('A delivery has no table.')
  return [first, ...rest]
}
