/** Requests that are still being written: the form as typed, however incomplete. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { isPlainJson } from '../core/plain-json.ts'
import { MAX_DATA_CONTRACT_BYTES } from './data-contracts.ts'

const text = z.string().max(20_000)
const lines = z.array(z.string().max(2000)).max(100)

/** Limits the bytes of one draft as JSON, without its data contract. */
const MAX_DRAFT_BYTES = 64 * 1024

const isWithin = (value: unknown, bytes: number) =>
  new TextEncoder().encode(JSON.stringify(value) ?? '').length <= bytes

/** A row of the table in which a client lists the columns it asks for. */
const draftColumn = z
  .object({
    name: text,
    type: text,
    required: z.boolean(),
    unique: z.boolean(),
    min: text,
    max: text,
    values: text,
  })
  .partial()

/** The license as chosen so far. */
const draftLicense = z
  .object({
    purposes: z.array(text).max(20),
    users: text,
    userCount: text,
    territory: text,
    countries: z.array(text).max(300),
    termMonths: text,
    redistribution: text,
    derivedModels: text,
    attribution: z.boolean(),
    deletion: z.boolean(),
  })
  .partial()

/** Holds the form's fields by name, with amounts and numbers as typed. */
export const draftContent = z
  .object({
    title: text,
    category: text,
    description: text,
    useCase: text,
    complianceRequirements: text,
    deliveryFormat: text,
    contacts: text,
    notes: text,
    budgetMinCents: text,
    budgetMaxCents: text,
    timelineDays: text,
    specifications: lines,
    technicalRequirements: lines,
    deliverables: lines,
    minRecords: text,
    minAccuracyPercent: text,
    sampleRecords: text,
    privacyLevel: text,
    moreRows: z.object({ rows: text, draws: text }).partial(),
    license: draftLicense,
    vendorMinRating: text,
    vendorMinCompleted: text,
    vendorPreferences: text,
    closesInDays: text,
    reviewDays: text,
    dataContract: z.union([
      z.object({ from: z.literal('columns'), columns: z.array(draftColumn).max(1000) }),
      z.object({
        from: z.literal('file'),
        fileName: text,
        content: z.record(z.string(), z.unknown()).refine((value) => isPlainJson(value, 20)),
      }),
    ]),
  })
  .partial()
  .refine(
    ({ dataContract, ...content }) =>
      isWithin(content, MAX_DRAFT_BYTES) && isWithin(dataContract, 1.25 * MAX_DATA_CONTRACT_BYTES),
    'This draft is too long to be kept',
  )
export type DraftContent = z.infer<typeof draftContent>

/** Limits the drafts of an organization. */
export const MAX_DRAFTS = 100

const draftSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  updatedAt: z.date(),
})
export type DprDraft = z.infer<typeof draftSummary>

const byId = z.object({ draftId: z.uuid() })

export const draftProcedures = {
  drafts: oc
    .route({
      method: 'GET',
      path: '/dpr-drafts',
      summary: "The organization's drafts, last changed first (client)",
    })
    .input(pageInput)
    .output(pageOf(draftSummary)),
  draft: oc
    .route({ method: 'GET', path: '/dpr-drafts/{draftId}', summary: 'One draft (client)' })
    .input(byId)
    .output(draftSummary.extend({ content: draftContent })),
  saveDraft: oc
    .route({
      method: 'POST',
      path: '/dpr-drafts',
      summary: 'Keep a draft: a new one, or the one named (client)',
    })
    .input(byId.partial().extend({ content: draftContent }))
    .output(draftSummary),
  removeDraft: oc
    .route({ method: 'DELETE', path: '/dpr-drafts/{draftId}', summary: 'Delete a draft (client)' })
    .input(byId)
    .output(z.void()),
}
