/** The agreement of a contract as it stands in its document, and the annex with the fee. */
import {
  type AgreementConsent,
  type AgreementContent,
  agreementSections,
  consentActLabels,
  consentOf,
  feeLabel,
  formatDollars,
  type Side,
  sides,
} from '@semblance/contract'
import type { PdfBlock, PdfDocument } from '../../../platform/pdf/pdf.ts'
import type { ContractDetailRow } from '../queries.ts'

/** Holds what an agreement states. */
export type DrawnAgreement = {
  contract: Pick<ContractDetailRow, 'id' | 'price_cents' | 'fee_bps' | 'fee_cents'>
  content: AgreementContent
  /** Hashes the terms, and the whole content; the second is null where consents were not recorded. */
  termsSha256: string
  agreementSha256: string | null
  consents: readonly AgreementConsent[]
  drawnAt: Date
}

/** Returns the agreement as both parties read it: no status, no fee. */
export function agreementDocument(drawn: DrawnAgreement): PdfDocument {
  return {
    ...headOf(drawn, 'Agreement'),
    blocks: [
      { definitions: placeOf(drawn) },
      { paragraph: nature },
      ...agreementSections(drawn.content).flatMap(({ heading, paragraph, entries }): PdfBlock[] => [
        { heading },
        ...(paragraph ? [{ paragraph }] : []),
        ...(entries ? [{ definitions: entries }] : []),
      ]),
      { heading: 'Consents' },
      ...consentsOf(drawn),
      { heading: 'Hashes' },
      { paragraph: drawn.agreementSha256 ? hashRule : `${unrecordedHash} ${logRule}` },
      {
        definitions: [
          { term: 'Terms and license', value: drawn.termsSha256 },
          ...(drawn.agreementSha256 ? [{ term: 'Agreement', value: drawn.agreementSha256 }] : []),
        ],
      },
      { heading: 'Seal' },
      { paragraph: sealRule },
    ],
  }
}

/** Returns the annex to the agreement that the client alone reads. */
export function feeAnnexDocument(drawn: DrawnAgreement): PdfDocument {
  const { fee_bps, fee_cents, price_cents } = drawn.contract
  return {
    ...headOf(drawn, 'Fee annex'),
    blocks: [
      { definitions: [{ term: 'Client', value: drawn.content.client.name }, ...placeOf(drawn)] },
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
  'This document states the agreement in the revision named above. It was drawn once, when that revision became part of the contract, and is kept unchanged. A later revision has a document of its own.'
const consentRule =
  'Each party has consented on the platform to the agreement with the SHA-256 below, by the acts named here. The platform keeps person and session of each consent while the account exists, and the transparency log has an entry agreement.consented of each. A consent is no handwritten and no qualified electronic signature.'
const unrecordedConsents =
  'Consents of the parties to this very text are not recorded: it goes back to a time before the platform recorded them. What was accepted, when and by which party, is in the records of offer and contract.'
const logRule =
  'The entry agreement.drawn of the transparency log has the hashes, together with the SHA-256 of this document.'
const unrecordedHash =
  'SHA-256 of the values under "Terms" and "License" as JSON in the form of RFC 8785, with amounts as cents.'
const hashRule = `SHA-256 of the values under "Terms" and "License", and of the whole agreement from "Parties" to "Governing law", each as JSON in the form of RFC 8785, with amounts as cents. The offer named there becomes one contract at most. ${logRule}`
const sealRule =
  'The platform seals this document with an electronic seal of its own (PAdES), by which later changes of the file can be recognized. The seal is no signature of the parties, and no qualified seal.'
const annexRule =
  "What the client pays for the platform's service, beside the price. The vendor cannot read this annex."

const headOf = ({ contract, content, drawnAt }: DrawnAgreement, kind: string) => ({
  kind,
  title: content.title,
  subtitle: `Revision ${content.revision}`,
  documentId: contract.id,
  issuedAt: drawnAt,
})

const placeOf = ({ contract, content, drawnAt }: DrawnAgreement) => [
  { term: 'Contract', value: contract.id },
  { term: 'Revision', value: String(content.revision) },
  { term: 'Drawn at', value: drawnAt.toISOString() },
]

function consentsOf({ agreementSha256, consents, content }: DrawnAgreement): PdfBlock[] {
  if (!agreementSha256) return [{ paragraph: unrecordedConsents }]
  return [
    { paragraph: consentRule },
    {
      definitions: sides.map((side) => ({
        term: sideLabels[side],
        value: consentText(content[side].name, consentOf(consents, side)),
      })),
    },
  ]
}

const sideLabels: Record<Side, string> = { client: 'Client', vendor: 'Vendor' }

function consentText(name: string, consent: AgreementConsent | undefined): string {
  if (!consent) return 'Not recorded'
  const { act, at, isByKey, hadSecondFactor } = consent
  return `${name} ${consentActLabels[act]} at ${at.toISOString()}${isByKey ? ', by a key for programs' : ''}${factorTexts[String(hadSecondFactor)] ?? ''}.`
}

const factorTexts: Readonly<Record<string, string>> = {
  true: ', signed in with a second factor',
  false: ', signed in without a second factor',
}
