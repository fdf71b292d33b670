/** Describes what applicants do by the links of their mails, signed in or not. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { storedDocument } from '../core/documents.ts'
import { applicationStatuses } from './application-statuses.ts'

/** Checks the form of a mailed link's secret: 43 characters for 32 bytes. */
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete')

/** Carries the token of a mailed link with a document, whose bytes are the body. */
export const applicationLinkHeader = 'application-link'

export const applicationStanding = z.object({
  reference: z.uuid(),
  businessName: z.string(),
  status: z.enum(applicationStatuses),
  receivedAt: z.date(),
  /** When the review is to be done; while a question waits, the clock stands still. */
  dueAt: z.date(),
  /** Since when a question waits for an answer. */
  waitingSince: z.date().nullable(),
  decidedAt: z.date().nullable(),
})
export type ApplicationStanding = z.infer<typeof applicationStanding>

const applicantDocuments = z.object({
  documents: z.array(storedDocument),
  /** True until the decision, while documents can be added and removed. */
  isOpen: z.boolean(),
})
export type ApplicantDocuments = z.infer<typeof applicantDocuments>

export const applicantProcedures = {
  status: oc
    .route({
      method: 'POST',
      path: '/applications/status',
      summary: "Read how an application stands, by the link of the applicant's mail",
    })
    .input(z.object({ token: linkToken }))
    .output(applicationStanding),
  /** Names documents without their content: a link may be passed on. */
  documents: oc
    .route({
      method: 'POST',
      path: '/applications/documents/list',
      summary: 'Names of the documents of an application, by the link of a mail to the applicant',
    })
    .input(z.object({ token: linkToken }))
    .output(applicantDocuments),
  removeDocument: oc
    .route({
      method: 'POST',
      path: '/applications/documents/remove',
      summary: 'Remove a document, by the link of a mail to the applicant, until the decision',
    })
    .input(z.object({ token: linkToken, documentId: z.uuid() }))
    .output(applicantDocuments),
  openDocument: oc
    .route({
      method: 'POST',
      path: '/applications/documents/{documentId}/link',
      summary: "A link to an applicant's document, which is recorded (staff)",
    })
    .input(z.object({ documentId: z.uuid() }))
    .output(z.object({ url: z.string() })),
}
