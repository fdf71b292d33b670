/**
 * Makes a sealed delivery ready, in the transaction that records the destruction of its originals: with
 * the certificate that states it, the contract, the price that is due, and the notices to both parties.
 */
import { randomUUID } from 'node:crypto'
import {
  bucketHeld,
  type Certificate,
  type CertifiedConnection,
  type ConnectedState,
  type ConnectionKind,
  connectedHashesStatement,
  connectedLimits,
  copyStatement,
  describeDuePrice,
  endedContractStatuses,
  measuredLimits,
  neverLeftStatement,
  nothingStoredStatement,
  platformAttests,
  sameRowsTexts,
  sampleOnDiskStatement,
  vendorAttests,
  warehouseHeld,
} from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { getDuePrice, lockContract, markDelivered } from '../../market/contracts/service.ts'
import { getSigningKey } from '../../people/signing-keys/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { findCertificateOf, issueCertificate } from '../certificates/service.ts'
import type { Destroyed } from '../destructions/service.ts'
import { findConnected, forgetObjects } from './connected/connected-queries.ts'
import { setCancelled } from './files/draft-queries.ts'
import { publishProgress } from './files/publish-progress.ts'
import { measuredAccuracy } from './gate/gate.ts'
import { certifyDestruction } from './originals/certified-destruction.ts'
import { findMeasurementOf } from './premises/measurement-queries.ts'
import { findReadyDelivery } from './queries.ts'
import {
  type FinishingDelivery,
  isSealed,
  listCertifiedFiles,
  lockFinishing,
  type SealedOutcome,
  setFaultSince,
  setReady,
  takeSealed,
} from './sealed-queries.ts'
import { dealOf } from './subjects.ts'
import { finishTwin } from './twins/finish-twin.ts'

/**
 * Finishes a delivery whose originals are destroyed, once. Does nothing for one that ended otherwise, and
 * cancels one whose contract is over. Requires the system role.
 */
export async function finishDelivery(
  ctx: SystemCtx,
  id: string,
  destroyed: Destroyed[],
): Promise<void> {
  const { tx, now } = ctx
  const row = await lockFinishing(tx, id)
  const outcome = await takeSealed(tx, id)
  if (!outcome) return
  if (endedContractStatuses.some((status) => status === row.contract_status)) {
    await setCancelled(tx, id, now)
    return await publishProgress(tx, row)
  }
  await setReady(tx, id, outcome, now)
  const used = destroyed.filter(({ why }) => why === 'delivered')
  if (row.contract_id === null) return await finishTwin(ctx, row, outcome, used)
  const { contractId, client } = dealOf(row)
  const destruction = await certify(ctx, row, outcome, used)
  const [main, ...others] = outcome.tables
  const accuracy = measuredAccuracy([main.report, ...others.map(({ report }) => report)])
  await markDelivered(tx, contractId, { accuracy, now })
  const about = { contractId, deliveryId: id }
  const { certificateId } = outcome
  announceEvent(tx, [client, row.vendor], 'delivery.ready', about)
  announceEvent(tx, [client, row.vendor], 'certificate.issued', { ...about, certificateId })
  await notifyBothParties(ctx, row, destruction)
  await ctx.platform.hooks.onDeliveryReady(ctx, about)
}

/** Shows the parties that a sealed delivery is delayed by a problem of the platform. */
export async function noteDelay(tx: Tx, id: string, now: Date): Promise<void> {
  if (!(await isSealed(tx, id))) return
  await setFaultSince(tx, id, now)
  await publishProgress(tx, await lockFinishing(tx, id))
}

/** Issues the certificate. Returns its sentences about the originals. */
async function certify(
  ctx: SystemCtx,
  row: FinishingDelivery,
  { certificateId, licenseId = randomUUID(), tables, account, noise, copy }: SealedOutcome,
  destroyed: Destroyed[],
): Promise<string> {
  const { tx, now } = ctx
  const { id, is_measured_by_vendor, is_connected } = row
  const subject = { id: dealOf(row).contractId }
  const draft = { id: certificateId, license: { id: licenseId }, subject }
  const certified = { id, files: await listCertifiedFiles(tx, id), tables, account }
  if (copy) {
    await issueCertificate(ctx, draft, { ...certified, ...(await certifyCopy(tx, copy)) })
    return copyStatement
  }
  if (is_measured_by_vendor) {
    const measurement = await certifyMeasurement(tx, id, noise ?? 'cannot_tell')
    await issueCertificate(ctx, draft, { ...certified, originals: [], attested: { measurement } })
    return neverLeftStatement
  }
  if (is_connected) {
    const { connection, originals, statement } = await certifyConnection(tx, id)
    await issueCertificate(ctx, draft, { ...certified, originals, attested: { connection } })
    return statement
  }
  const { originals, destruction } = await certifyDestruction(tx, id, { destroyed, now })
  await issueCertificate(ctx, draft, { ...certified, originals, destruction })
  return destruction.statement
}

