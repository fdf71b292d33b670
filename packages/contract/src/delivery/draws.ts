/** Draws: further rows from what was measured for a delivery, where the contract grants them. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { MAX_MORE_ROWS, moreRowsTerm } from '../market/rules/more-rows.ts'
import { type Certificate, certificate } from './certificates.ts'
import { deliveryFile } from './datasets.ts'
import { certifiedMeasurement, noiseTexts } from './measured/measured-certificates.ts'
import { guarantee } from './sources.ts'

export const conditionSigns = ['equal', 'at_least', 'at_most'] as const
export type ConditionSign = (typeof conditionSigns)[number]
export const conditionSignTexts: Record<ConditionSign, string> = {
  equal: '=',
  at_least: '>=',
  at_most: '<=',
}

/** Describes what a column of each row has to be, by a value as the file writes it; an empty one stands for a missing value. */
export const drawCondition = z.strictObject({
  column: z.string().min(1, 'Choose a column').max(500),
  is: z.enum(conditionSigns),
  value: z.string().max(500, 'At most 500 characters'),
})
export type DrawCondition = z.infer<typeof drawCondition>

/** Limits the conditions of one draw. */
export const MAX_CONDITIONS = 20

/** Returns a condition as the command line takes it: "age>=40". */
export const conditionText = ({ column, is, value }: DrawCondition): string =>
  `${column}${conditionSignTexts[is]}${value}`

const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** Lists why an open draw ended without rows, apart from what the engine says of its conditions. */
export const drawProblems = {
  no_model: 'What was measured for this delivery is no longer kept, so that no rows can be drawn.',
  unreadable:
    'What was measured for this delivery cannot be read by this version of the platform, so that no rows were drawn.',
  ended: 'The contract no longer permits a draw, so that no rows were drawn.',
  failed:
    'We could not draw these rows because of a problem on our side. Try again; if it stays, contact support.',
} as const
export type DrawProblem = keyof typeof drawProblems

/** States why a draw costs no privacy. */
export const freeDrawStatement =
  'The rows were drawn from the model of the delivery alone, without a look at the original. What is made of a model tells no more about the original than the model does, so no privacy budget was spent.'

/** States what the guarantee of a model covers. */
export const modelGuaranteeStatement =
  'What is stated here of the model, as ε and δ, bounds what these rows, the delivered ones and all others that are drawn from it tell together about any row of the original. What the report of the delivery tells comes on top, as its certificate states.'

/** States in its place what such a figure is worth where the vendor measured. */
export const vendorModelStatement =
  'The vendor measured the original on its own premises and made the model; Semblance has seen no original. That what is stated here of the model, as ε and δ, bounds what these rows, the delivered ones and all others that are drawn from it tell together about any row of the original is the vendor’s statement, and Semblance has not verified it. What the report of the delivery tells comes on top, as its certificate states.'

/** States who else can make the rows of such a model. */
export const vendorDrawsStatement =
  'The vendor has the model as well. With the seed, the conditions and the version of the engine that are stated here it can draw the same rows.'

/** States what is not known of a model whose cost is not on record. */
export const unboundedModelStatement =
  'Nothing on record bounds what the model, and with it these rows, may disclose about a row of the original.'

/** States what the rows of a draw are not. */
export const unmeasuredDrawStatement =
  'These rows were not compared with the original, and the report of the delivery is not about them. With the same model, seed, conditions and version of the engine, the same rows come out again.'

/** States what conditions do to rows. */
export const conditionedDrawStatement =
  'Rows that are drawn to meet conditions are no fair sample of the delivered data or of the original: how often a value occurs in them, and totals of them, say nothing about the whole. Where few of the measured rows meet the conditions, what several columns show together about those few is partly lost.'

/** Returns the statements of a draw, in their order. */
export const drawStatements = ({
  conditions,
  model,
}: Pick<DrawStatement, 'conditions' | 'model'>): string[] => [
  freeDrawStatement,
  ...modelStatements(model),
  unmeasuredDrawStatement,
  ...(conditions.length > 0 ? [conditionedDrawStatement] : []),
]

