/** Samples of vendors' data: received into a sealed blob, readable to the job alone, and ended when it is done. */
import { createHash, randomUUID } from 'node:crypto'
import {
  hasRole,
  kindsOf,
  MAX_SAMPLE_BYTES,
  type OfferPreview,
  offerCan,
  type SamplePreview,
  type SourceChoice,
  sourceOverlap,
} from '@semblance/contract'
import {
  requireMemberOrganization,
  viewerOrganization,
  withCallerTransaction,
} from '../../core/api/service.ts'
import type { Session } from '../../core/auth/service.ts'
import { getOfferForParty, lockOffer } from '../../market/offers/service.ts'
import { system, type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readBody } from '../../platform/http/file-transfer.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { newKey } from '../../platform/security/envelope-encryption.ts'
import { decryptField, encryptField } from '../../platform/security/field-encryption.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import { sanitizeFileName } from '../../platform/storage/file-names.ts'
import {
  beginDestruction,
  deriveKey,
  makeKey,
  mustWrapKeys,
  type Why,
} from '../destructions/service.ts'
import { forgetModels } from '../models/service.ts'
import { reserveMeasurement, settleBudget } from '../sources/service.ts'
import { noteUse } from '../usage/service.ts'
import { findPaidFor, measurementOf, subjectOf } from './measurement.ts'
import {
  deletePreview,
  deleteSamples,
  findPreview,
  findReadyPreview,
  insertPreview,
  insertSample,
  type PreviewRow,
  type SampleRow,
} from './queries.ts'

type Given = {
  offerId: string
  fileName: string
  bytes: number
  body: ReadableStream | null
  source?: SourceChoice
}

/**
 * Stores an offer's sample and replaces an earlier one; a refused sample is removed. Throws
 * too_large, bad_input, terms_fixed, and what `reserveMeasurement` does.
 */
export async function receiveSample(
  { platform, blobs }: { platform: Platform; blobs: Blobs },
  session: Session,
  { offerId, fileName: name, bytes: announced, body, source }: Given,
): Promise<SamplePreview> {
  const fileName = checkedName(name)
  await withCallerTransaction(platform, session, (ctx) => lockOpenOffer(ctx, offerId), [
    'sell',
    'data',
  ])
  if (announced > MAX_SAMPLE_BYTES) throw new AppError('too_large')
  const blob = await makeBlob(platform)
  const hash = createHash('sha256')
  let arrived = 0
  async function* measured() {
    if (!body) return
    for await (const chunk of readBody(body)) {
      arrived += chunk.length
      hash.update(chunk)
      if (arrived > MAX_SAMPLE_BYTES) throw new AppError('too_large')
      yield chunk
    }
  }
  try {
    await blobs.write(blob, measured())
    if (arrived === 0)
      throw new AppError('bad_input', { field: 'file', message: 'This file is empty.' })
    const received = {
      ...{ ...blob, fileName, source },
      bytes: BigInt(arrived),
      sha256: hash.digest('hex'),
    }
    return await withCallerTransaction(platform, session, (ctx) =>
      recordSample(ctx, offerId, received),
    )
  } catch (error) {
    await blobs.remove(blob.id, arrived)
    throw error
  }
}

/** Makes a key outside the database, or one to wrap in it while a server runs that finds no other. */
async function makeBlob(
  platform: Platform,
): Promise<{ id: string; key: Buffer; isWrapped: boolean }> {
  const id = randomUUID()
  const isWrapped = await platform.db.transaction(system, (tx) => mustWrapKeys(tx))
  if (isWrapped) return { id, key: newKey(), isWrapped }
  await makeKey(platform, id)
  const key = await deriveKey(platform, id)
  if (!key) throw new Error(`The key of sample ${id} is gone.`)
  return { id, key, isWrapped }
}

type ReceivedSample = {
  id: string
  key: Buffer
  isWrapped: boolean
  fileName: string
  bytes: bigint
  sha256: string
  source: SourceChoice | undefined
}

async function recordSample(
  ctx: Ctx,
  offerId: string,
  { id, key, isWrapped, fileName, bytes, sha256, source }: ReceivedSample,
): Promise<SamplePreview> {
  const { tx, platform } = ctx
  const { client, vendor, dpr_title, privacy_level } = await lockOpenOffer(ctx, offerId)
  const wrap = () =>
    encryptField(tx, platform.secrets, vendor, placeOf(id), key.toString('base64url'))
  const sealed_key = isWrapped ? await wrap() : null
  const row = await withSystemRole(tx, async () => {
    await endSamples(tx, { offerId }, 'replaced')
    await deletePreview(tx, offerId)
    const file = { sample_id: id, file_name: fileName, file_bytes: bytes }
    await insertPreview(tx, { offer_id: offerId, client, vendor, ...file, is_loaded: false })
    const sample = { id, offerId, vendor, title: dpr_title, privacyLevel: privacy_level, sha256 }
    const measurement = measurementOf(sample)
    const chosen = source && 'id' in source ? source.id : null
    const drawsFrom = await findPaidFor(tx, measurement, fileName, chosen)
    const { source_id } = await reserveMeasurement(tx, { ...measurement, drawsFrom }, source)
    const chosen_source = source ? source_id : null
    await insertSample(tx, { id, offer_id: offerId, vendor, bytes, sealed_key, chosen_source })
    return await findPreview(tx, offerId)
  })
  await enqueue(tx, 'preview.make', { sampleId: id }, { queueName: 'previews' })
  await publish(tx, { organization: vendor }, { topic: 'offer.changed', id: offerId })
  return toSample(row!)
}

