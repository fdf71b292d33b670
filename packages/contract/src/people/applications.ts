import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { sides } from '../core/sides.ts'
import { reasonForm, requiredText } from '../core/text.ts'

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
})

export const applicationStatuses = ['pending', 'approved', 'declined'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

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
  contactPerson: z.string(),
  contactPhone: z.string().nullable(),
  status: z.enum(applicationStatuses),
  decisionReason: z.string().nullable(),
  organizationId: z.string().nullable(),
  createdAt: z.date(),
  decidedAt: z.date().nullable(),
  /** The name of the staff member; null while pending, or when that account is gone. */
  decidedBy: z.string().nullable(),
})
export type Application = z.infer<typeof application>

export const applications = {
  get: oc
    .route({ method: 'GET', path: '/applications/{id}', summary: 'One application (staff)' })
    .input(z.object({ id: z.uuid() }))
    .output(application),
  list: oc
    .route({
      method: 'GET',
      path: '/applications',
      summary: 'Business applications, newest first (staff)',
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
  approve: oc
    .route({
      method: 'POST',
      path: '/applications/{id}/approve',
      summary: 'Approve, which creates the organization (staff)',
    })
    .input(
      z.object({
        id: z.uuid(),
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
    .input(z.object({ id: z.uuid(), ...reasonForm.shape }))
    .output(application),
}
