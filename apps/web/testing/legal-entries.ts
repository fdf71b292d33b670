import {
  type LegalEntry,
  legalActs,
  legalDocuments,
  legalRequired,
  legalTitles,
} from '@semblance/contract'

/** Lists the legal documents in versions of one digit each: 1111…, 2222… */
export const legalEntries: LegalEntry[] = legalDocuments.map((document, index) => ({
  document,
  title: legalTitles[document],
  version: String(index + 1).repeat(64),
  dated: '2026-11-25',
  acts: legalActs.filter((act) => legalRequired[act].includes(document)),
}))

/** Returns the versions of these documents, as a call sends them. */
export const versionsOf = (...documents: LegalEntry['document'][]) =>
  Object.fromEntries(
    legalEntries
      .filter(({ document }) => documents.includes(document))
      .map(({ document, version }) => [document, version]),
  )