function modelStatements({ guarantee, measuredByVendor }: DrawStatement['model']): string[] {
  const bound = measuredByVendor ? vendorModelStatement : modelGuaranteeStatement
  return [
    guarantee ? bound : unboundedModelStatement,
    ...(measuredByVendor ? [noiseTexts[measuredByVendor.noise], vendorDrawsStatement] : []),
  ]
}

/** Returns what a draw states of its model, by what the certificate of the delivery says of who measured. */
export const drawnModel = (
  { sha256, guarantee }: Omit<DrawStatement['model'], 'measuredByVendor'>,
  { measurement }: Pick<Certificate, 'measurement'>,
): DrawStatement['model'] => ({
  sha256,
  guarantee,
  ...(measurement && { measuredByVendor: { noise: measurement.noise } }),
})

/**
 * Describes the payload of a draw's certificate. `iss` is the platform's address, `jti` the draw's ID, `iat` its time in
 * seconds (RFC 7519).
 */
export const drawStatement = z.object({
  iss: z.string(),
  jti: z.uuid(),
  iat: z.number().int(),
  sample: z.boolean(),
  contract: certificate.shape.contract.unwrap(),
  client: certificate.shape.client.unwrap(),
  vendor: certificate.shape.vendor,
  /** The certificate of the delivery, and its license, under which the rows come. */
  certificate: z.uuid(),
  license: certificate.shape.license,
  /** The right that the contract grants, and which of its draws this is. */
  term: moreRowsTerm,
  number: z.number().int(),
  /** The file of the model as it is kept, and what its measurement may disclose about one row; null where that is not on record. */
  model: z.object({
    sha256: digest,
    guarantee: guarantee.nullable(),
    /** Present where the vendor measured on its own premises, so that the guarantee is its statement, and what its model's noise showed. */
    measuredByVendor: certifiedMeasurement.pick({ noise: true }).optional(),
  }),
  /** States that nothing was spent on the rows. */
  privacySpent: z.object({ epsilon: z.literal(0), delta: z.literal(0) }),
  rows: z.number().int(),
  conditions: z.array(drawCondition),
  seed: z.number().int(),
  /** Each table with the rows that it has. */
  tables: z.array(z.object({ file: z.string(), records: z.number().int() })).min(1),
  files: certificate.shape.files,
  engine: certificate.shape.engine,
  statements: z.array(z.string()),
})
export type DrawStatement = z.infer<typeof drawStatement>

export const draw = z.object({
  id: z.uuid(),
  number: z.number().int(),
  status: z.enum(['queued', 'ready', 'refused']),
  rows: z.number().int(),
  conditions: z.array(drawCondition),
  /** Says why there are no rows; null unless refused. */
  reason: z.string().nullable(),
  /** The certificate as a compact JWS; null unless ready. */
  jws: z.string().nullable(),
  /** Empty for the vendor, who gets no rows. */
  files: z.array(deliveryFile),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
})
export type Draw = z.infer<typeof draw>

const byContract = z.object({ contractId: z.string().max(40) })

export const draws = {
  list: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/draws',
      summary: 'Rows drawn under a contract beyond its delivery, newest first, for either party',
    })
    .input(pageInput.extend(byContract.shape))
    .output(pageOf(draw)),
  rights: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/draw-rights',
      summary: 'What the client may still draw, for either party',
    })
    .input(byContract)
    .output(
      z.object({
        /** Null where the contract grants none. */
        term: moreRowsTerm.nullable(),
        drawsLeft: z.number().int(),
        /** Says why nothing can be drawn now; null where it can. */
        obstacle: z.string().nullable(),
        /** Columns on which conditions can be set; empty where none can. */
        columns: z.array(z.string()),
      }),
    ),
  start: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/draws',
      summary: 'Draw more rows from what was measured for the delivery (client)',
    })
    .input(
      byContract.extend({
        rows: z
          .number({ error: 'Enter a number of rows' })
          .int('Enter whole rows')
          .min(1, 'At least 1 row')
          .max(MAX_MORE_ROWS),
        conditions: z
          .array(drawCondition)
          .max(MAX_CONDITIONS, `At most ${MAX_CONDITIONS} conditions`)
          .default([]),
      }),
    )
    .output(draw),
}
