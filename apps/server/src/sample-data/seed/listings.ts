/** The listings of the sample marketplace: listings.json, parsed. */
import { licenseRedistributions, subscriptionTerms } from '@semblance/contract'
import { z } from 'zod'
import listingsJson from './listings.json' with { type: 'json' }

const listing = z.object({
  file: z.string(),
  title: z.string(),
  description: z.string(),
  columns: z.record(z.string(), z.string()),
  options: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      dollars: z.int(),
      redistribution: z.enum(licenseRedistributions),
      subscription: subscriptionTerms.optional(),
    }),
  ),
})

/** Twins that their vendors list once they are delivered. */
export const listings = z.array(listing).parse(listingsJson)
