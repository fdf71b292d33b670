/** Says what the verification of a dossier found, for page and command line. */
import { formatDollars } from '../../core/dollars.ts'
import type { LeafType } from '../../core/transparency/leaves.ts'
import { dossierFiles } from './dossier.ts'
import type { DossierFinding, DossierFindingId, DossierState } from './dossier-findings.ts'
import type { ArchiveFault } from './read-archive.ts'
import type { CertifiedMoney } from './verify-certified.ts'
import type { Binding } from './verify-documents.ts'

/** States what a dossier proves. */
export const dossierPurpose =
  'One file by which anyone can check, without asking Semblance, that what was recorded about this deal stands unchanged in the public log.'

/** States what no dossier proves. */
export const dossierLimits =
  'It does not show that what was recorded is true, nor what happened outside the platform.'

/** Marks dossiers of the sample marketplace, whose deals are made up. */
export const sampleDossierText =
  'It belongs to the sample marketplace: its companies and its deal are made up.'

export const dossierStateTexts: Record<DossierState, { title: string; text: string }> = {
  valid: {
    title: 'Valid',
    text: 'Everything in this file is as the given key has signed it: each listed step is in the log and none is missing before the last of its chain, both sides have consented to each agreement, certificates and ledger entries fit their steps, and the sums are right to the cent.',
  },
  incomplete: {
    title: 'Genuine, but not all of it can be proven',
    text: 'Nothing in this file contradicts what the given key has signed. Something cannot be proven from it; see below.',
  },
  unknown_key: {
    title: 'Cannot tell who signed',
    text: 'The file fits itself, which any forger can bring about. Give the key of the log, from a place that you trust, to learn if the platform has signed it.',
  },
  altered: {
    title: 'Not as it was signed',
    text: 'Something in this file is not what was signed or committed to. Do not rely on it.',
  },
  unreadable: {
    title: 'Not readable',
    text: 'This is no dossier, or it is damaged. Download it again.',
  },
}

/** Names what a dossier is about. */
export const dossierSubjectLabels = { contract: 'Contract', twin: 'Twin for a listing' } as const

/** Names the steps of a deal. */
export const leafTypeLabels: Record<LeafType, string> = {
  'log.opened': 'Log opened',
  'request.posted': 'Request posted',
  'offer.revised': 'Offer sent or changed',
  'offer.accepted': 'Offer accepted',
  'agreement.drawn': 'Contract drawn up',
  'agreement.consented': 'Agreement consented to',
  'escrow.funded': 'Escrow funded',
  'escrow.released': 'Escrow released',
  'escrow.refunded': 'Escrow refunded',
  'escrow.returned': 'Payment taken back by the bank',
  'escrow.adjusted': 'Escrow adjusted',
  'fee.moved': 'Fee moved',
  'delivery.ready': 'Delivery ready',
  'certificate.issued': 'Certificate issued',
  'original.destroyed': 'Original destroyed',
  'delivery.accepted': 'Delivery accepted',
  'shipment.sent': 'Shipment stated by the vendor',
  'shipment.arrived': 'Arrival stated by the client',
  'dispute.ruled': 'Dispute ruled',
  'dispute.settled': 'Dispute settled',
  'dispute.found': 'Claims measured',
  'delivery.drawn': 'More rows drawn',
  'subscription.started': 'Subscription started',
  'subscription.paused': 'Subscription paused',
  'subscription.resumed': 'Subscription resumed',
  'subscription.ended': 'Subscription ended',
  'revision.opened': 'Revision of the subscription opened',
  'revision.ended': 'Revision of the subscription over',
  'ledger.entry': 'Ledger entry',
  'audit.row': 'Row of the audit log',
}

const faultTexts: Record<ArchiveFault, string> = {
  too_large: 'The file is larger than any dossier.',
  no_archive: 'The file is no archive.',
  truncated: 'The archive breaks off before its end.',
  compressed: 'The archive is compressed; a dossier never is. It was not unpacked.',
  unsafe_name: 'A file in the archive has a name that no dossier uses. It was not unpacked.',
  repeated_name: 'Two files in the archive have one name.',
  inconsistent: 'The archive contradicts itself.',
}