/** Returns what the certificate states of a copy: what that of the twin states of its originals, and nothing of its deal. */
async function certifyCopy(tx: Tx, { listing, revision, of }: NonNullable<SealedOutcome['copy']>) {
  const source = await findReadyDelivery(tx, { id: of })
  const stated = (await findCertificateOf(tx, of))?.stated
  if (!source?.finished_at || !stated) throw new Error(`Delivery ${of} has no certificate.`)
  const { destruction, connection } = stated
  const madeAt = source.finished_at.toISOString()
  return {
    measuredAs: of,
    originals: stated.originals.map(({ bytes, sha256 = null }) => ({
      bytes: BigInt(bytes),
      sha256,
    })),
    attested: {
      copy: { listing, revision, madeAt, statement: copyStatement },
      ...(destruction && { destruction }),
      ...(connection && { connection }),
    },
  }
}

/** Returns what the certificate states of a vendor's own measurement. */
async function certifyMeasurement(
  tx: Tx,
  deliveryId: string,
  noise: 'as_stated' | 'cannot_tell',
): Promise<Certificate['measurement']> {
  const row = await findMeasurementOf(tx, deliveryId)
  if (!row?.statement || !row.signing_key || !row.stated_at)
    throw new Error(`Delivery ${deliveryId} has no statement.`)
  const { kid, jwk, createdAt } = await getSigningKey(tx, row.signing_key)
  return {
    at: row.stated_at.toISOString(),
    statement: row.statement,
    key: { ...jwk, kid, registeredAt: createdAt.toISOString() },
    ...{ noise, vendorAttests, platformAttests, notKnown: measuredLimits },
  }
}

/** Returns what the certificate states of data that was read through a connection, and its sentence for the parties. Forgets where. */
async function certifyConnection(tx: Tx, deliveryId: string) {
  const row = await findConnected(tx, deliveryId)
  if (!row?.read_at) throw new Error(`Delivery ${deliveryId} has read nothing.`)
  const kind = row.kind as ConnectionKind
  const state = stateOfKind[kind]
  const held = kind === 's3' ? bucketHeld : warehouseHeld
  const connection: CertifiedConnection = {
    ...{ at: row.read_at.toISOString(), kind, tables: row.objects.length, state },
    held: [
      held,
      ...(row.was_on_disk ? [sampleOnDiskStatement] : []),
      connectedHashesStatement,
    ].join(' '),
    sameRows: sameRowsTexts[state],
    notKnown: connectedLimits,
  }
  const originals =
    kind === 's3'
      ? row.objects.map(({ bytes = 0, sha256 = null }) => ({ bytes: BigInt(bytes), sha256 }))
      : []
  await forgetObjects(tx, deliveryId)
  return { connection, originals, statement: nothingStoredStatement }
}

const stateOfKind: Record<ConnectionKind, ConnectedState> = {
  postgres: 'one_snapshot',
  trino: 'equal_checksums',
  s3: 'same_bytes',
}

async function notifyBothParties(
  ctx: SystemCtx,
  row: FinishingDelivery,
  destruction: string,
): Promise<void> {
  const { contractId, client } = dealOf(row)
  const contract = await lockContract(ctx.tx, contractId)
  const due = await getDuePrice(ctx.tx, contract)
  const price = due ? ` ${describeDuePrice(due, contract.price_cents)}` : ''
  await notify(ctx, {
    organizationId: client,
    type: 'contract',
    title: 'Data Delivered',
    message: `The synthetic dataset for ${row.title} misses none of the agreed terms. It waits for your review, with a report of what was measured.${price}`,
    path: `/download/${row.dpr_id}`,
    mail: true,
  })
  await notify(ctx, {
    organizationId: row.vendor,
    type: 'contract',
    title: 'Data Delivered Successfully',
    message: `Your delivery for ${row.title} misses none of the agreed terms, and the client has been notified. ${destruction}${price}`,
    path: '/vendor-active-contracts',
  })
  await publishProgress(ctx.tx, row)
}
