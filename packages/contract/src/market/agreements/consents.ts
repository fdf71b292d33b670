/** Consents of the parties: an act each, to the content of one agreement by its SHA-256. */
import { z } from 'zod'
import { type Side, sides } from '../../core/sides.ts'
import { hexDigest } from '../../core/transparency/leaves.ts'
import { agreementContent } from './agreement-content.ts'

/** Maps the acts that consent to the sentence above the button, which is stored with the consent. */
export const consentStatements = {
  submit:
    'By sending the offer we consent to an agreement on exactly its terms, its license, the review period of the request and the legal documents in force.',
  edit: 'By saving the changes we consent to an agreement on exactly the terms and the license as changed, with the review period and the legal documents that its text states.',
  propose:
    'By sending the proposal we consent to an agreement with exactly these changes; all else is as its text states.',
  approve: 'By approving the proposal we consent to the agreement with its changes.',
  propose_by_rules:
    'By the rules that a member of ours has stated for automatic answers we consent to an agreement with exactly these changes; all else is as its text states.',
  approve_by_rules:
    'By the rules that a member of ours has stated for automatic answers we consent to the agreement with the changes of the proposal.',
  list: 'By publishing the listing we consent to an agreement with each buyer on exactly the terms of the option that it buys, with the legal documents in force when it buys.',
  accept: 'By accepting the offer we consent to the agreement above.',
} as const
export type ConsentAct = keyof typeof consentStatements
export const consentActs = Object.keys(consentStatements) as [ConsentAct, ...ConsentAct[]]

/** Names the acts in a sentence: "Vendor: sent the offer". */
export const consentActLabels: Record<ConsentAct, string> = {
  submit: 'sent the offer',
  edit: 'changed the offer',
  propose: 'proposed the change',
  approve: 'approved the change',
  propose_by_rules: 'proposed the change by an automatic answer',
  approve_by_rules: 'approved the change by an automatic answer',
  list: 'published the listing',
  accept: 'accepted the offer',
}

export const agreementConsent = z.object({
  side: z.enum(sides),
  act: z.enum(consentActs),
  statement: z.string(),
  /** The person, for their own organization alone; null once the account is deleted. */
  personName: z.string().nullable(),
  /** True for an act by a key of the organization. */
  isByKey: z.boolean(),
  /** True if the session had shown a second factor; null without a session. */
  hadSecondFactor: z.boolean().nullable(),
  at: z.date(),
})
export type AgreementConsent = z.infer<typeof agreementConsent>

/** Describes what is offered or proposed, as the parties consent to it. */
export const offeredAgreement = z.object({
  agreementSha256: hexDigest,
  content: agreementContent,
  /** The newest consent of each side to this very content. */
  consents: z.array(agreementConsent),
})
export type OfferedAgreement = z.infer<typeof offeredAgreement>

/** Returns the consent of one side; undefined while there is none. */
export const consentOf = (consents: readonly AgreementConsent[], side: Side) =>
  consents.find((consent) => consent.side === side)
