/** Synthetic rows to look at in the page: of a delivery before it is paid for, and of a sample that goes with an offer. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { columnKinds } from './column-kinds.ts'
import { agreement } from './reports.ts'
import { drawnAccount, guarantee, sourceOverlap } from './sources.ts'

/** Limits the rows of each table of a preview. */
export const MAX_PREVIEW_ROWS = 1000

/** Limits the CSV of all tables of a preview together. */
export const MAX_PREVIEW_BYTES = 1024 ** 2

export const MAX_SAMPLE_BYTES = 20 * 1024 ** 2

export const previewTable = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), kind: z.enum(columnKinds) })),
  /** Rows in `csv`, and rows of the whole twin. */
  rows: z.number().int(),
  totalRows: z.number().int(),
  /** Holds rows below a header, with comma, \n and UTF-8. */
  csv: z.string(),
})
export type PreviewTable = z.infer<typeof previewTable>

/** Holds figures from the report on a sample's main table. */
export const previewFigures = z.object({
  rows: z.number().int(),
  columns: z.number().int(),
  /** Holds the parts of the quality score; missing in earlier previews. */
  accuracy: agreement.optional(),
  /** 0 to 100; of columns and pairs alone where there is no `accuracy`. */
  qualityScore: z.number().optional(),
  /** Null where no formal guarantee is given. */
  epsilon: z.number().nullable(),
})
export type PreviewFigures = z.infer<typeof previewFigures>

/** It came with the sample marketplace: no sample was received for it, and none destroyed. */
const isLoaded = z.boolean()

/** Describes a sample that its vendor has sent with an offer, and its state. */
export const samplePreview = z.object({
  fileName: z.string(),
  fileBytes: z.number(),
  state: z.enum(['making', 'ready', 'refused']),
  /** The reason of the refusal, worded for the vendor. */
  reason: z.string().nullable(),
  figures: previewFigures.nullable(),
  /** The source that data of the sample was accounted for in before; null for none, and while it is not known. */
  recognized: sourceOverlap.nullable(),
  /** The time since which a problem of the platform keeps its rows from being made; null while none does. */
  heldSince: z.date().nullable(),
  isLoaded,
  createdAt: z.date(),
})
export type SamplePreview = z.infer<typeof samplePreview>

export const offerPreview = z.object({
  offerId: z.string(),
  /** The caller is its vendor. */
  isOwn: z.boolean(),
  dprId: z.string(),
  dprTitle: z.string(),
  vendorName: z.string(),
  isLoaded,
  figures: previewFigures,
  madeAt: z.date(),
  tables: z.array(previewTable),
})
export type OfferPreview = z.infer<typeof offerPreview>

/** Limits the rows that a preview shows at once. */
export const SHOWN_PREVIEW_ROWS = 20

/** Describes a column of synthetic rows; all of it is counted on these rows, values as the file writes them. */
export const previewColumn = z.object({
  name: z.string(),
  kind: z.enum(columnKinds),
  /** Null for columns whose values are surrogates, and where no row has a value. */
  plot: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('histogram'),
        /** n + 1 rising bounds of n bins of even width; moments in epoch milliseconds, UTC. */
        edges: z.array(z.number()),
        /** Rows in each bin. */
        counts: z.array(z.number().int()),
      }),
      z.object({
        type: z.literal('categories'),
        /** The most frequent values, at most 12, and their rows. */
        labels: z.array(z.string()),
        counts: z.array(z.number().int()),
      }),
    ])
    .nullable(),
  distinct: z.number().int(),
  /** Rows without a value. */
  missing: z.number().int(),
  /** The least and greatest value, and the middle one; null for columns that are not numbers or moments. */
  range: z.object({ low: z.string(), median: z.string(), high: z.string() }).nullable(),
})
export type PreviewColumn = z.infer<typeof previewColumn>

