/** Checks that what a model file holds has the fields and types of a model; sizes are checked by check-model.ts. */
import { z } from 'zod'
import { columnKinds, identifiers } from '../../schema/column-schema.ts'
import { areDistinct, storedName } from './table-names.ts'

const position = z.int().min(0).max(1_000_000)
const count = z.number().min(0).max(1e12)
const finite = (values: Float64Array) => values.every(Number.isFinite)
const notNegative = (values: ArrayLike<number>) => Array.from(values).every((value) => value >= 0)

const float64 = z.custom<Float64Array>((value) => value instanceof Float64Array)
const numbers = float64.refine(finite, 'has a number that is not finite')
const weights = numbers.refine(notNegative, 'has a weight below 0')
const variances = float64.refine(notNegative, 'has a variance below 0')
const weights32 = z
  .custom<Float32Array>((value) => value instanceof Float32Array)
  .refine(
    (values) => values.every((value) => value >= 0 && Number.isFinite(value)),
    'has no weights',
  )
const int32 = z.custom<Int32Array>((value) => value instanceof Int32Array)
const uint8 = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const sigma = z.number().positive()

/** Limits what is written for every row: no row of a twin is longer than a text may be. */
const label = z.string().max(10_000)
const pattern = z.string().max(2000)

/** A bound, infinite where there is none. */
const openEnd = z.custom<number>((value) => typeof value === 'number' && !Number.isNaN(value))

const facts = ['type', 'decimals', 'date format', 'pattern', 'sign for missing values'] as const

const columnSchema = z.strictObject({
  name: label,
  kind: z.enum(columnKinds),
  nullToken: pattern,
  decimals: z.int().min(0).max(9),
  fixedDecimals: z.boolean(),
  dateFormat: pattern,
  unitSeconds: z.number().positive(),
  mask: pattern,
  identifier: z.enum(identifiers).nullable(),
  unit: z.string().nullable(),
  bounds: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  range: z.strictObject({ low: openEnd, high: openEnd }).optional(),
  values: z.array(z.string()).nullable(),
  sentinel: z.number().optional(),
  inferred: z.array(z.enum(facts)),
})

const grid = z.strictObject({
  starts: numbers,
  fills: z
    .array(
      z
        .strictObject({
          byZeros: weights.nullable(),
          slope: z.number(),
          decay: z.number().optional(),
        })
        .nullable(),
    )
    .optional(),
})

const fittedColumn = z.strictObject({
  index: position,
  schema: columnSchema,
  marginal: z.strictObject({
    noisy: numbers,
    variances,
    ordered: z.boolean(),
    blocks: z
      .strictObject({
        blockOfCell: int32,
        counts: numbers,
        variances,
        sizes: int32,
        surprises: float64.optional(),
      })
      .optional(),
    tree: z
      .strictObject({
        isSpike: uint8,
        familyOfCell: int32,
        variances,
        members: int32,
        memberVariances: variances,
      })
      .optional(),
  }),
  binning: z.strictObject({ binOfCell: int32, binCount: position, cellWeights: weights }),
  values: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('grid'), grid }),
    // Codes in the original's dictionary would say how many values it has between two labels.
    z
      .strictObject({ type: z.literal('labels'), labels: z.array(label) })
      .transform((values) => ({ ...values, codes: [...values.labels.keys()] })),
  ]),
})

const conversion = z.strictObject({
  multiply: z.number(),
  divide: z.number().positive(),
  round: z.enum(['up', 'down']),
  add: z.number(),
})
const term = z.strictObject({ column: position, factor: z.number() })

const rulePlan = z.strictObject({
  width: position,
  schemas: z.array(columnSchema),
  uses: z.array(z.enum(['modeled', 'looked-up', 'computed', 'outside', 'linked'])),
  ranges: z.array(z.strictObject({ low: openEnd, high: openEnd })),
  derivations: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.enum(['above', 'below']),
        column: position,
        bases: z.array(z.strictObject({ column: position, conversion })),
        difference: position,
      }),
      z.strictObject({
        type: z.literal('sum'),
        column: position,
        terms: z.array(term),
        rest: position.nullable(),
        needed: position.nullable(),
        yielding: z.array(position),
      }),
      z.strictObject({
        type: z.literal('lookup'),
        column: position,
        on: z.array(position).min(1),
        mapping: z.record(z.string(), z.string()).nullable(),
      }),
    ]),
  ),
  checks: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('order'), low: position, high: position, conversion }),
      z.strictObject({
        type: z.literal('sum'),
        total: term,
        terms: z.array(term),
        hasRest: z.boolean(),
      }),
    ]),
  ),
})

