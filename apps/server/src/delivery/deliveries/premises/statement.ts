/** Accepts a vendor's signed statement about a measurement, once it holds for what has arrived; the job does the rest. */
import {
  jsonSha256,
  type MeasuredReports,
  type MeasurementStatement,
  measuredReports,
  measurementStatement,
  measurementType,
  type PremisesMeasurement,
  SOURCE_DELTA,
} from '@semblance/contract'
import { announceEvent } from '../../../core/webhooks/service.ts'
import { readSigned } from '../../../people/signing-keys/service.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { enqueue } from '../../../platform/process/jobs.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { dealOf } from '../subjects.ts'
import { requireEngine } from './engine-versions.ts'
import { type MeasurementRow, setMeasurement, setStatedFiles } from './measurement-queries.ts'
import { change, findOwn, isOfRows, toMeasurement } from './measurements.ts'

/**
 * Accepts a statement and queues what is left to do; a repetition is answered with what became of it. Throws not_found,
 * measurement_ended, measurement_not_begun, model_missing, statement_invalid, rows_differ, signing_key_revoked, engine_too_old
 * and engine_too_new, all of which leave the measurement as it was.
 */
export async function stateOnPremises(
  ctx: Ctx,
  { measurementId, statement: jws }: { measurementId: string; statement: string },
): Promise<PremisesMeasurement> {
  const { tx } = ctx
  const own = await findOwn(ctx, measurementId)
  if (own.statement === jws) return await toMeasurement(ctx, own)
  return await change(ctx, measurementId, async (row, delivery) => {
    if (row.state === 'stated') throw new AppError('measurement_ended')
    if (row.state !== 'measuring') throw new AppError('measurement_not_begun')
    if (!row.model_sha256 || !row.reports) throw new AppError('model_missing')
    const signed = await readSigned(tx, row.vendor, { jws, type: measurementType })
    if (!signed) throw invalid('It is not signed by a key that your organization has registered.')
    const stated = measurementStatement.safeParse(signed.payload)
    if (!stated.success)
      throw invalid(`It lacks what a statement says: ${stated.error.issues[0]?.path.join('.')}.`)
    const reports = measuredReports.parse(row.reports)
    refuseMisfit(stated.data, row, { reports, sha256: jsonSha256(row.reports) })
    const [first] = reports
    await setStatedFiles(tx, delivery.id, {
      file_name: `${first?.name ?? 'table'}.csv`,
      file_count: reports.length,
    })
    const change = { statement: jws, signing_key: signed.key.id, stated_at: ctx.now }
    const next = await setMeasurement(tx, row.id, { ...change, state: 'stated' })
    await enqueue(tx, 'delivery.sample', { deliveryId: delivery.id })
    const { contractId, client } = dealOf(delivery)
    const about = { contractId, deliveryId: delivery.id }
    announceEvent(tx, [client, delivery.vendor], 'delivery.submitted', about)
    await publishProgress(tx, delivery)
    return next
  })
}

const invalid = (what: string) =>
  new AppError('statement_invalid', {
    field: 'statement',
    message: `${what} Run the command again in the same directory: it signs anew and measures nothing again.`,
  })

/** Throws for a statement about something else than what has arrived. */
function refuseMisfit(
  stated: MeasurementStatement,
  row: MeasurementRow,
  { reports, sha256 }: { reports: MeasuredReports; sha256: string },
): void {
  if (stated.measurement !== row.id || stated.contract !== row.contract_id)
    throw invalid(`It is about another measurement than ${row.id} for ${row.contract_id}.`)
  if (stated.source !== row.source_id)
    throw invalid(`It names the source ${stated.source}; reserved was ${row.source_id}.`)
  if (!isOfRows(row, stated.rows)) throw new AppError('rows_differ')
  requireEngine(stated.engine.version, row.engine_version)
  if (stated.model !== row.model_sha256)
    throw invalid('It is about another model than has arrived.')
  if (stated.report !== sha256) throw invalid('It is about other reports than have arrived.')
  const names = reports.map(({ name }) => name)
  const twins = stated.twins.map(({ table }) => table)
  if (new Set(names).size < names.length || !isSameSet(names, twins))
    throw invalid('It does not name one twin for each report.')
  const { epsilon, delta, rho } = stated.ledger
  if (epsilon > row.epsilon || delta > SOURCE_DELTA) throw new AppError('ledger_exceeds_terms')
  for (const { report } of reports)
    if (report.privacy.rhoSpent === null || report.privacy.rhoSpent > rho * (1 + ROUNDING))
      throw new AppError('ledger_exceeds_terms')
}

const ROUNDING = 1e-9

const isSameSet = (one: string[], other: string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))
