/** Describes all that parties consent to as one JSON value, which exists before there is a contract. */
import { z } from 'zod'
import { canonicalJson, hexDigest, jsonSha256 } from '../../core/transparency/leaves.ts'
import { legalDocuments, legalVersion } from '../../people/legal.ts'
import { offerValues } from '../term-changes.ts'

const party = z.strictObject({ organization: z.uuid(), name: z.string() })

/** Describes the content of an agreement; its SHA-256 as RFC 8785 JSON is what parties consent to. */
export const agreementContent = z.strictObject({
  v: z.literal(1),
  request: z.string(),
  /** Becomes one contract at most, so that the offer stands for the contract before that has an ID. */
  offer: z.string(),
  /** The revision of the offer. */
  revision: z.int().min(1),
  title: z.string(),
  client: party,
  vendor: party,
  terms: offerValues,
  /** Holds the values that the contract takes from the request. */
  asked: z.strictObject({
    category: z.string(),
    useCase: z.string(),
    complianceRequirements: z.string(),
    minRecords: z.string().regex(/^\d+$/).nullable(),
    /** SHA-256 of the published data contract as RFC 8785 JSON; null: the request has none. */
    dataContractSha256: hexDigest.nullable(),
    reviewDays: z.int(),
  }),
  /** The versions of the legal documents that belong to the agreement. */
  legal: z.array(
    z.strictObject({
      document: z.enum(legalDocuments),
      title: z.string(),
      dated: z.iso.date(),
      version: legalVersion,
    }),
  ),
  /** Null where the operator had not chosen. */
  governingLaw: z.string().nullable(),
})
export type AgreementContent = z.infer<typeof agreementContent>

/** Returns the content in the one form that is hashed. */
export const agreementText = (content: AgreementContent): string => canonicalJson(content)

/** Returns the hash that parties consent to, in hexadecimal. */
export const agreementSha256Of = (content: AgreementContent): string => jsonSha256(content)

/** Parses a text; null unless it is an agreement in the one form that is hashed. */
export function readAgreement(text: string): AgreementContent | null {
  try {
    const value: unknown = JSON.parse(text)
    const parsed = agreementContent.safeParse(value)
    return parsed.success && canonicalJson(value) === text ? parsed.data : null
  } catch {
    return null
  }
}
