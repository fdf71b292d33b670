/** Synthetic rows to look at in the page: of a delivery before it is paid for, and of a sample that goes with an offer. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { columnKinds } from './column-kinds.ts'
import { agreement } from './reports.ts'
import { sourceOverlap } from './sources.ts'

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