/** Returns the data key of a sample. Throws when its key is gone. Call outside transactions. */
export async function openSampleKey(
  platform: Platform,
  { id, vendor, sealed_key }: Pick<SampleRow, 'id' | 'vendor' | 'sealed_key'>,
): Promise<Buffer> {
  const { db, secrets } = platform
  if (sealed_key !== null) {
    const text = await db.transaction(system, (tx) =>
      decryptField(tx, secrets, vendor, placeOf(id), sealed_key),
    )
    return Buffer.from(text, 'base64url')
  }
  const key = await deriveKey(platform, id)
  if (!key) throw new Error(`The key of sample ${id} is gone.`)
  return key
}

const placeOf = (id: string) => `app.offer_samples.sealed_key:${id}`

/**
 * Ends samples at once: they are not opened any more, and a job destroys their keys. Ends what is reserved
 * for them. Requires the system role.
 */
export async function endSamples(
  tx: Tx,
  which: { offerId: string } | { id: string },
  why: Why,
): Promise<void> {
  // One with an ending is being destroyed already.
  for (const sample of await deleteSamples(tx, which))
    if (sample.ending === null) await destroySample(tx, sample, why)
}

/** Has a sample's key destroyed, and ends what is reserved for it. Requires the system role. */
export async function destroySample(
  tx: Tx,
  { id, offer_id, bytes, sealed_key }: SampleRow,
  why: Why,
): Promise<void> {
  await settleBudget(tx, subjectOf(id))
  if (why !== 'made') await forgetModels(tx, subjectOf(id))
  const keyStore = sealed_key === null ? 'files' : 'database'
  await beginDestruction(tx, { offerId: offer_id }, [{ id, bytes, keyStore }], why)
}

/**
 * Returns the state of a sample to its vendor. Null if the offer has none. Throws not_found for
 * offers of other vendors.
 */
export async function getSample(ctx: Ctx, offerId: string): Promise<SamplePreview | null> {
  const vendor = viewerOrganization(ctx, 'vendor')
  const offer = await getOfferForParty(ctx, offerId)
  if (offer.vendor !== vendor) throw new AppError('not_found')
  const row = await findPreview(ctx.tx, offer.id)
  return row ? toSample(row) : null
}

export async function removeSample(ctx: Ctx, offerId: string): Promise<void> {
  const { client, vendor } = await lockOpenOffer(ctx, offerId)
  await withSystemRole(ctx.tx, async () => {
    await endSamples(ctx.tx, { offerId }, 'removed')
    if (!(await deletePreview(ctx.tx, offerId))) throw new AppError('not_found')
  })
  const parties = [{ organization: client }, { organization: vendor }]
  await publish(ctx.tx, parties, { topic: 'offer.changed', id: offerId })
}

/**
 * Returns the preview of an offer's sample to either party; a client has access while the offer
 * lasts. Throws not_found.
 */
export async function getOfferPreview(ctx: Ctx, offerId: string): Promise<OfferPreview> {
  const offer = await getOfferForParty(ctx, offerId)
  const found = await findReadyPreview(ctx.tx, offer.id)
  if (!found) throw new AppError('not_found')
  await noteUse(ctx, { kind: 'sample', objectId: offer.id, vendor: offer.vendor })
  return {
    offerId: offer.id,
    isOwn: offer.vendor === ctx.actor.readsAs.vendor,
    dprId: offer.dpr_id,
    dprTitle: offer.dpr_title,
    vendorName: found.vendor_name ?? 'Closed account',
    isLoaded: found.is_loaded,
    figures: found.figures!,
    madeAt: found.finished_at!,
    tables: found.tables!,
  }
}

/**
 * Locks an offer of the caller's for the rest of the transaction. Throws terms_fixed if the offer
 * can no longer be edited.
 */
export async function lockOpenOffer(ctx: Ctx, offerId: string) {
  const offer = await lockOffer(ctx, offerId, { vendor: requireMemberOrganization(ctx, 'vendor') })
  if (!offerCan.edit(offer.status)) throw new AppError('terms_fixed')
  return offer
}

function checkedName(given: string): string {
  const fileName = sanitizeFileName(given)
  if (hasRole(fileName, 'sample')) return fileName
  throw new AppError('bad_input', {
    field: 'fileName',
    message: `${fileName || 'This file'} cannot be a sample. Choose a ${kindsOf('sample')} file.`,
  })
}

/** Serializes a sample for its vendor. */
export const toSample = (row: PreviewRow): SamplePreview => ({
  fileName: row.file_name,
  fileBytes: Number(row.file_bytes),
  state: row.state,
  reason: row.reason,
  figures: row.figures,
  recognized: recognizedOf(row),
  heldSince: row.held_since,
  isLoaded: row.is_loaded,
  createdAt: row.created_at,
})

const recognizedOf = ({ recognized, recognized_name, recognized_match }: PreviewRow) =>
  recognized === null
    ? null
    : sourceOverlap.parse({ id: recognized, name: recognized_name, match: recognized_match })
