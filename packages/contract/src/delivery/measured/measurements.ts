/** Measurements: deliveries whose originals stay with their vendor, who sends what was measured and a signed statement. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { columnKinds } from '../column-kinds.ts'
import { publishedReport } from '../reports.ts'
import { sourceChoice } from '../sources.ts'
import { measurementRefusals } from './measurement-errors.ts'
import { synthesisStages } from './synthesis-stages.ts'

/** Limits the file of a model; the largest seen takes a tenth. */
export const MAX_MODEL_BYTES = 16 * 2 ** 20
/** Limits the file of the reports. */
export const MAX_REPORTS_BYTES = 16 * 2 ** 20

/** Limits the values that the platform draws for a measurement: rows times columns, over all tables. */
export const MAX_DRAWN_VALUES = 500_000_000
/** Limits the values that may be measured: fewer than are drawn, as noise moves the number of rows. */
export const MAX_MEASURED_VALUES = 0.9 * MAX_DRAWN_VALUES

/** Limits the tables of a measurement, whose reports come in one request. */
export const MAX_MEASURED_TABLES = 20

/** Names the type of the signed statement. */
export const measurementType = 'semblance-measurement+jwt'

/** Sets how long a measurement may be reserved before it begins; then its budget is free again. */
export const RESERVED_HOURS = 48
/** Sets how long one may take from its beginning to its statement; then its budget counts as spent. */
export const MEASURING_DAYS = 14

/** Lists the states of a measurement: what was reserved, then begun, then stated by its vendor, and how it ended. */
export const measurementStates = [
  'reserved',
  'measuring',
  'stated',
  'delivered',
  'refused',
  'abandoned',
  'expired',
] as const
export type MeasurementState = (typeof measurementStates)[number]

const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** Becomes the name of a file: one plain part of a path, on one line. */
const tableName = z
  .string()
  .max(200)
  .regex(/^[^./\\\p{Cc}\p{Zl}\p{Zp}][^/\\\p{Cc}\p{Zl}\p{Zp}]*$/u)
  .refine((name) => new TextEncoder().encode(name).length <= 200)

/** Describes a table that is about to be measured: names and kinds, by which the agreed declarations are found. */
const foundTable = z.object({
  name: tableName,
  columns: z
    .array(z.object({ name: z.string().min(1).max(500), kind: z.enum(columnKinds) }))
    .min(1)
    .max(1000),
})
export type FoundTable = z.infer<typeof foundTable>

/** Knows a table again: keyed hashes of its rows, without their number. `isTelling`: most rows differ from each other. */
export const rowsPrint = z.object({
  rows: z.string().regex(/^[0-9a-f]{32}$/),
  isTelling: z.boolean(),
  /** The least of the rows' keyed hashes. */
  sketch: z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(1024),
})
export type RowsPrint = z.infer<typeof rowsPrint>

export const premisesMeasurement = z.object({
  id: z.uuid(),
  contractId: z.string(),
  sourceId: z.string(),
  state: z.enum(measurementStates),
  epsilon: z.number(),
  /** The largest that may be used. */
  delta: z.number(),
  /** The unit that the account of the source counts by. */
  unit: z.literal('row'),
  /** Declarations that were agreed, in the form of the engine; null where the engine decides all. */
  schema: z.record(z.string(), z.unknown()).nullable(),
  /** Rows to draw for each table without a parent; null for about as many as were measured. */
  rows: z.number().int().nullable(),
  /** The seed of the twin, drawn by the platform before anything was measured. */
  seed: z.number().int(),
  /** The key of the hashes by which rows are known again: 32 bytes in base64url, the vendor's own. Keep it secret. */
  fingerprintKey: z.string(),
  /** The one that draws the twin: the platform's until counting begins, and from then on the one that it began with. */
  engine: z.object({ name: z.string(), least: z.string(), version: z.string() }),
  /** The SHA-256 of the model that has arrived; null before. */
  modelSha256: digest.nullable(),
  /** Code of its refusal, for programs; null where it was not, or the twin missed agreed terms. */
  refusal: z.enum(measurementRefusals).nullable(),
  /** The reason of a refusal, worded for the vendor. */
  reason: z.string().nullable(),
  createdAt: z.date(),
  /** When a reservation that did not begin, or a measurement without a statement, ends by itself; null once it is stated. */
  endsAt: z.date().nullable(),
})
export type PremisesMeasurement = z.infer<typeof premisesMeasurement>

/** Describes the payload of a vendor's statement. All hashes are SHA-256. */
export const measurementStatement = z.object({
  measurement: z.uuid(),
  contract: z.string().max(40),
  source: z.string().max(40),
  /** Seconds (RFC 7519). */
  iat: z.number().int(),
  model: digest,
  /** Holds the SHA-256 of the reports as canonical JSON (RFC 8785). */
  report: digest,
  twins: z
    .array(z.object({ table: tableName, sha256: digest }))
    .min(1)
    .max(MAX_MEASURED_TABLES),
  /** The prints of the tables' rows; empty where they were counted in a warehouse. */
  rows: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(MAX_MEASURED_TABLES),
  engine: z.object({ name: z.string().max(100), version: z.string().max(40) }),
  /** Cost of any row in all, report included. */
  ledger: z.object({ epsilon: z.number(), delta: z.number(), rho: z.number() }),
})
export type MeasurementStatement = z.infer<typeof measurementStatement>

/** Parses the published reports of all tables, which come as a file of their own. */
export const measuredReports = z
  .array(z.object({ name: tableName, report: publishedReport }))
  .min(1)
  .max(MAX_MEASURED_TABLES)
export type MeasuredReports = z.infer<typeof measuredReports>

const byId = z.object({ measurementId: z.uuid() })

export const measurements = {
  reserve: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/measurements',
      summary:
        'Reserve the privacy budget for a delivery that is measured on own premises (vendor)',
    })
    /** The caller chooses the ID, so that a repetition is answered with the same measurement. */
    .input(
      z.object({
        contractId: z.string().max(40),
        id: z.uuid(),
        source: sourceChoice,
        tables: z.array(foundTable).max(MAX_MEASURED_TABLES).default([]),
        engineVersion: z.string().max(40),
      }),
    )
    .output(premisesMeasurement),
  get: oc
    .route({
      method: 'GET',
      path: '/measurements/{measurementId}',
      summary: 'A measurement with its terms, and what became of it (vendor)',
    })
    .input(byId)
    .output(premisesMeasurement),
  begin: oc
    .route({
      method: 'POST',
      path: '/measurements/{measurementId}/beginning',
      summary: 'Announce the first count: from now on the reserved budget is not released (vendor)',
    })
    .input(byId.extend({ prints: z.array(rowsPrint).max(MAX_MEASURED_TABLES) }))
    .output(premisesMeasurement),
  report: oc
    .route({
      method: 'POST',
      path: '/measurements/{measurementId}/progress',
      summary: 'Tell both parties how far a measurement is (vendor)',
    })
    .input(byId.extend({ stage: z.enum(synthesisStages), fraction: z.number().min(0).max(1) })),
  state: oc
    .route({
      method: 'POST',
      path: '/measurements/{measurementId}/statement',
      summary: 'Hand over the signed statement, once model and reports have arrived (vendor)',
    })
    .input(byId.extend({ statement: z.string().max(20_000) }))
    .output(premisesMeasurement),
  abandon: oc
    .route({
      method: 'POST',
      path: '/measurements/{measurementId}/abandonment',
      summary: 'Give a measurement up; its budget is spent if it had begun (vendor)',
    })
    .input(byId)
    .output(premisesMeasurement),
}
