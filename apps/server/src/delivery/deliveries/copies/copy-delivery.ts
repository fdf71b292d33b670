/**
 * Delivers a copy of a listed twin: the same tables and reports, sealed under a key of their own, with documents, license
 * and certificate of their own contract. A run may be repeated at any point.
 */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { system } from '../../../platform/database/db.ts'
import { untilAnswered } from '../../../platform/process/until-answered.ts'
import { certifiedTable, describeDelivery, draftCertificate } from '../../certificates/service.ts'
import { withWorkDir } from '../../engine/service.ts'
import { copyPreview } from '../../previews/service.ts'
import { getAccountOfCopies } from '../../sources/service.ts'
import {
  discardFiles,
  encryptFiles,
  filesOf,
  readerOf,
  splitReports,
  withKeys,
  writeFiles,
} from '../files/twin-files.ts'
import { finishDelivery } from '../finish-delivery.ts'
import { evaluateDeliveryRun } from '../gate/evaluate-run.ts'
import { passes } from '../gate/gate.ts'
import { findAgreed } from '../gate/gate-queries.ts'
import { holdAfterTakeovers, settleRunFault } from '../held/hold.ts'
import { subjectOf } from '../measurement.ts'
import { filesKey } from '../originals/keys.ts'
import { writeEnd } from '../outcomes.ts'
import type { Work } from '../process-delivery.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  findStoredArchive,
  insertFiles,
  isSealedBy,
  updateRun,
} from '../queries.ts'
import { insertSealed, type SealedOutcome } from '../sealed-queries.ts'
import { dealOf } from '../subjects.ts'
import { readTwin } from './copies.ts'
import { findBought } from './copy-queries.ts'

export async function copyDelivery(work: Work, deliveryId: string): Promise<void> {
  const { platform } = work
  const run = await writeEnd(work, (tx) =>
    claimDelivery(tx, deliveryId, ['queued', 'processing'], 'processing'),
  )
  if (!run || (await holdAfterTakeovers(platform, run))) return
  try {
    await withWorkDir(platform.config, (dir) => copy(work, run, dir))
  } catch (error) {
    await settleRunFault(work, run, error)
  }
}

async function copy(work: Work, run: ClaimedDelivery, dir: string): Promise<void> {
  const made = await makeFiles(work, run, dir)
  const isKept = await writeEnd(work, async (tx) => {
    const sealing = { progress: 1, fault_since: null }
    // Its own end, if the answer to an earlier try was lost: then its files are in use.
    if (!(await updateRun(tx, run, sealing))) return await isSealedBy(tx, run)
    await insertFiles(tx, run.id, made.sealed)
    await copyPreview(tx, { from: made.outcome.copy.of, to: run.id })
    await insertSealed(tx, run.id, made.outcome)
    await finishDelivery({ tx, platform: work.platform, now: new Date() }, run.id, [])
    return true
  })
  if (!isKept) await discardFiles(work.blobs, made.sealed)
}

type Made = {
  sealed: Awaited<ReturnType<typeof encryptFiles>>
  outcome: SealedOutcome & { copy: NonNullable<SealedOutcome['copy']> }
}

/** Writes the files of the copy, whose documents name its own contract, and seals them. */
async function makeFiles(work: Work, run: ClaimedDelivery, dir: string): Promise<Made> {
  const { platform, blobs } = work
  const { twin, tables } = await openTwin(work, run, dir)
  const { contractId } = dealOf(run)
  const { draft, agreed, bought, account } = await writeEnd(work, async (tx) => ({
    draft: await draftCertificate({ tx, platform }, contractId),
    agreed: await findAgreed(tx, contractId),
    bought: await findBought(tx, contractId),
    account: await getAccountOfCopies(tx, subjectOf(twin.delivery.id)),
  }))
  const { gate } = await evaluateDeliveryRun(
    agreed,
    dir,
    tables.map(({ name, path, report }) => ({ name, path, published: report })),
  )
  if (!passes(gate)) throw new Error(`Delivery ${twin.delivery.id} is not what its listing says.`)
  const reports = splitReports(tables)
  const written = await writeFiles(dir, {
    fileName: twin.delivery.file_name,
    reports,
    account,
  })
  const companions = await describeDelivery(
    { ...draft, isCopy: true, isConnected: twin.delivery.is_connected },
    { at: new Date(), dir, tables: written, account },
  )
  const key = await writeEnd(work, (tx) => filesKey(tx, platform.secrets, run.id))
  const sealed = await encryptFiles(blobs, key, [...filesOf(written), ...companions])
  const [main, ...others] = [reports.main, ...reports.others].flatMap(({ name }, i) => {
    const table = written[i]
    return table ? [{ name, ...certifiedTable(table) }] : []
  })
  if (!main) throw new Error(`Delivery ${twin.delivery.id} has no table.`)
  return {
    sealed,
    outcome: {
      certificateId: draft.id,
      licenseId: draft.license.id,
      tables: [main, ...others],
      gate,
      account,
      copy: { ...bought, of: twin.delivery.id },
    },
  }
}

/** Decrypts the tables of the twin into the directory of the run. */
async function openTwin({ platform, blobs, signal }: Work, run: ClaimedDelivery, dir: string) {
  const found = await untilAnswered(
    () =>
      platform.db.transaction(system, async (tx) => {
        const twin = run.copied_from ? await readTwin(tx, run.copied_from) : null
        const archive = twin && (await findStoredArchive(tx, twin.delivery.id))
        if (!twin || !archive) throw new Error(`The twin of delivery ${run.id} is not there.`)
        return { twin, files: await withKeys(tx, platform, archive.files) }
      }),
    signal,
  )
  const read = readerOf(platform, blobs)
  const tables = []
  for (const [i, { name, file, report }] of found.twin.tables.entries()) {
    const stored = found.files.find((each) => each.name === file)
    if (!stored) throw new Error(`The table ${file} of delivery ${run.copied_from} is not there.`)
    const path = join(dir, `table-${i}.csv`)
    const whole = { start: 0, end: Number(stored.bytes) - 1 }
    await pipeline(read(stored, whole), createWriteStream(path, { mode: 0o600 }))
    tables.push({ name, path, report })
  }
  return { twin: found.twin, tables }
}