const fittedColumns = {
  schemas: z.array(columnSchema).min(1).max(20_000),
  total: z.strictObject({ count: z.number().min(1).max(1e12), variance: z.number().min(0) }),
  columns: z.array(fittedColumn),
  missingShares: z.map(position, z.number().min(0).max(1)),
  rules: z.strictObject({
    plan: rulePlan,
    alone: z.map(position, fittedColumn),
    lookups: z.map(
      position,
      z.strictObject({
        on: z.array(fittedColumn).min(1),
        labels: z.array(label).nullable(),
        results: float64,
        pools: z.map(position, weights),
      }),
    ),
  }),
  context: z.array(fittedColumn),
}

const given = z.array(z.strictObject({ column: position, binCount: position })).max(2)

const series = z.strictObject({
  plan: z.strictObject({
    time: position,
    device: position.nullable(),
    hasMadeUpDevices: z.boolean(),
    clock: z
      .strictObject({
        column: position,
        cycle: z.strictObject({ slots: z.int().positive(), slotUnits: z.number().positive() }),
      })
      .nullable(),
    gap: position,
    start: position,
    length: position,
    usualStep: z.number().min(0),
  }),
  gap: fittedColumn,
  devices: z.strictObject({ start: fittedColumn, length: fittedColumn }).nullable(),
  starts: numbers,
  steps: z.array(
    z.strictObject({
      column: position,
      binCount: position,
      given,
      after: weights32,
      first: weights32,
      beside: z
        .strictObject({ column: position, binCount: position, ratios: weights32 })
        .nullable(),
    }),
  ),
  heldTogether: count,
})

const tree = z
  .array(
    z.union([
      z.strictObject({ column: position, goesLeft: uint8, left: position, right: position }),
      z.strictObject({ counts: weights }),
    ]),
  )
  .min(1)

/** Lists what is stored of a private model: what follows from it is derived again. */
const privateModel = z.strictObject({
  ...fittedColumns,
  margins: z.array(weights),
  pairs: z.strictObject({
    groups: z.array(z.strictObject({ groupOf: int32, count: position })),
    tables: z.array(z.strictObject({ a: position, b: position, counts: numbers })),
    sigma,
    closer: z.array(
      z.strictObject({
        a: position,
        b: position,
        cellOf: z.custom<Uint16Array>((value) => value instanceof Uint16Array),
        counts: numbers,
        sigma,
      }),
    ),
  }),
  /** Models of earlier engines have none. */
  orders: z
    .array(
      z.strictObject({
        low: position,
        high: position,
        conversion,
        broken: z.number().min(0).max(1),
      }),
    )
    .default([]),
  series: series.optional(),
})

const protectedModel = z.strictObject({ ...fittedColumns, trees: z.array(tree) })

/** Parses a table of a model file. */
export const storedTable = z.strictObject({
  links: z.strictObject({
    key: position.nullable(),
    parent: z.strictObject({ place: position, column: position }).nullable(),
    children: z.array(
      z.strictObject({ place: position, count: position, maxRows: z.int().min(1).max(1000) }),
    ),
  }),
  model: z.union([privateModel, protectedModel]),
})

export type StoredTable = z.infer<typeof storedTable>

/** Parses the manifest of a model file of this format. */
export const modelManifest = z.strictObject({
  format: z.literal(1),
  /** The engine that measured it; twins are the same to the byte only with the same engine. */
  engine: z.string(),
  families: z
    .array(
      z.strictObject({
        privacy: z
          .strictObject({
            unit: z.enum(['row', 'entity']),
            epsilon: z.number().positive(),
            delta: z.number().positive().max(1),
            rhoSpent: z.number().min(0),
            rhoOfRun: z.number().min(0),
            ledger: z.array(z.strictObject({ label: z.string(), rho: z.number().min(0) })),
          })
          .nullable(),
        /** `sha256` is of the entry, in hexadecimal digits. */
        tables: z
          .array(z.strictObject({ name: storedName, entry: z.string(), sha256: z.string() }))
          .min(1),
      }),
    )
    .min(1)
    .refine((families) =>
      areDistinct(families.flatMap(({ tables }) => tables.map(({ name }) => name))),
    ),
})

export type ModelManifest = z.infer<typeof modelManifest>