const texts: Record<DossierFindingId, string> = {
  archive_unreadable: 'The archive cannot be read.',
  manifest_unreadable: 'The list of contents cannot be read.',
  no_key_given: 'No key was given for this log. The file’s own key says nothing about who made it.',
  other_key: 'The key in this file is none of those that you gave.',
  manifest_altered: `The list of contents is not what ${dossierFiles.signature} has signed.`,
  checkpoint_altered: 'The checkpoint is not signed by the key of the log.',
  history_broken: 'An earlier checkpoint is not proven to be a beginning of the newest one.',
  history_forked:
    'The checkpoint that you gave has as many leaves and another content: the log was shown in two versions.',
  leaf_not_in_log: 'This step is not proven to be in the log.',
  leaf_order: 'This step stands in the log before the one that it follows.',
  opening_altered: 'The content of this step is not what the log commits to.',
  leaf_of_other_chain: 'This step belongs to another deal.',
  leaf_missing: 'A step before this one is missing or in another place.',
  chain_unlinked:
    'These steps do not belong to the request, the offer and the contract of this deal, or to the subscription that its request names.',
  subscription_contradicted: 'This step contradicts those before it in its subscription.',
  revision_not_open:
    'The subscription was not active, or had another revision open or none, when this request was made.',
  subscription_terms_differ: 'This request is on other terms than its subscription.',
  file_missing: 'This file is listed and missing.',
  file_unlisted: 'This file is not listed.',
  document_altered: 'This document is not the listed one: its content has changed.',
  vendor_statement_differs:
    'What the vendor signed about its own measurement is not signed by the key that it names, or is about other data.',
  statement_altered: 'No key in this file has signed this text as it is.',
  statement_of_other_deal: 'This text is about another deal.',
  statement_differs: 'The step of this certificate or finding commits to another text.',
  statement_missing: 'The certificate or finding that this step commits to is missing.',
  certified_files_differ: 'This certificate names other files than the step of its delivery.',
  certificate_place_differs: 'This certificate names steps that do not come before its own.',
  consent_missing: 'This side has not consented to the agreement of this step.',
  agreement_text_missing: 'The agreement that was consented to is missing.',
  agreement_differs: 'What was consented to is not what the document was drawn up on.',
  certified_agreement_differs:
    'This certificate names another document of the agreement than the newest step before its own.',
  certified_price_differs:
    'This certificate states another price than the newest agreement before its own step.',
  certified_entries_differ:
    'This certificate names other ledger entries than those whose steps come before its own.',
  certified_sums_differ:
    'The ledger entries that this certificate names do not add up to its sums.',
  entry_altered: 'This ledger entry is not what its step says.',
  entry_missing: 'The ledger entry of this step is missing.',
  sums_differ: 'The entries do not add up to the stated balance.',
  checkpoint_older:
    'The checkpoint that you gave is newer than this file. Whether the log continues from here to there cannot be told from this file; download a new one.',
  checkpoint_not_compared:
    'This file holds no proof from the checkpoint that you gave. Download it with that size, as dossier.zip?since=SIZE.',
  checkpoint_unusable: 'The checkpoint that you gave is not signed by the key of the log.',
  log_not_started: 'This log had no checkpoint yet.',
  leaf_waiting: 'This step was not in the log yet. Download the dossier again in a minute.',
  opening_erased:
    'The content of this step was erased with a person or an organization. Its place in the log is proven, what it said is not.',
  before_log: 'The contract was drawn up before the log began. Steps from before it are not in it.',
  subscription_before_log:
    'The subscription was started before its steps were recorded. What it was until this step is not in the log.',
  consents_not_recorded:
    'Consents to this revision were not recorded: it was agreed before the platform recorded them.',
  consent_unproven:
    'No step that opens shows the consent of this side; the content of some consents was erased.',
  statement_unproven: 'No step that opens proves this certificate or finding.',
  entry_unproven: 'No step that opens proves this ledger entry.',
}

/** Returns what a certificate of a dossier states of money; null if it discloses none of it there. */
export function certifiedMoneyText({ priceCents, heldCents, feeCents }: CertifiedMoney) {
  const parts = [
    priceCents !== null && `an agreed price of ${formatDollars(priceCents)}`,
    heldCents !== null && `${formatDollars(heldCents)} in escrow`,
    feeCents !== null && `an agreed fee of ${formatDollars(feeCents)}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? `When it was issued: ${parts.join(', ')}.` : null
}

/** Returns what was found, and where. */
export const dossierFindingText = ({ id, place, fault }: DossierFinding): string =>
  `${place}: ${fault ? faultTexts[fault] : texts[id]}`

export const bindingTexts: Record<Binding, string> = {
  log: 'Its SHA-256 is in a step of the log.',
  signed_part:
    'The SHA-256 of its signed part is in a step of the log; what it discloses is committed to there.',
  certificate: 'Its SHA-256 is in a certificate that the log commits to.',
  signature: 'As the platform signed it with this dossier; no step of the log names it.',
}