export const previewSummary = z.object({
  name: z.string(),
  rows: z.number().int(),
  columns: z.array(previewColumn),
  /** The first rows, cells in the order of the columns, null for a missing value. */
  firstRows: z.array(z.array(z.string().nullable())),
  /** A question in SQL with its answer; null where no column groups the rows. */
  question: z
    .object({
      sql: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
    })
    .nullable(),
})
export type PreviewSummary = z.infer<typeof previewSummary>

export const agreedColumnStates = ['matched', 'differs', 'missing'] as const
export type AgreedColumnState = (typeof agreedColumnStates)[number]

/** Compares a column of the request's data contract with the synthetic rows. */
export const agreedColumn = z.object({
  /** The table that it was looked for in; null where that is missing. */
  table: z.string().nullable(),
  name: z.string(),
  /** Its name among the synthetic columns, which may be the physical one; null if it is missing. */
  column: z.string().nullable(),
  state: z.enum(agreedColumnStates),
  wanted: z.string(),
  /** The count in words. */
  found: z.string(),
})
export type AgreedColumn = z.infer<typeof agreedColumn>

export const offerPreviewStates = ['none', 'making', 'ready', 'refused'] as const

/** Describes the content of a preview's page. */
export const shownPreview = z.object({
  offerId: z.string(),
  /** The caller is its vendor. */
  isOwn: z.boolean(),
  dprId: z.string(),
  dprTitle: z.string(),
  vendorName: z.string(),
  state: z.enum(offerPreviewStates),
  /** The reason of a refusal, for the vendor; null otherwise. */
  reason: z.string().nullable(),
  /** The time since which a problem of the platform keeps the rows from being made; null while none does. */
  heldSince: z.date().nullable(),
  isLoaded,
  /** The time the sample was sent; null without one. */
  sentAt: z.date().nullable(),
  /** Null until the rows are made, as all below. */
  madeAt: z.date().nullable(),
  figures: previewFigures.nullable(),
  /** The largest first; empty until they are made. */
  tables: z.array(previewSummary),
  /** Null where the request has no data contract. */
  agreed: z.array(agreedColumn).nullable(),
  /** The account of its source with the preview, for the vendor; null otherwise, and if nothing was charged. */
  account: drawnAccount.nullable(),
  /** The most that a delivery at the offered privacy level may take; null without an account. */
  planned: z.object({ epsilon: z.number(), share: z.number(), with: guarantee }).nullable(),
})
export type ShownPreview = z.infer<typeof shownPreview>

const byOffer = z.object({ offerId: z.string().max(40) })

export const previews = {
  ofDelivery: oc
    .route({
      method: 'GET',
      path: '/dprs/{dprId}/preview',
      summary: 'The first rows of a delivered request; no table where none were kept (client)',
    })
    .input(z.object({ dprId: z.string().max(40) }))
    .output(z.object({ tables: z.array(previewTable) })),
  ofOffer: oc
    .route({
      method: 'GET',
      path: '/offers/{offerId}/preview',
      summary: "Synthetic rows made from the vendor's sample",
    })
    .input(byOffer)
    .output(offerPreview),
  shown: oc
    .route({
      method: 'GET',
      path: '/offers/{offerId}/preview/summary',
      summary:
        'First rows, distributions and agreed columns of a preview, or how far it is; counted on synthetic rows',
    })
    .input(byOffer)
    .output(shownPreview),
  sample: oc
    .route({
      method: 'GET',
      path: '/offers/{offerId}/sample',
      summary: 'What has become of the sample of an offer; null without one (vendor)',
    })
    .input(byOffer)
    .output(samplePreview.nullable()),
  retrySample: oc
    .route({
      method: 'POST',
      path: '/offers/{offerId}/sample/retry',
      summary: 'Make the rows of a sample again that a problem of the platform stopped (vendor)',
    })
    .input(byOffer)
    .output(samplePreview),
  removeSample: oc
    .route({
      method: 'DELETE',
      path: '/offers/{offerId}/sample',
      summary: 'Take the sample of an offer back, and its preview (vendor)',
    })
    .input(byOffer)
    .output(z.void()),
}
