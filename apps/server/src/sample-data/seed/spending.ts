/** Parses the limits and approvals of a sample client from spending.json. */
import { z } from 'zod'
import { type CompanyKey, companyKeys } from './seed.ts'
import spendingJson from './spending.json' with { type: 'json' }

const company = z.enum(companyKeys as [CompanyKey, ...CompanyKey[]])
const cents = z.int().transform((dollars) => BigInt(dollars) * 100n)

/** Limits include the fee. The present one holds since `sinceDays`; each approval names that of its day. */
export const spending = z
  .object({
    client: company,
    memberDollars: cents,
    sinceDays: z.number(),
    approvals: z.array(
      z.object({
        title: z.string(),
        vendor: company,
        limitDollars: cents,
        askedDays: z.number(),
        note: z.string(),
        purchaseOrder: z.string().nullable(),
        costCenter: z.string().nullable(),
        decided: z
          .object({
            decision: z.enum(['approve', 'decline']),
            days: z.number(),
            comment: z.string(),
          })
          .nullable(),
      }),
    ),
  })
  .parse(spendingJson)
