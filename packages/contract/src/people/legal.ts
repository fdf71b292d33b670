/** The legal documents of the platform: what they are, which act needs which, and who accepted them. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'

/** Maps the documents, by the name in their address, to their titles. */
export const legalTitles = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  dpa: 'Data Processing Agreement',
  license: 'Data License',
} as const
export type LegalDocument = keyof typeof legalTitles
export const legalDocuments = Object.keys(legalTitles) as [LegalDocument, ...LegalDocument[]]

/** `arrival`: after a sign-in, by a person who has not accepted what is in force. */
export const legalActs = ['sign_up', 'arrival', 'offer', 'checkout', 'listing'] as const
export type LegalAct = (typeof legalActs)[number]

/** Lists the documents that each act accepts. */
export const legalRequired: Record<LegalAct, readonly LegalDocument[]> = {
  sign_up: ['terms', 'privacy'],
  arrival: ['terms', 'privacy'],
  offer: ['terms', 'dpa', 'license'],
  checkout: ['terms', 'license'],
  listing: ['terms', 'dpa', 'license'],
}

export const legalActLabels: Record<LegalAct, string> = {
  sign_up: 'Sign-up',
  arrival: 'After signing in',
  offer: 'Offer',
  checkout: 'Payment',
  listing: 'Listing',
}

/** Describes a version: the SHA-256 of the document's text in UTF-8, in lower-case hexadecimal. */
export const legalVersion = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Name the version: 64 hexadecimal digits from GET /legal')

/**
 * Describes what a call accepts: the version of each document. A document that the act needs and that
 * is left out is answered with `legal_not_accepted`, another version than the one in force with
 * `legal_outdated`; both name the field.
 */
export const acceptedVersions = z.partialRecord(z.enum(legalDocuments), legalVersion)
export type AcceptedVersions = z.infer<typeof acceptedVersions>

/** Describes a document in the version that is in force. */
export const legalEntry = z.object({
  document: z.enum(legalDocuments),
  title: z.string(),
  version: legalVersion,
  /** The day of the text's last change, as YYYY-MM-DD. */
  dated: z.iso.date(),
  /** The acts that accept it. */
  acts: z.array(z.enum(legalActs)),
})
export type LegalEntry = z.infer<typeof legalEntry>

export const legalText = legalEntry.omit({ acts: true }).extend({
  isInForce: z.boolean(),
  /** Markdown; its SHA-256 is the version. */
  text: z.string(),
  /** All versions that were in force, newest first, at most 100. */
  versions: z.array(
    z.object({ version: legalVersion, dated: z.iso.date(), publishedAt: z.date() }),
  ),
})
export type LegalText = z.infer<typeof legalText>

/** Describes one acceptance of one version. */
export const legalAcceptance = z.object({
  id: z.uuid(),
  /** The name, or the e-mail address of a person without one; null once the account is deleted. */
  person: z.string().nullable(),
  organization: z.string().nullable(),
  document: z.enum(legalDocuments),
  version: legalVersion,
  dated: z.iso.date(),
  act: z.enum(legalActs),
  /** The ID of the offer or contract; null for sign-up and arrival. */
  object: z.string().nullable(),
  /** The network address; null where none was kept. */
  address: z.string().nullable(),
  /** True if the session had shown a second factor; null at sign-up. */
  hadSecondFactor: z.boolean().nullable(),
  at: z.date(),
})
export type LegalAcceptance = z.infer<typeof legalAcceptance>

const acceptances = pageOf(legalAcceptance)

export const legal = {
  list: oc
    .route({
      method: 'GET',
      path: '/legal',
      summary: 'The legal documents in force, with their versions (anyone)',
    })
    .input(pageInput)
    .output(pageOf(legalEntry)),
  get: oc
    .route({
      method: 'GET',
      path: '/legal/{document}',
      summary: 'One legal document, in force or in an older version (anyone)',
    })
    .input(z.object({ document: z.string().max(40), version: z.string().max(64).optional() }))
    .output(legalText),
  accept: oc
    .route({
      method: 'POST',
      path: '/legal-acceptances',
      summary: 'Accept the documents that every account needs, in the versions in force',
    })
    .input(z.object({ accepted: acceptedVersions }))
    .output(z.void()),
  listOwn: oc
    .route({
      method: 'GET',
      path: '/legal-acceptances',
      summary: 'What the caller has accepted, newest first',
    })
    .input(pageInput)
    .output(acceptances),
  listOfOrganization: oc
    .route({
      method: 'GET',
      path: '/organization/legal-acceptances',
      summary: "What people have accepted for the caller's organization, newest first (admin)",
    })
    .input(pageInput)
    .output(acceptances),
}
