import { oc } from '@orpc/contract'
import { z } from 'zod'
import { changeRequestForm, contractStatuses } from './contracts.ts'
import { cents } from './money.ts'
import { pageInput, pageOf } from './paging.ts'

/** File endings a vendor may upload. */
export const uploadExtensions = ['csv', 'xlsx', 'xls', 'json', 'zip'] as const

export function hasUploadExtension(fileName: string): boolean {
  return uploadExtensions.some((extension) => fileName.toLowerCase().endsWith(`.${extension}`))
}

/** Largest file one upload may hold, in bytes. */
export const maxUploadBytes = 10 * 1024 ** 3

/** How many files one delivery may have. */
export const maxDeliveryFiles = 200

/**
 * A draft takes files; once they are all there they are inspected, and the vendor reviews what was found. Submitted, it is
 * queued, processed, and ready in the end, unless it is refused, fails or is cancelled.
 */
export const deliveryStatuses = [
  'draft',
  'inspecting',
  'review',
  'queued',
  'processing',
  'refused',
  'failed',
  'cancelled',
  'ready',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** What each action on a delivery asks of its status. */
export const deliveryCan = {
  /** Files come and go. */
  change: (status: DeliveryStatus) => status === 'draft' || status === 'review',
  reopen: (status: DeliveryStatus) => status === 'inspecting' || status === 'review',
  cancel: (status: DeliveryStatus) =>
    status === 'draft' ||
    status === 'inspecting' ||
    status === 'review' ||
    status === 'queued' ||
    status === 'processing',
}

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

/** What a column can be taken for. */
export const columnKinds = [
  'integer',
  'number',
  'category',
  'boolean',
  'date',
  'timestamp',
  'key',
  'text',
  'pii',
] as const
export type ColumnKind = (typeof columnKinds)[number]

/** A table as the engine has found it; nothing in it is a value of the data. */
export const reviewedTable = z.object({
  /** Distinct within the delivery; the twin's file is named after it. */
  name: z.string(),
  /** What it was read from: a file, or `file > sheet`. */
  file: z.string(),
  rows: z.number().int(),
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(columnKinds),
      /** The personal data it holds, such as "email"; null for none. */
      personalData: z.string().nullable(),
      /** Share of missing values, 0 to 1. */
      missing: z.number(),
    }),
  ),
})
export type ReviewedTable = z.infer<typeof reviewedTable>

/** What the vendor decides about one column: another kind, or that it is left out. */
export const columnChoice = z.object({
  table: z.string().max(400),
  column: z.string().max(2000),
  kind: z.enum(columnKinds).optional(),
  drop: z.boolean().optional(),
})
export type ColumnChoice = z.infer<typeof columnChoice>

export const uploadedFile = z.object({
  id: z.string(),
  /** With the folders it was chosen in. */
  name: z.string(),
  bytes: z.number(),
  receivedBytes: z.number(),
  /** By which a browser recognizes the file when it is chosen again. */
  fingerprint: z.string().nullable(),
})
export type UploadedFile = z.infer<typeof uploadedFile>

/** One thing that was agreed on, and how a delivery compares. */
export const gateItem = z.object({
  id: z.string(),
  label: z.string(),
  wanted: z.string(),
  found: z.string(),
  pass: z.boolean(),
  /** What it says about the delivery, for the vendor. */
  sentence: z.string(),
})
export type GateItem = z.infer<typeof gateItem>

