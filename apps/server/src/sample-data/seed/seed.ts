/** Parses the content of the sample marketplace from its JSON files. Ages and hours count back from the load. */
import {
  disputeAsks,
  disputeReasons,
  dprForm,
  draftContent,
  employeeRanges,
  MAX_OPEN_DAYS,
  notificationTypes,
  offerDetails,
  proposedTerms,
  savedSearchForm,
  sides,
  ticketPriorities,
  ticketStatuses,
} from '@semblance/contract'
import { z } from 'zod'
import contractsJson from './contracts.json' with { type: 'json' }
import conversationsJson from './conversations.json' with { type: 'json' }
import disputesJson from './disputes.json' with { type: 'json' }
import offersJson from './offers.json' with { type: 'json' }
import organizationsJson from './organizations.json' with { type: 'json' }
import pastRequestsJson from './past-requests.json' with { type: 'json' }
import peopleJson from './people.json' with { type: 'json' }
import requestsJson from './requests.json' with { type: 'json' }
import ticketsJson from './tickets.json' with { type: 'json' }

export type CompanyKey = keyof typeof organizationsJson.organizations

const keysOf = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as [K, ...K[]]
const company = z.enum(keysOf(organizationsJson.organizations))
const vendor = z.enum(keysOf(offersJson))
const side = z.enum(sides)
const dollars = z.int().transform(BigInt)
const file = z.object({ name: z.string(), text: z.string() })
const account = z.object({ bankName: z.string(), accountNumber: z.string() })

const profile = z.object({
  organization_id: z.string(),
  name: z.string(),
  /** A person who signs up with it administers the organization. */
  email: z.string(),
  city: z.string(),
  country: z.string(),
  industry: z.string(),
  description: z.string(),
  website: z.string(),
  founded: z.int(),
  employees: z.enum(employeeRanges),
  is_client: z.boolean(),
  is_vendor: z.boolean(),
})

const organizationSeed = z.object({
  profile,
  /** The account that a vendor is paid to, each Friday. */
  payoutAccount: account.extend({ taxId: z.string() }).optional(),
  /** The account that it pays its plan from; `lastRefusal` is the bank's code for the newest payment. */
  planAccount: account.extend({ lastRefusal: z.string().optional() }).optional(),
})

const application = z.object({
  business_name: z.string(),
  business_website: z.string().nullable(),
  business_email: z.string(),
  contact_person: z.string(),
  contact_phone: z.string().nullable(),
  registration_number: z.string().nullable(),
  business_address: z.string(),
  city: z.string(),
  country: z.string(),
  industry: z.string(),
  business_description: z.string(),
  appliedDays: z.number(),
  decision: z.enum(['approved', 'declined']).optional(),
  reason: z.string().optional(),
})

const person = z.object({
  email: z.string(),
  /** Null for the platform's own staff. */
  company: company.nullable(),
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string(),
  /** Waiting people have signed up with the organization's ID, and its administrator decides. */
  standing: z.enum(['staff', 'administrator', 'member', 'waiting', 'deactivated']),
  sinceDays: z.number(),
})
export type SamplePerson = z.infer<typeof person>

const notice = z.object({
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  hoursAgo: z.number(),
  /** Null leads to the download that waits for the sample client. */
  path: z.string().nullable(),
})

const sampleOffer = z.object({
  vendor,
  priceDollars: dollars,
  timelineDays: z.int(),
  /** The terms of a later change by the vendor. */
  revised: z.object({ priceDollars: dollars, timelineDays: z.int() }).optional(),
  paymentStructure: z.enum(['on_delivery']).optional(),
  /** `called_off`: accepted, and its contract cancelled before it was paid. */
  outcome: z
    .enum(['accepted', 'funded', 'completed', 'called_off', 'declined', 'withdrawn'])
    .optional(),
  reason: z.string().optional(),
  /** True if the client's bank has refused its first payment. */
  failedPayment: z.boolean().default(false),
  /** The progress of a funded contract that nothing has been delivered on. */
  work: z.enum(['submitting', 'processing']).optional(),
  /** The original, in sample-data/, that the vendor has delivered, and the accuracy agreed for it. */
  delivery: z.object({ file: z.string(), minAccuracyPercent: z.int() }).optional(),
  /** The delivered original of whose twin the offer shows a preview. */
  preview: z.string().optional(),
  /** The client's review after completion, and the vendor's answer. */
  review: z
    .object({ rating: z.int(), comment: z.string(), reply: z.string().optional() })
    .optional(),
})
export type SampleOffer = z.infer<typeof sampleOffer>

/** Terms of an offer beyond price and time; the request fills in the rest. */
const promise = offerDetails
  .omit({ additionalServicesCents: true, sampleDescription: true })
  .partial()
  .extend({
    sampleDescription: z.string().optional(),
  })

/** Fields of a request beyond title and budget; each request is parsed as a whole when it is posted. */
const details = z.partialRecord(
  dprForm
    .keyof()
    .extract([
      'specifications',
      'technicalRequirements',
      'deliverables',
      'minRecords',
      'minAccuracyPercent',
      'sampleRecords',
      'privacyLevel',
      'vendorMinRating',
      'vendorMinCompleted',
      'vendorPreferences',
      'notes',
      'dataContract',
    ]),
  z.unknown(),
)

