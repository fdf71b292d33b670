import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { reasonForm } from '../core/text.ts'
import { changeRequestForm } from '../market/contracts.ts'
import { connectDelivery, connectedDelivery } from './connections/connected-deliveries.ts'
import { dataset, deliveryFile, exportFormats, fetchedFile } from './datasets.ts'
import { deliveryNoticeIds } from './delivery-notices.ts'
import { profilesProcedure, reviewChoices, reviewedTable } from './delivery-reviews.ts'
import { deliveryStage, synthesisStages } from './measured/synthesis-stages.ts'
import { brokenRule, gateItem, publishedReport } from './reports.ts'
import { deliveryForecast, sourceChoice, sourceOverlap } from './sources.ts'
import { sentChecksums, uploadedFile } from './uploads.ts'

/**
 * Lists a delivery's statuses. A draft takes files; when complete, they are inspected, and the
 * vendor reviews the findings. What a vendor measures on its own premises is measuring from its reservation until the
 * platform has checked it, without a draft. After submission it is queued, processed and ready, unless it is
 * refused, fails or is cancelled. A delivery that the platform could not process is held, with its
 * files sealed, until staff retry it or give it up.
 */
export const deliveryStatuses = [
  'draft',
  'inspecting',
  'review',
  'measuring',
  'queued',
  'processing',
  'held',
  'refused',
  'failed',
  'cancelled',
  'ready',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Defines the delivery statuses that allow each action. */
export const deliveryCan = {
  /** Files come and go. */
  change: (status: DeliveryStatus) => status === 'draft' || status === 'review',
  reopen: (status: DeliveryStatus) => status === 'inspecting' || status === 'review',
  cancel: (status: DeliveryStatus) =>
    status === 'draft' ||
    status === 'inspecting' ||
    status === 'review' ||
    status === 'measuring' ||
    status === 'queued' ||
    status === 'processing' ||
    status === 'held',
}

export const delivery = z.object({
  id: z.uuid(),
  status: z.enum(deliveryStatuses),
  /** The first of its files; empty for the client. */
  fileName: z.string(),
  fileCount: z.number().int(),
  /** Sums the sizes of all files; 0 for the client. */
  fileBytes: z.number(),
  /** Lists the files of a draft, for its vendor; empty otherwise. */
  files: z.array(uploadedFile),
  /** The engine's findings in the files, for the vendor, while the delivery awaits the review. */
  review: z.array(reviewedTable).nullable(),
  /** The vendor's previous choices, if its review is open again. */
  chosen: reviewChoices.nullable(),
  /** The sources that the same data was measured from before, for the vendor in the review, the likeliest first. */
  overlaps: z.array(sourceOverlap),
  notes: z.string().nullable(),
  /** True where the vendor measures on its own premises: no original reaches the platform. */
  isMeasuredByVendor: z.boolean(),
  /** True where the data is read through a connection of the vendor's: no original is uploaded. */
  isConnected: z.boolean(),
  /** Says what it reads, for its vendor; null otherwise, and once it is over. */
  connected: connectedDelivery.nullable(),
  /**
   * While it is queued, the runs that wait before it: so many, or at most so many. Null where that
   * cannot be known, and once it is not queued.
   */
  queue: z.object({ before: z.number().int(), isAtMost: z.boolean() }).nullable(),
  stage: z.enum(synthesisStages).nullable(),
  /** 0 to 1, over the whole synthesis. */
  progress: z.number(),
  stages: z.array(deliveryStage).default([]),
  /** The reason of a refusal or a failure, or the corrections that a draft needs, worded for the vendor. */
  reason: z.string().nullable(),
  /** Set while a problem of the platform or of the vendor's source keeps the delivery waiting. */
  notice: z.enum(deliveryNoticeIds).nullable(),
  /** The time since which it does; null without a notice. */
  noticeSince: z.date().nullable(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
  /** Set once the client has requested changes: another delivery replaces this one. */
  supersededAt: z.date().nullable(),
  /** The comparison with the agreed terms; null until a twin was made. */
  gate: z.array(gateItem).nullable(),
  /** The review's rules that rows of the original broke, for its vendor; empty until a twin was made. */
  brokenRules: z.array(brokenRule),
  /** Holds the report of a delivery that failed the agreed terms, for its vendor. */
  missedReport: publishedReport.nullable(),
})
export type Delivery = z.infer<typeof delivery>

const byContract = z.object({ contractId: z.string().max(40) })
const byDpr = z.object({ dprId: z.string().max(40) })
const link = z.object({ url: z.string(), expiresAt: z.date() })

/** Describes a held delivery for staff. `cause` is an error's text without secrets. */
export const heldDelivery = z.object({
  id: z.uuid(),
  /** Null for a twin that is measured for a listing. */
  contractId: z.string().nullable(),
  title: z.string(),
  vendorName: z.string(),
  fileName: z.string(),
  fileCount: z.number().int(),
  cause: z.string(),
  heldAt: z.date(),
})
export type HeldDelivery = z.infer<typeof heldDelivery>

const byDelivery = z.object({ id: z.uuid() })

export const deliveries = {
  staff: {
    listHeld: oc
      .route({
        method: 'GET',
        path: '/admin/deliveries/held',
        summary: 'Deliveries that the platform could not process, oldest first (staff)',
      })
      .input(pageInput)
      .output(pageOf(heldDelivery)),
    retry: oc
      .route({
        method: 'POST',
        path: '/admin/deliveries/{id}/retry',
        summary: 'Process a held delivery again (staff)',
      })
      .input(byDelivery),
    giveUp: oc
      .route({
        method: 'POST',
        path: '/admin/deliveries/{id}/giving-up',
        summary: 'Give up a held delivery: its originals are deleted (staff)',
      })
      .input(byDelivery.extend(reasonForm.shape)),
  },
  latest: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/delivery',
      summary: 'The latest delivery of a contract and how far it is',
    })
    .input(byContract)
    .output(delivery.nullable()),
  forecast: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/delivery/forecast',
      summary:
        'What submitting the reviewed tables would cost their source: measured, or drawn from what was (vendor)',
    })
    .input(byContract.extend({ source: sourceChoice.optional(), ...reviewChoices.shape }))
    .output(deliveryForecast),
  profiles: profilesProcedure,
  connect: connectDelivery.output(delivery),
  inspect: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/delivery/inspection',
      summary: 'All files are there: have them read, for the review (vendor)',
    })
    .input(
      byContract.extend({
        checksums: sentChecksums,
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
    /** Without a source it is the one that the data is recognized by, or else that of the contract's earlier measurements, or else a new one. */
    .input(byContract.extend({ ...reviewChoices.shape, source: sourceChoice.optional() }))
    .output(delivery),
  cancel: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/delivery/cancellation',
      summary: 'Take the delivery back until it is ready; its files are deleted (vendor)',
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
    .input(z.object({ fileId: z.uuid(), format: z.enum(exportFormats) }))
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
  readTable: oc
    .route({
      method: 'POST',
      path: '/files/{fileId}/reading',
      summary:
        'A delivered table as Parquet, to be read in parts by one link for an hour; logged as a download; null while it is being made (client)',
    })
    .input(z.object({ fileId: z.uuid() }))
    .output(link.extend({ bytes: z.number().int() }).nullable()),
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
