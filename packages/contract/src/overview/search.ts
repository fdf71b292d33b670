import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { sides } from '../core/sides.ts'

/** Lists the kinds of results for members and visitors: their own records and the market's. */
export const memberHitKinds = [
  'request',
  'market',
  'offer',
  'contract',
  'dispute',
  'conversation',
  'invoice',
  'ticket',
  'company',
] as const

/** Lists the kinds of results for staff: records of all organizations. */
export const staffHitKinds = [
  'organization',
  'user',
  'application',
  'request',
  'offer',
  'contract',
  'dispute',
  'payment',
  'payout',
  'entry',
  'ticket',
  'mail',
] as const
export type StaffHitKind = (typeof staffHitKinds)[number]

const hitKinds = [...new Set([...memberHitKinds, ...staffHitKinds])] as const
export type HitKind = (typeof hitKinds)[number]

export const hit = z.object({
  kind: z.enum(hitKinds),
  id: z.string(),
  title: z.string(),
  /** A second person or object that the result refers to. */
  detail: z.string().nullable(),
  /** Holds the stored status. */
  status: z.string().nullable(),
  /** The side from which the caller sees it; null for staff, and for what has no sides. */
  side: z.enum(sides).nullable(),
  /** The key in the address of the result's page, if that is not its ID. */
  page: z.string().nullable(),
})
export type Hit = z.infer<typeof hit>

/** Limits the hits of one kind in an answer about all kinds. */
export const HITS_PER_KIND = 5

export const MAX_SEARCH_LENGTH = 100

/** Parses the text of a search, of which every word must occur; an ID comes first. */
export const searchText = z
  .string()
  .trim()
  .min(1, 'Type what to look for')
  .max(MAX_SEARCH_LENGTH, `This is too long (${MAX_SEARCH_LENGTH} characters at most)`)
  .refine((text) => !text.includes('\0'), 'This cannot be looked for')

export const search = {
  everything: oc
    .route({
      method: 'GET',
      path: '/search',
      summary:
        'A few hits of each kind: of the own organization and the market; of everybody (staff)',
    })
    .input(z.object({ text: searchText }))
    .output(
      z.object({
        groups: z.array(
          z.object({ kind: z.enum(hitKinds), hits: z.array(hit), hasMore: z.boolean() }),
        ),
      }),
    ),
  staff: {
    list: oc
      .route({
        method: 'GET',
        path: '/admin/search/{kind}',
        summary: 'All hits of one kind, newest first (staff)',
      })
      .input(pageInput.extend({ kind: z.enum(staffHitKinds), text: searchText }))
      .output(pageOf(hit)),
  },
}