export const sampleRequest = z.object({
  client: company,
  category: dprForm.shape.category,
  title: z.string(),
  description: z.string(),
  useCase: z.string(),
  deliveryFormat: dprForm.shape.deliveryFormat,
  budgetDollars: z.tuple([dollars, dollars]),
  timelineDays: z.int(),
  closesInDays: z.int().default(MAX_OPEN_DAYS),
  /** Days before the load at which it was posted; offers and decisions follow within the days since. */
  ageDays: z.number(),
  /** Days before the load at which it was over; 0 while it goes on. */
  endedDays: z.number().default(0),
  cancelled: z.boolean().default(false),
  expired: z.boolean().default(false),
  details: details.default({}),
  invitations: z.array(z.object({ vendor, message: z.string() })).default([]),
  questions: z
    .array(z.object({ vendor, question: z.string(), answer: z.string().optional() }))
    .default([]),
  offers: z.array(sampleOffer),
})
export type SampleRequest = z.infer<typeof sampleRequest>

const terms = proposedTerms.extend({ priceCents: z.string().transform(BigInt).optional() })
/** A step by one party; an answer is about the latest proposal. */
const talkStep = z
  .object({ by: side, minutesAgo: z.number() })
  .and(
    z.union([
      z.object({ say: z.string(), file: file.optional() }),
      z.object({ propose: terms, note: z.string().optional() }),
      z.object({ counter: terms, note: z.string().optional() }),
      z.object({ answer: z.enum(['approve', 'reject']), reason: z.string().optional() }),
    ]),
  )
export type TalkStep = z.infer<typeof talkStep>

const parties = z.object({ client: company, vendor, title: z.string() })
const talk = parties.extend({
  steps: z.array(talkStep),
  /** The number of last messages that each side has not read. */
  unread: z.object({ client: z.int().default(0), vendor: z.int().default(0) }).prefault({}),
})
export type Talk = z.infer<typeof talk>

const milestone = z.object({
  by: side,
  title: z.string(),
  description: z.string(),
  dueInDays: z.int(),
  state: z.enum(['in_progress', 'completed']).optional(),
})

const upload = z.object({ fileName: z.string(), fileBytes: dollars })
const adjustment = z.object({
  daysAgo: z.number(),
  form: z.enum(['capital', 'fee_sweep']),
  amountDollars: dollars,
  reason: z.string(),
  isApproved: z.boolean(),
})

const claim = z.object({
  statement: z.string(),
  asks: z.enum(disputeAsks),
  refundDollars: dollars.optional(),
})
const disputeStep = z
  .object({ by: side, hoursAgo: z.number() })
  .and(
    z.union([
      z.object({ open: claim.extend({ reason: z.enum(disputeReasons) }), file: file.optional() }),
      z.object({ answer: claim }),
      z.object({ settle: z.object({ toVendorDollars: dollars, note: z.string() }) }),
      z.object({ end: z.enum(['escalate', 'withdraw']) }),
    ]),
  )
export type DisputeStep = z.infer<typeof disputeStep>
export type SampleClaim = z.infer<typeof claim>

const ticket = z.object({
  /** Null for a visitor who is signed out. */
  from: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  priority: z.enum(ticketPriorities),
  /** Open or answered by who wrote last, unless staff has closed it. */
  status: z.enum(ticketStatuses).optional(),
  thread: z.array(z.object({ fromStaff: z.boolean(), hoursAgo: z.number(), body: z.string() })),
})

export const organizations = z
  .record(company, organizationSeed)
  .parse(organizationsJson.organizations)
export const companyKeys = company.options
export const applications = z.array(application).parse(organizationsJson.applications)
export const offerTexts = z
  .record(vendor, z.object({ pitch: z.string(), terms: promise.default({}) }))
  .parse(offersJson)
export const { password, people, notices, savedSearches } = z
  .object({
    password: z.string(),
    people: z.array(person),
    notices: z.record(side, z.array(notice)),
    savedSearches: z.array(savedSearchForm),
  })
  .parse(peopleJson)
export const { details: requestDetails, draft } = z
  .object({
    details: z.object({
      all: details,
      byCategory: z.record(dprForm.shape.category, details),
    }),
    draft: draftContent,
  })
  .parse(requestsJson)
export const requests = z
  .array(sampleRequest)
  .parse([...requestsJson.requests, ...pastRequestsJson])
  .sort((a, b) => b.ageDays - a.ageDays)
export const conversations = z.array(talk).parse(conversationsJson)
export const contracts = z
  .object({
    bankAccount: account.extend({ routingNumber: z.string() }),
    milestones: z.record(z.string(), z.array(milestone)),
    unfinishedUploads: z.object({ submitting: upload, processing: upload }),
    adjustments: z.array(adjustment),
  })
  .parse(contractsJson)
export const disputes = z.array(parties.extend({ steps: z.array(disputeStep) })).parse(disputesJson)
export const tickets = z.array(ticket).parse(ticketsJson)
