import { oc } from '@orpc/contract'
import { z } from 'zod'
import { storedDocument } from '../core/documents.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { type Side, sides } from '../core/sides.ts'
import { reasonForm, requiredText } from '../core/text.ts'
import { applicantProcedures, linkToken } from './applicant-documents.ts'
import { applicationStatuses } from './application-statuses.ts'

export const countries = {
  US: 'United States',
  CA: 'Canada',
  UK: 'United Kingdom',
  DE: 'Germany',
  FR: 'France',
  JP: 'Japan',
  AU: 'Australia',
  other: 'Other',
} as const

export const industries = {
  finance: 'Financial Services',
  healthcare: 'Healthcare',
  retail: 'Retail & E-commerce',
  technology: 'Technology',
  manufacturing: 'Manufacturing',
  education: 'Education',
  government: 'Government',
  other: 'Other',
} as const
export type Industry = keyof typeof industries

/** Lists what a business may want to do here, each with the sides that it needs. */
export const intents = {
  buy: ['client'],
  sell: ['vendor'],
  both: ['client', 'vendor'],
} as const satisfies Record<string, readonly Side[]>
export type Intent = keyof typeof intents

const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || null)

const keysOf = <K extends string>(labels: Record<K, string>) => Object.keys(labels) as [K, ...K[]]

/** Parses the registration form into the shape of its row. */
export const applicationForm = z.object({
  business_name: requiredText('Business name', 200),
  business_website: optional(500),
  business_email: requiredText('Business email', 320).pipe(z.email('Enter a valid email address')),
  contact_person: requiredText('Contact person', 200),
  contact_phone: optional(50),
  registration_number: optional(100),
  business_address: requiredText('Business address', 1000),
  city: requiredText('City', 200),
  country: z.enum(keysOf(countries), { error: 'Country is required' }),
  industry: z.enum(keysOf(industries), { error: 'Industry is required' }),
  business_description: requiredText('Business description', 5000),
  intent: z.enum(Object.keys(intents) as [Intent, ...Intent[]]).optional(),
})

export const applicantQuestionForm = z.object({
  question: requiredText('Question', 2000),
  /** The mail and its page ask for a document, too. */
  asksDocument: z.boolean().default(false),
})
export const applicantAnswerForm = z.object({ answer: requiredText('Answer', 5000) })

export const applicationNoteForm = z.object({ note: requiredText('Note', 2000) })

const applicationNote = z.object({
  id: z.uuid(),
  note: z.string(),
  writtenAt: z.date(),
  /** The name of the staff member; null when that account is gone. */
  writtenBy: z.string().nullable(),
})

const applicationQuestion = z.object({
  id: z.uuid(),
  question: z.string(),
  askedAt: z.date(),
  /** The name of the staff member; null when that account is gone. */
  askedBy: z.string().nullable(),
  asksDocument: z.boolean(),
  answer: z.string().nullable(),
  answeredAt: z.date().nullable(),
})

/** Names are shown as near from this Jaro-Winkler similarity on. */
export const sanctionsThreshold = 0.9

const sanctionsCheck = z.object({
  /** Names the result: its SHA-256, without the times of the files. */
  digest: z.string(),
  /** The files that the operator provides, in order; none without the setting. */
  lists: z.array(
    z.object({
      file: z.string(),
      publisher: z.enum(['ofac', 'eu']).nullable(),
      /** The day that the list itself states; null where it states none. */
      statedDate: z.string().nullable(),
      /** When the file was last changed; null where there is none. */
      modifiedAt: z.date().nullable(),
      /** Identifies the content of the file as read; null if no file was read. */
      sha256: z.string().nullable(),
      names: z.number().int(),
      problem: z.enum(['missing', 'unreadable']).nullable(),
    }),
  ),
  /** Names that are near, the nearest first. */
  matches: z.array(
    z.object({
      field: z.enum(['business', 'contact']),
      file: z.string(),
      /** The number of the entry in its list. */
      entry: z.string(),
      listedName: z.string(),
      score: z.number(),
    }),
  ),
  /** Counts the names that are near and not among the matches. */
  furtherMatches: z.number().int(),
  /** The applicant's names without a Latin letter, which cannot be compared. */
  unread: z.array(z.enum(['business', 'contact'])),
})
export type SanctionsCheck = z.infer<typeof sanctionsCheck>

