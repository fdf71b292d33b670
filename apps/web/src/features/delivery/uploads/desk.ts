/** Defines the calls and texts that differ between the delivery of a contract and a twin for a listing. */
import {
  type ColumnProfiles,
  type Delivery,
  type DeliveryForecast,
  type DeliveryNotice,
  type DeliveryOrigin,
  deliveryNoticeText,
  deliveryOrigin,
  type ReviewChoices,
  type SourceChoice,
  twinNoticeText,
} from '@semblance/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api, orpc } from '@/lib/api/api.ts'

export type Purpose = { contractId: string } | { twinId: string }

type Inspection = { checksums: { uploadId: string; sha256: string }[]; notes?: string }
type Submission = ReviewChoices & { source?: SourceChoice }
type Asked<Answer> = {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>
}

export type Desk = {
  /** Names the subject of uploads, as the server knows it. */
  purpose: Purpose
  /** ID by which the account of a source names it. */
  deal: string
  /** Null where there is no reader of notes. */
  notesHint: string | null
  texts: {
    /** Heads the form for files. */
    upload: string
    files: string
    afterUpload: string
    inspect: string
    /** Begins sentences about what is charged. */
    subject: string
    cost: string
    submit: string
  }
  /** Procedures of the last two steps, which members of different roles may take. */
  procedures: { reopen: string; submit: string }
  inspect: (input: Inspection) => Promise<Delivery>
  reopen: () => Promise<Delivery>
  submit: (input: Submission) => Promise<Delivery>
  profiles: Asked<ColumnProfiles>
  forecast: (input: Submission) => Asked<DeliveryForecast>
  /** Shows what an answer says, without asking again. */
  show: (queries: QueryClient, next: Delivery) => void
  /** Names the query of the list of files. */
  latest: QueryKey
  /** Names other queries whose answers a step of the run changes. */
  stale: QueryKey[]
  noticeText: (delivery: Delivery, notice: DeliveryNotice) => string
  readyText: (origin: DeliveryOrigin) => [title: string, text: string]
}

/** Returns the desk of a contract's delivery. */
export function contractDesk(contractId: string): Desk {
  const input = { contractId }
  const latest = orpc.deliveries.latest.queryKey({ input })
  return {
    purpose: input,
    deal: contractId,
    notesHint: 'For the client: what the files hold, and anything they should know.',
    texts: {
      upload: 'Upload delivery',
      files: 'Files of this delivery',
      afterUpload:
        'Files are encrypted as they arrive. Next you review what was found in them. The originals are deleted, with their keys, once their synthetic twin is finished; the client only ever receives the twin.',
      inspect: 'Submit Delivery',
      subject: 'This delivery',
      cost: 'What this delivery costs the account',
      submit: 'Confirm and Submit Delivery',
    },
    procedures: { reopen: 'deliveries.reopen', submit: 'deliveries.submit' },
    inspect: (read) => api.deliveries.inspect({ ...input, ...read }),
    reopen: () => api.deliveries.reopen(input),
    submit: (chosen) => api.deliveries.submit({ ...input, ...chosen }),
    profiles: {
      queryKey: orpc.deliveries.profiles.queryKey({ input }),
      queryFn: ({ signal }) => api.deliveries.profiles(input, { signal }),
    },
    forecast: (chosen) => ({
      queryKey: orpc.deliveries.forecast.queryKey({ input: { ...input, ...chosen } }),
      queryFn: ({ signal }) => api.deliveries.forecast({ ...input, ...chosen }, { signal }),
    }),
    show: (queries, next) => queries.setQueryData(latest, next),
    latest,
    stale: [orpc.contracts.key(), orpc.dashboards.key()],
    noticeText: (delivery, notice) =>
      deliveryNoticeText(deliveryOrigin(delivery), notice, 'vendor'),
    readyText: (origin) => ['Data Delivered Successfully', deliveredTexts[origin]],
  }
}

const deliveredTexts: Record<DeliveryOrigin, string> = {
  uploaded: 'Your files have been uploaded and the client has been notified.',
  premises: 'The twin was drawn from your model and the client has been notified.',
  connection: 'Your data was read through your connection, and the client has been notified.',
}

/** Returns the desk of a twin that is measured for a listing. */
export function twinDesk(twinId: string): Desk {
  const input = { twinId }
  const latest = orpc.twins.get.queryKey({ input })
  return {
    purpose: input,
    deal: twinId,
    notesHint: null,
    texts: {
      upload: 'Upload the data',
      files: 'Files of this twin',
      afterUpload:
        'Files are encrypted as they arrive. Next you review what was found in them. The originals are deleted, with their keys, once the twin is finished; buyers only ever receive the twin.',
      inspect: 'Have the Files Read',
      subject: 'This twin',
      cost: 'What this twin costs the account',
      submit: 'Confirm and Measure',
    },
    procedures: { reopen: 'twins.reopen', submit: 'twins.submit' },
    inspect: ({ checksums }) => api.twins.inspect({ ...input, checksums }),
    reopen: () => api.twins.reopen(input),
    submit: (chosen) => api.twins.submit({ ...input, ...chosen }),
    profiles: {
      queryKey: orpc.twins.profiles.queryKey({ input }),
      queryFn: ({ signal }) => api.twins.profiles(input, { signal }),
    },
    forecast: (chosen) => ({
      queryKey: orpc.twins.forecast.queryKey({ input: { ...input, ...chosen } }),
      queryFn: ({ signal }) => api.twins.forecast({ ...input, ...chosen }, { signal }),
    }),
    show: (queries, delivery) =>
      queries.setQueryData(latest, (twin) => twin && { ...twin, delivery }),
    latest,
    stale: [orpc.twins.list.key(), orpc.listings.key(), orpc.sources.key()],
    noticeText: (_, notice) => twinNoticeText(notice),
    readyText: () => ['Twin Measured', 'The next step is its listing.'],
  }
}
