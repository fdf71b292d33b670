/** Defines what a verification finds, as values; `dossier-texts.ts` has the words. */
import type { VerifierKey } from '../../core/transparency/notes.ts'
import type { ArchiveFault } from './read-archive.ts'

/**
 * Weighs each finding. `altered`: something is not what was signed or committed to. `incomplete`: something
 * cannot be proven from this file. `unknown_key`: everything may be of another maker's hand.
 */
export const dossierFindings = {
  archive_unreadable: 'unreadable',
  manifest_unreadable: 'unreadable',
  no_key_given: 'unknown_key',
  other_key: 'unknown_key',
  manifest_altered: 'altered',
  checkpoint_altered: 'altered',
  history_broken: 'altered',
  history_forked: 'altered',
  leaf_not_in_log: 'altered',
  leaf_order: 'altered',
  opening_altered: 'altered',
  leaf_of_other_chain: 'altered',
  leaf_missing: 'altered',
  chain_unlinked: 'altered',
  subscription_contradicted: 'altered',
  revision_not_open: 'altered',
  subscription_terms_differ: 'altered',
  file_missing: 'altered',
  file_unlisted: 'altered',
  document_altered: 'altered',
  statement_altered: 'altered',
  statement_of_other_deal: 'altered',
  statement_differs: 'altered',
  statement_missing: 'altered',
  vendor_statement_differs: 'altered',
  certified_files_differ: 'altered',
  certificate_place_differs: 'altered',
  consent_missing: 'altered',
  agreement_text_missing: 'altered',
  agreement_differs: 'altered',
  certified_agreement_differs: 'altered',
  certified_price_differs: 'altered',
  certified_entries_differ: 'altered',
  certified_sums_differ: 'altered',
  entry_altered: 'altered',
  entry_missing: 'altered',
  sums_differ: 'altered',
  checkpoint_older: 'incomplete',
  checkpoint_not_compared: 'incomplete',
  checkpoint_unusable: 'incomplete',
  log_not_started: 'incomplete',
  leaf_waiting: 'incomplete',
  opening_erased: 'incomplete',
  before_log: 'incomplete',
  subscription_before_log: 'incomplete',
  consents_not_recorded: 'incomplete',
  consent_unproven: 'incomplete',
  statement_unproven: 'incomplete',
  entry_unproven: 'incomplete',
} as const

export type DossierFindingId = keyof typeof dossierFindings

/** States what a verification as a whole found, the gravest first. */
export const dossierStates = [
  'unreadable',
  'altered',
  'unknown_key',
  'incomplete',
  'valid',
] as const
export type DossierState = (typeof dossierStates)[number]

/** Names the place: a file, a log, an entry, or a leaf as `CTR-2001 #3`. */
export type DossierFinding = { id: DossierFindingId; place: string; fault?: ArchiveFault }

export type Report = (id: DossierFindingId, place: string) => void

/** Holds what the verifier brings along and takes from no dossier. */
export type Trusted = {
  keys: readonly VerifierKey[]
  /** Keys of witnesses, whose cosignatures are looked for. */
  witnesses?: readonly VerifierKey[]
  /** Signed checkpoints that were kept before, or come from another person. */
  checkpoints?: readonly string[]
}

export function stateOf(findings: readonly DossierFinding[]): DossierState {
  const found = new Set<DossierState>(findings.map(({ id }) => dossierFindings[id]))
  return dossierStates.find((state) => found.has(state)) ?? 'valid'
}
