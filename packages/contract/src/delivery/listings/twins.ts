/** Twins that a vendor has measured for a listing: uploaded, reviewed and measured as a delivery is, without a contract. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../../core/paging.ts'
import { requiredText } from '../../core/text.ts'
import { privacyLevels } from '../../market/terms.ts'
import { delivery, deliveryStatuses } from '../deliveries.ts'
import { columnProfiles, reviewChoices } from '../delivery-reviews.ts'
import { deliveryForecast, sourceChoice } from '../sources.ts'
import { sentChecksums } from '../uploads.ts'
import { listedCategory } from './listing-content.ts'

/** Limits the twins of a vendor that are under way at a time. */
export const MAX_OPEN_TWINS = 20

export const twinForm = z.object({
  title: requiredText('Title', 200),
  category: listedCategory,
  privacyLevel: z.enum(privacyLevels, { error: 'Choose a privacy level' }),
})
export type TwinForm = z.infer<typeof twinForm>

/** Describes a twin for its vendor; its delivery has no client. */
export const twin = twinForm.extend({
  id: z.uuid(),
  delivery,
  /** The listing that was drafted from it, the latest one; null until it is made. */
  listingId: z.string().nullable(),
  /** Its certificate, which anyone who has this ID may read; null until it is made. */
  certificateId: z.uuid().nullable(),
})
export type Twin = z.infer<typeof twin>

export const listedTwin = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(deliveryStatuses),
  /** The first of its files; empty before. */
  fileName: z.string(),
  reason: z.string().nullable(),
  listingId: z.string().nullable(),
  certificateId: z.uuid().nullable(),
  createdAt: z.date(),
})
export type ListedTwin = z.infer<typeof listedTwin>

const byTwin = z.object({ twinId: z.uuid() })
const submission = byTwin.extend({ ...reviewChoices.shape, source: sourceChoice.optional() })

export const twins = {
  start: oc
    .route({
      method: 'POST',
      path: '/twins',
      summary: 'Begin a twin for a listing; its files are uploaded for its ID (vendor)',
    })
    .input(twinForm)
    .output(twin),
  list: oc
    .route({
      method: 'GET',
      path: '/twins',
      summary: 'Twins that were measured for listings or are under way, newest first (vendor)',
    })
    .input(pageInput)
    .output(pageOf(listedTwin)),
  get: oc
    .route({
      method: 'GET',
      path: '/twins/{twinId}',
      summary: 'A twin for a listing and how far it is (vendor)',
    })
    .input(byTwin)
    .output(twin),
  inspect: oc
    .route({
      method: 'POST',
      path: '/twins/{twinId}/inspection',
      summary: 'All files are there: have them read, for the review (vendor)',
    })
    .input(byTwin.extend({ checksums: sentChecksums }))
    .output(delivery),
  profiles: oc
    .route({
      method: 'GET',
      path: '/twins/{twinId}/profiles',
      summary:
        'Distributions of the columns in the review, none once an original has ended (vendor)',
    })
    .input(byTwin)
    .output(columnProfiles),
  reopen: oc
    .route({
      method: 'POST',
      path: '/twins/{twinId}/draft',
      summary: 'Back from the review to the files (vendor)',
    })
    .input(byTwin)
    .output(delivery),
  forecast: oc
    .route({
      method: 'POST',
      path: '/twins/{twinId}/forecast',
      summary: 'What measuring the reviewed tables would cost their source (vendor)',
    })
    .input(submission)
    .output(deliveryForecast),
  submit: oc
    .route({
      method: 'POST',
      path: '/twins/{twinId}/measurement',
      summary: 'Have the reviewed tables measured once, charged to their source (vendor)',
    })
    /** Without a source it is the one that the data is recognized by, or else a new one. */
    .input(submission)
    .output(delivery),
  cancel: oc
    .route({
      method: 'POST',
      path: '/twins/{twinId}/cancellation',
      summary: 'Give the twin up until it is made; its files are deleted (vendor)',
    })
    .input(byTwin)
    .output(delivery),
}