export const application = z.object({
  id: z.uuid(),
  businessName: z.string(),
  businessWebsite: z.string().nullable(),
  businessEmail: z.string(),
  registrationNumber: z.string().nullable(),
  businessAddress: z.string(),
  city: z.string(),
  country: z.string(),
  industry: z.string(),
  businessDescription: z.string(),
  /** Holds what the applicant wants to do; null where it was left open. */
  intent: z.enum(Object.keys(intents) as [Intent, ...Intent[]]).nullable(),
  contactPerson: z.string(),
  contactPhone: z.string().nullable(),
  status: z.enum(applicationStatuses),
  decisionReason: z.string().nullable(),
  organizationId: z.string().nullable(),
  createdAt: z.date(),
  /** When the review is to be done; it moves by the time that the applicant takes to answer. */
  dueAt: z.date(),
  /** Since when the applicant owes an answer; null in the other states. */
  waitingSince: z.date().nullable(),
  /** Oldest first. */
  questions: z.array(applicationQuestion),
  /** Added by the applicant through a link, oldest first. */
  documents: z.array(storedDocument),
  /** Written by staff for staff, oldest first. */
  notes: z.array(applicationNote),
  /** Counts other applications, and organizations, with the same name, address or registration number. */
  seenBefore: z.object({
    applications: z.number().int(),
    organizations: z.number().int(),
  }),
  decidedAt: z.date().nullable(),
  /** The name of the staff member; null while pending, or when that account is gone. */
  decidedBy: z.string().nullable(),
  /** Holds how the names compared with lists of sanctions at the decision; null while undecided, and for decisions without it. */
  comparison: z
    .object({
      result: sanctionsCheck,
      /** True if the page of the decider had shown this result. */
      isSeen: z.boolean(),
      comparedAt: z.date(),
    })
    .nullable(),
})
export type Application = z.infer<typeof application>

const token = linkToken

/** Holds the digest of the comparison with lists of sanctions that the page had shown; left out if it had shown none. */
const seenSanctions = { sanctions: z.string().length(64).optional() }

export const applications = {
  ...applicantProcedures,
  get: oc
    .route({ method: 'GET', path: '/applications/{id}', summary: 'One application (staff)' })
    .input(z.object({ id: z.uuid() }))
    .output(application),
  /** Compares business name and contact person, each as a whole. The applicant never reads it. */
  sanctions: oc
    .route({
      method: 'GET',
      path: '/applications/{id}/sanctions',
      summary: "Names on the operator's lists of sanctions that are near the applicant's (staff)",
    })
    .input(z.object({ id: z.uuid() }))
    .output(sanctionsCheck),
  list: oc
    .route({
      method: 'GET',
      path: '/applications',
      summary:
        'Business applications: undecided ones by due time, decided ones newest first (staff)',
    })
    .input(pageInput.extend({ status: z.enum(applicationStatuses).default('pending') }))
    .output(pageOf(application)),
  history: oc
    .route({
      method: 'GET',
      path: '/applications/history',
      summary: 'Decided applications, the latest decision first: by whom and when (staff)',
    })
    .input(pageInput)
    .output(pageOf(application)),
  ask: oc
    .route({
      method: 'POST',
      path: '/applications/{id}/ask',
      summary: 'Mail the applicant a question, which stops the clock until the answer (staff)',
    })
    .input(z.object({ id: z.uuid(), ...applicantQuestionForm.shape }))
    .output(application),
  note: oc
    .route({
      method: 'POST',
      path: '/applications/{id}/notes',
      summary: 'Write a note for other staff, which the applicant never reads (staff)',
    })
    .input(z.object({ id: z.uuid(), ...applicationNoteForm.shape }))
    .output(application),
  question: oc
    .route({
      method: 'POST',
      path: '/applications/question',
      summary: 'Read the question that a mailed link was made for',
    })
    .input(z.object({ token }))
    .output(
      z.object({
        businessName: z.string(),
        question: z.string(),
        asksDocument: z.boolean(),
        askedAt: z.date(),
      }),
    ),
  approvalLink: oc
    .route({
      method: 'POST',
      path: '/applications/approval-link',
      summary: "Read what the approval mail's link fills the sign-up in with",
    })
    .input(z.object({ token }))
    .output(
      z.object({
        businessName: z.string(),
        organizationId: z.string(),
        email: z.string(),
        contactPerson: z.string(),
        /** True while the organization has no administrator. */
        isFirst: z.boolean(),
      }),
    ),
  answer: oc
    .route({
      method: 'POST',
      path: '/applications/answer',
      summary: 'Answer a question by its link, once, which starts the clock again',
    })
    .input(z.object({ token, ...applicantAnswerForm.shape }))
    .output(z.void()),
  approve: oc
    .route({
      method: 'POST',
      path: '/applications/{id}/approve',
      summary: 'Approve, which creates the organization (staff)',
    })
    .input(
      z.object({
        id: z.uuid(),
        ...seenSanctions,
        roles: z.array(z.enum(sides)).min(1, 'Choose at least one role').max(2),
      }),
    )
    .output(application),
  decline: oc
    .route({
      method: 'POST',
      path: '/applications/{id}/decline',
      summary: 'Decline with a reason (staff)',
    })
    .input(z.object({ id: z.uuid(), ...seenSanctions, ...reasonForm.shape }))
    .output(application),
}
