import type { AcceptedVersions } from '@semblance/contract'
import type { Api } from './api.ts'

/** Returns the versions of the legal documents in force. Who sends them with an offer or a payment accepts the documents. */
export async function legalVersions(api: Api): Promise<AcceptedVersions> {
  const documents = await api.legal.list()
  return Object.fromEntries(documents.map(({ document, version }) => [document, version]))
}
