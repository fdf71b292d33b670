/** The agreement of a contract in words, as it stands in its document, and the annex with the fee. */
import {
  alwaysProhibited,
  categories,
  feeLabel,
  formatDollars,
  formatValue,
  type LegalEntry,
  licenseWords,
  type OfferField,
  type OfferValues,
  offerFieldLabels,
  offerFields,
} from '@semblance/contract'
import type { PdfDocument } from '../../../platform/pdf/pdf.ts'
import type { ContractDetailRow } from '../queries.ts'

type AgreedContract = Pick<
  ContractDetailRow,
  | 'id'
  | 'offer_id'
  | 'dpr_id'
  | 'client'
  | 'vendor'
  | 'title'
  | 'client_name'
  | 'vendor_name'
  | 'category'
  | 'use_case'
  | 'compliance_requirements'
  | 'min_records'
  | 'has_data_contract'
  | 'review_days'
  | 'price_cents'
  | 'fee_bps'
  | 'fee_cents'
>

/** Holds what an agreement states. */
export type AgreementContent = {
  contract: AgreedContract
  /** The revision of the offer whose terms it states. */
  revision: number
  terms: OfferValues
  /** SHA-256 of the terms as RFC 8785 JSON. */
  termsSha256: string
  /** The legal documents in force with the server that draws it. */
  legal: readonly LegalEntry[]
  /** Null where the operator has not chosen. */
  governingLaw: string | null
  drawnAt: Date
}

/** Returns the agreement as both parties read it: no status, no fee. */
export function agreementDocument(content: AgreementContent): PdfDocument {
  const { terms, legal, governingLaw, termsSha256 } = content
  return {
    ...headOf(content, 'Agreement'),
    blocks: [
      { definitions: partiesAndPlace(content) },
      { paragraph: nature },
      { heading: 'Terms' },
      {
        definitions: offerFields
          .filter((field) => field !== 'license')
          .map((field) => termOf(field, terms)),
      },
      { heading: 'License' },
      {
        definitions: [
          ...licenseWords(terms.license).map(({ label, text }) => ({ term: label, value: text })),
          { term: 'Always prohibited', value: alwaysProhibited },
        ],
      },
      { heading: 'From the request' },
      { definitions: requestOf(content.contract) },
      { heading: 'Legal documents' },
      { paragraph: legalRule },
      {
        definitions: legal.map(({ title, dated, version }) => ({
          term: title,
          value: `Of ${dated}, SHA-256 ${version}`,
        })),
      },
      { heading: 'Liability' },
      { paragraph: liabilityRule },
      { heading: 'Governing law' },
      { paragraph: lawRule(governingLaw) },
      { heading: 'Hash of the terms' },
      { paragraph: hashRule },
      { definitions: [{ term: 'SHA-256', value: termsSha256 }] },
    ],
  }
}

/** Returns the annex to the agreement that the client alone reads. */
export function feeAnnexDocument(content: AgreementContent): PdfDocument {
  const { fee_bps, fee_cents, price_cents } = content.contract
  return {
    ...headOf(content, 'Fee annex'),
    blocks: [
      { definitions: partiesAndPlace(content).filter(({ term }) => term !== 'Vendor') },
      { paragraph: annexRule },
      {
        definitions: [
          { term: 'Price', value: formatDollars(price_cents) },
          { term: feeLabel(fee_bps), value: formatDollars(fee_cents) },
          { term: 'Total', value: formatDollars(price_cents + fee_cents) },
        ],
      },
    ],
  }
}

const nature =
  'This document states the terms of the contract in the revision named above. It was drawn once, when that revision became part of the contract, and is kept unchanged. A later revision has a document of its own. It carries no signature of the parties.'
const legalRule =
  'These versions were in force on the platform when this document was drawn. The text of each is kept under its SHA-256. Whether and when a person accepted a version is a record of its own and not stated here.'
const liabilityRule =
  'This document has no rules of its own on liability. The sections on liability of the Terms of Service and of the Data License, in the versions named above, say who is liable for what.'
const hashRule =
  'SHA-256 of the values under "Terms" and "License" as JSON in the form of RFC 8785, with amounts as cents. The values and this hash are in the entry agreement.drawn of the transparency log, together with the SHA-256 of this document.'
const annexRule =
  "What the client pays for the platform's service, beside the price. The vendor cannot read this annex."

const lawRule = (law: string | null) =>
  law === null
    ? 'The operator of the platform had not named the governing law when this document was drawn.'
    : `${law}, as the operator of the platform has chosen. The legal documents named above say how far this law reaches.`

const headOf = ({ contract, revision, drawnAt }: AgreementContent, kind: string) => ({
  kind,
  title: contract.title,
  subtitle: `Revision ${revision}`,
  documentId: contract.id,
  issuedAt: drawnAt,
})

const partiesAndPlace = ({ contract, revision, drawnAt }: AgreementContent) => [
  { term: 'Client', value: contract.client_name ?? 'Closed account' },
  { term: 'Vendor', value: contract.vendor_name ?? 'Closed account' },
  { term: 'Contract', value: contract.id },
  { term: 'Request and offer', value: `${contract.dpr_id}, ${contract.offer_id}` },
  { term: 'Revision', value: String(revision) },
  { term: 'Drawn at', value: drawnAt.toISOString() },
]

const termOf = <Field extends OfferField>(field: Field, terms: OfferValues) => ({
  term: offerFieldLabels[field],
  value: formatValue(field, terms[field]),
})

const requestOf = (row: AgreedContract) => [
  { term: 'Category', value: categories[row.category] },
  { term: 'Use case', value: row.use_case },
  { term: 'Compliance requirements', value: row.compliance_requirements },
  ...(row.min_records === null
    ? []
    : [{ term: 'Minimum records', value: row.min_records.toLocaleString('en-US') }]),
  ...(row.has_data_contract
    ? [{ term: 'Data contract', value: `As published with ${row.dpr_id}` }]
    : []),
  { term: 'Review period', value: row.review_days === 1 ? '1 day' : `${row.review_days} days` },
]
