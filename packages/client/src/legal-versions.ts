import type { AcceptedVersions } from '@semblance/contract'
import type { Api } from './api.ts'

/** Returns the versions of the legal documents in force. Who sends them with an offer or a payment accepts the documents. */
export async function legalVersions(api: Api): Promise<AcceptedVersions> {
  const { items } = await api.legal.list({})
  return Object.fromEntries(items.map(({ document, version }) => [document, version]))
}