export const delivery = z.object({
  id: z.uuid(),
  status: z.enum(deliveryStatuses),
  /** The first of its files. */
  fileName: z.string(),
  fileCount: z.number().int(),
  /** Of all files together. */
  fileBytes: z.number(),
  /** Of a draft, for its vendor; empty otherwise. */
  files: z.array(uploadedFile),
  /** What was found in the files, for the vendor, while it waits for the review. */
  review: z.array(reviewedTable).nullable(),
  notes: z.string().nullable(),
  stage: z.enum(synthesisStages).nullable(),
  /** 0 to 1, over the whole synthesis. */
  progress: z.number(),
  /** Why it was refused or failed, or what has to be put right in a draft, in words for the vendor. */
  reason: z.string().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  /** Set once the client has asked for changes: another delivery takes its place. */
  supersededAt: z.date().nullable(),
  /** How it compares with what was agreed; null until a twin was made. */
  gate: z.array(gateItem).nullable(),
  /** Of one that was refused for missing what was agreed, for its vendor. */
  missedReport: publishedReport.nullable(),
})
export type Delivery = z.infer<typeof delivery>

export const deliveryFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
})

export type DeliveryFile = z.infer<typeof deliveryFile>

/** Beside CSV, which every table comes in. */
export const otherFormats = ['json', 'xlsx', 'parquet'] as const
export type OtherFormat = (typeof otherFormats)[number]

/** Rows below the header that a worksheet can have. */
export const MAX_SHEET_ROWS = 1_048_575

/** `by` is null once whoever it was has left. */
export const fetchedFile = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.number(),
  by: z.string().nullable(),
  at: z.date(),
})
export type FetchedFile = z.infer<typeof fetchedFile>

/** The download page: what was delivered, how good it is, and the money that waits for it. */
export const dataset = z.object({
  dprId: z.string(),
  contractId: z.string(),
  contractStatus: z.enum(contractStatuses),
  title: z.string(),
  vendorName: z.string(),
  deliveredAt: z.date(),
  files: z.array(deliveryFile),
  /** Of the main table, the one with the most rows. */
  report: publishedReport,
  /** Of the further tables. */
  otherReports: z.array(z.object({ name: z.string(), report: publishedReport })),
  /** What was agreed and met; null for deliveries of samples. */
  gate: z.array(gateItem).nullable(),
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
  inspect: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/delivery/inspection',
      summary: 'All files are there: have them read, for the review (vendor)',
    })
    .input(
      byContract.extend({
        /** What the sender has computed; what arrived is compared with it. */
        checksums: z
          .array(
            z.object({ uploadId: z.string().max(80), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
          )
          .max(maxDeliveryFiles)
          .default([]),
        notes: z.string().trim().max(2000).optional(),
      }),
    )
    .output(delivery),
  reopen: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/delivery/draft',
      summary: 'Back from the review to the files (vendor)',
    })
    .input(byContract)
    .output(delivery),
  submit: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/delivery',
      summary: 'Hand the reviewed tables over for synthesis (vendor)',
    })
    .input(byContract.extend({ choices: z.array(columnChoice).max(20_000).default([]) }))
    .output(delivery),
  cancel: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/delivery/cancellation',
      summary: 'Take the delivery back until it is ready; its files are destroyed (vendor)',
    })
    .input(byContract)
    .output(delivery),
  dataset: oc
    .route({
      method: 'GET',
      path: '/dprs/{dprId}/dataset',
      summary: 'Files and validation report of a delivered request (client)',
    })
    .input(byDpr)
    .output(dataset),
  convert: oc
    .route({
      method: 'POST',
      path: '/files/{fileId}/conversion',
      summary: 'A delivered table in another format; null while it is being made (client)',
    })
    .input(z.object({ fileId: z.uuid(), format: z.enum(otherFormats) }))
    .output(deliveryFile.nullable()),
  checksumsLink: oc
    .route({
      method: 'POST',
      path: '/dprs/{dprId}/checksums/link',
      summary: 'A short-lived link to the SHA-256 checksums of all files (client)',
    })
    .input(byDpr)
    .output(link),
  fetched: oc
    .route({
      method: 'GET',
      path: '/dprs/{dprId}/downloads',
      summary: 'Who has fetched what of a delivery, and when (client)',
    })
    .input(byDpr.extend(pageInput.shape))
    .output(pageOf(fetchedFile)),
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
