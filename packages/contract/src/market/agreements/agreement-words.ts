/** The content of an agreement in words: the same above the button that consents and in the document. */

import { deliveryMethodTexts } from '../delivery-terms/delivery-methods.ts'
import { categories } from '../dprs.ts'
import { alwaysProhibited, licenseWords } from '../licensing/license-words.ts'
import { formatValue, type OfferField, offerFieldLabels, offerFields } from '../term-changes.ts'
import { wholeNumber } from '../terms.ts'
import type { AgreementContent } from './agreement-content.ts'

export type AgreementEntry = { term: string; value: string }
export type AgreementSection = {
  heading: string
  paragraph?: string
  entries?: readonly AgreementEntry[]
}

/** Returns the sections of an agreement in their order: no status, no fee. */
export const agreementSections = (content: AgreementContent): AgreementSection[] => [
  { heading: 'Parties', entries: partiesOf(content) },
  {
    heading: 'Terms',
    entries: offerFields
      .filter((field) => field !== 'license' && content.terms[field] !== undefined)
      .map((field) => termOf(field, content.terms)),
  },
  { heading: 'Delivery', paragraph: deliveryMethodTexts[content.terms.delivery] },
  {
    heading: 'License',
    entries: [
      ...licenseWords(content.terms.license).map(({ label, text }) => ({
        term: label,
        value: text,
      })),
      { term: 'Always prohibited', value: alwaysProhibited },
    ],
  },
  { heading: 'From the request', entries: askedOf(content) },
  {
    heading: 'Legal documents',
    paragraph: legalRule,
    entries: content.legal.map(({ title, dated, version }) => ({
      term: title,
      value: `Of ${dated}, SHA-256 ${version}`,
    })),
  },
  { heading: 'Liability', paragraph: liabilityRule },
  { heading: 'Governing law', paragraph: lawRule(content.governingLaw) },
]

const legalRule =
  'These versions belong to the agreement. They were in force on the platform when its first text was made, and a later revision keeps them. The text of each is kept under its SHA-256.'
const liabilityRule =
  'This agreement has no rules of its own on liability. The sections on liability of the Terms of Service and of the Data License, in the versions named above, say who is liable for what.'

const lawRule = (law: string | null) =>
  law === null
    ? 'The operator of the platform had not named the governing law when the first text of this agreement was made.'
    : `${law}, as the operator of the platform has chosen. The legal documents named above say how far this law reaches.`

const partiesOf = ({ client, vendor, title, request, offer, revision }: AgreementContent) => [
  { term: 'Client', value: client.name },
  { term: 'Vendor', value: vendor.name },
  { term: 'Subject', value: title },
  { term: 'Request and offer', value: `${request}, ${offer}` },
  { term: 'Revision', value: String(revision) },
]

const termOf = (field: OfferField, { more = null, ...terms }: AgreementContent['terms']) => ({
  term: offerFieldLabels[field],
  value: formatValue(field, { ...terms, more }[field]),
})

const categoryLabels: Readonly<Record<string, string>> = categories

const askedOf = ({ asked, request }: AgreementContent) => [
  { term: 'Category', value: categoryLabels[asked.category] ?? asked.category },
  { term: 'Use case', value: asked.useCase },
  { term: 'Compliance requirements', value: asked.complianceRequirements },
  ...(asked.minRecords === null
    ? []
    : [{ term: 'Minimum records', value: wholeNumber.format(BigInt(asked.minRecords)) }]),
  ...(asked.dataContractSha256 === null
    ? []
    : [
        {
          term: 'Data contract',
          value: `As published with ${request}, SHA-256 ${asked.dataContractSha256}`,
        },
      ]),
  { term: 'Review period', value: asked.reviewDays === 1 ? '1 day' : `${asked.reviewDays} days` },
]
