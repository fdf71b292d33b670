/** Receives what a vendor has measured: the model into a sealed blob, the reports as they are; neither is trusted yet. */
import { createHash, randomUUID } from 'node:crypto'
import { MAX_MODEL_BYTES, MAX_REPORTS_BYTES } from '@semblance/contract'
import { z } from 'zod'
import { withCallerTransaction } from '../../../core/api/service.ts'
import type { Session } from '../../../core/auth/service.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { readBody } from '../../../platform/http/file-transfer.ts'
import { newKey } from '../../../platform/security/envelope-encryption.ts'
import type { Blobs } from '../../../platform/storage/blobs.ts'
import { keepReceivedModel } from '../../models/service.ts'
import { subjectOf } from '../measurement.ts'
import { findByModel, type MeasurementRow, setMeasurement } from './measurement-queries.ts'
import { change, findOwn } from './measurements.ts'
import { parseStated } from './stated-report.ts'

type Place = { platform: Platform; blobs: Blobs }
type Sent = { id: string; body: ReadableStream | null }

/**
 * Stores the model of a measurement, in place of an earlier one until the statement arrives. Throws not_found,
 * measurement_ended, measurement_not_begun, too_large, model_of_other_measurement.
 */
export async function receiveModel(
  { platform, blobs }: Place,
  session: Session,
  sent: Sent,
): Promise<{ sha256: string }> {
  const id = readId(sent.id)
  await withCallerTransaction(
    platform,
    session,
    async (ctx) => requireBegun(await findOwn(ctx, id)),
    ['data'],
  )
  const blob = { id: randomUUID(), key: newKey() }
  let arrived = 0
  async function* limited() {
    for await (const part of limitedBody(sent.body, MAX_MODEL_BYTES)) {
      arrived += part.length
      yield part
    }
  }
  try {
    const { sha256 } = await blobs.write(blob, limited())
    if (arrived === 0)
      throw new AppError('bad_input', { field: 'model', message: 'The model is empty.' })
    await withCallerTransaction(platform, session, (ctx) =>
      recordModelOf(ctx, id, { blob, bytes: BigInt(arrived), sha256 }),
    )
    return { sha256 }
  } catch (error) {
    // After a fault the row may name it: then it stays, or the sweep removes it.
    if (error instanceof AppError) await blobs.remove(blob.id, arrived).catch(() => {})
    throw error
  }
}

async function recordModelOf(
  ctx: Ctx,
  id: string,
  model: { blob: { id: string; key: Buffer }; bytes: bigint; sha256: string },
): Promise<void> {
  await change(ctx, id, async (row, delivery) => {
    requireBegun(row)
    const other = await findByModel(ctx.tx, model.sha256)
    if (other && other.id !== row.id) throw new AppError('model_of_other_measurement')
    const run = { ...subjectOf(delivery.id), vendor: row.vendor }
    await keepReceivedModel(ctx.tx, ctx.platform.secrets, run, model)
    return await setMeasurement(ctx.tx, row.id, { model_sha256: model.sha256 })
  })
}

/** Stores the reports of a measurement, in place of earlier ones. Throws as `receiveModel` does, and bad_input. */
export async function receiveReports(
  { platform }: Pick<Place, 'platform'>,
  session: Session,
  sent: Sent,
): Promise<{ sha256: string }> {
  const id = readId(sent.id)
  await withCallerTransaction(
    platform,
    session,
    async (ctx) => requireBegun(await findOwn(ctx, id)),
    ['data'],
  )
  const parts: Buffer[] = []
  for await (const part of limitedBody(sent.body, MAX_REPORTS_BYTES)) parts.push(part)
  const text = Buffer.concat(parts)
  const reports = readReports(text.toString('utf8'))
  await withCallerTransaction(platform, session, (ctx) =>
    change(ctx, id, async (row) => {
      requireBegun(row)
      return await setMeasurement(ctx.tx, row.id, { reports: JSON.stringify(reports) })
    }),
  )
  return { sha256: createHash('sha256').update(text).digest('hex') }
}

/** Returns the reports as they were sent, which is what their vendor signs. */
function readReports(text: string): unknown {
  try {
    const sent: unknown = JSON.parse(text)
    const reports = parseStated(sent)
    if (reports.success) return sent
    const place = reports.error.issues[0]?.path.join('.') ?? ''
    throw new AppError('bad_input', { field: 'reports', message: `No report: see ${place}.` })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new AppError('bad_input', { field: 'reports', message: 'The reports are not JSON.' })
  }
}

async function* limitedBody(body: ReadableStream | null, most: number): AsyncGenerator<Buffer> {
  if (!body) return
  let arrived = 0
  for await (const part of readBody(body)) {
    arrived += part.length
    if (arrived > most) throw new AppError('too_large')
    yield part
  }
}

function readId(text: string): string {
  const id = z.uuid().safeParse(text)
  if (!id.success) throw new AppError('not_found')
  return id.data
}

/** A model of a measurement that was not announced could have been measured before its budget was reserved. */
function requireBegun(row: MeasurementRow): void {
  if (row.ended_at || row.state === 'stated') throw new AppError('measurement_ended')
  if (row.state !== 'measuring') throw new AppError('measurement_not_begun')
}
