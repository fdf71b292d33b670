/** Licenses: what a client may do with a delivered dataset, for people and for programs. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { licenseTerms } from '../market/licensing/license-terms.ts'

const license = z.object({
  id: z.uuid(),
  terms: licenseTerms,
  issuedAt: z.date(),
  /** The last day of the term, as YYYY-MM-DD; null: no end. */
  endsOn: z.iso.date().nullable(),
  /** The SHA-256 of the license as an ODRL policy, which its certificate states. */
  policySha256: z.string(),
  /** Null for callers who are no party. */
  deal: z
    .object({ contractId: z.string(), clientName: z.string(), vendorName: z.string() })
    .nullable(),
})
export type License = z.infer<typeof license>

export const licenses = {
  get: oc
    .route({
      method: 'GET',
      path: '/licenses/{id}',
      summary: 'A license by its ID, for anyone who has it; the parties are named to the parties',
    })
    .input(z.object({ id: z.uuid() }))
    .output(license),
}
