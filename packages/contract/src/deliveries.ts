import { oc } from '@orpc/contract'
import { z } from 'zod'
import { changeRequestForm, contractStatuses } from './contracts.ts'
import { cents } from './money.ts'

/** File endings a vendor may upload. */
export const uploadExtensions = ['csv', 'xlsx', 'xls', 'json', 'zip'] as const

export function hasUploadExtension(fileName: string): boolean {
  return uploadExtensions.some((extension) => fileName.toLowerCase().endsWith(`.${extension}`))
}

/** Largest file one upload may hold, in bytes. */
export const maxUploadBytes = 2 * 1024 ** 3

export const deliveryStatuses = ['queued', 'processing', 'refused', 'failed', 'ready'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const synthesisStages = [
  'reading',
  'measuring',
  'modeling',
  'sampling',
  'evaluating',
] as const

const fractions = z.array(z.number())

/** One column of the report: bin edges or labels, and the share of rows on each side (sums to about 1). */
export const reportColumn = z.object({
  name: z.string(),
  kind: z.string(),
  shape: z.number(),
  plot: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('histogram'),
        edges: z.array(z.number()),
        original: fractions,
        synthetic: fractions,
        format: z.enum(['integer', 'number', 'date']),
      }),
      z.object({
        type: z.literal('categories'),
        labels: z.array(z.string()),
        original: fractions,
        synthetic: fractions,
      }),
    ])
    .nullable(),
})
export type ReportColumn = z.infer<typeof reportColumn>

/** The part of a synthesis report that both parties may see. */
export const publishedReport = z.object({
  rows: z.object({ synthetic: z.number().int(), columns: z.number().int() }),
  columns: z.array(reportColumn),
  correlations: z
    .object({
      columns: z.array(z.string()),
      original: z.array(fractions),
      synthetic: z.array(fractions),
    })
    .nullable(),
  fidelity: z.object({
    shapes: z.number(),
    pairs: z.number(),
    /** Of single columns, of pairs and of triples; `overall` is their mean. */
    accuracy: z
      .object({ univariate: z.number(), bivariate: z.number(), trivariate: z.number() })
      .nullable()
      .default(null),
    overall: z.number(),
    ceiling: z.number(),
    relative: z.number(),
  }),
  /** How well a model trained on the twin predicts a column of real rows, as an area under the ROC curve. */
  usefulness: z.object({ column: z.string(), auc: z.number() }).nullable().default(null),
  privacy: z.object({
    /** A protected twin comes without a formal guarantee: its epsilon, delta and rho are null. */
    mode: z.enum(['private', 'protected']).default('private'),
    unit: z.enum(['row', 'entity']),
    epsilon: z.number().nullable(),
    delta: z.number().nullable(),
    rhoBudget: z.number().nullable(),
    rhoSpent: z.number().nullable(),
    guarantee: z.string(),
    closestRecordShare: z.number(),
    checks: z.array(
      z.object({ id: z.string(), label: z.string(), detail: z.string(), pass: z.boolean() }),
    ),
  }),
  qualityScore: z.number(),
})
export type PublishedReport = z.infer<typeof publishedReport>

export const delivery = z.object({
  id: z.uuid(),
  status: z.enum(deliveryStatuses),
  fileName: z.string(),
  fileBytes: z.number(),
  notes: z.string().nullable(),
  stage: z.enum(synthesisStages).nullable(),
  /** 0 to 1, over the whole synthesis. */
  progress: z.number(),
  /** Why it was refused or failed, in words for the vendor. */
  reason: z.string().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  /** Set once the client has asked for changes: another delivery takes its place. */
  supersededAt: z.date().nullable(),
})
export type Delivery = z.infer<typeof delivery>

export const deliveryFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})

/** The download page: what was delivered, how good it is, and the money that waits for it. */
export const dataset = z.object({
  dprId: z.string(),
  contractId: z.string(),
  contractStatus: z.enum(contractStatuses),
  title: z.string(),
  vendorName: z.string(),
  deliveredAt: z.date(),
  files: z.array(deliveryFile),
  report: publishedReport,
  /** True while another delivery is to take its place. */
  isSuperseded: z.boolean(),
  /** When silence accepts it; null while no clock runs. */
  reviewEndsAt: z.date().nullable(),
  changeRequestsLeft: z.number().int(),
  /** Deliveries that came before it, newest first, each with what the client asked to be changed. */
  earlier: z.array(
    z.object({
      id: z.uuid(),
      deliveredAt: z.date(),
      qualityScore: z.number(),
      changesAsked: z.string().nullable(),
      files: z.array(deliveryFile),
    }),
  ),
  priceCents: cents,
  heldCents: cents,
  releasedCents: cents,
})
export type Dataset = z.infer<typeof dataset>

const byContract = z.object({ contractId: z.string().max(40) })
const byDpr = z.object({ dprId: z.string().max(40) })
const link = z.object({ url: z.string(), expiresAt: z.date() })

export const deliveries = {
  latest: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/delivery',
      summary: 'The latest delivery of a contract and how far it is',
    })
    .input(byContract)
    .output(delivery.nullable()),
  submit: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/delivery',
      summary: 'Hand a finished upload over for synthesis (vendor)',
    })
    .input(
      byContract.extend({
        uploadId: z.string().max(80),
        notes: z.string().trim().max(2000).optional(),
      }),
    )
    .output(delivery),
  dataset: oc
    .route({
      method: 'GET',
      path: '/dprs/{dprId}/dataset',
      summary: 'Files and validation report of a delivered request (client)',
    })
    .input(byDpr)
    .output(dataset),
  fileLink: oc
    .route({
      method: 'POST',
      path: '/files/{fileId}/link',
      summary: 'A short-lived link to one delivered file (client)',
    })
    .input(z.object({ fileId: z.uuid() }))
    .output(link),
  archiveLink: oc
    .route({
      method: 'POST',
      path: '/dprs/{dprId}/archive/link',
      summary: 'A short-lived link to all files as one ZIP, once released (client)',
    })
    .input(byDpr)
    .output(link),
  release: oc
    .route({
      method: 'POST',
      path: '/dprs/{dprId}/release',
      summary: 'Accept the delivery and release escrow, once (client)',
    })
    .input(byDpr)
    .output(z.object({ releasedCents: cents, archive: link })),
  requestChanges: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/changes',
      summary: 'Send the delivery back for changes, instead of accepting it (client)',
    })
    .input(byContract.extend(changeRequestForm.shape))
    .output(z.object({ changeRequestsLeft: z.number().int() })),
}
