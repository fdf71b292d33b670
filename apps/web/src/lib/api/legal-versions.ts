import {
  type AcceptedVersions,
  type LegalAct,
  type LegalEntry,
  legalRequired,
} from '@semblance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from './api.ts'
import { shortList } from './by-cursor.ts'

export const legalQuery = orpc.legal.list.queryOptions({
  input: shortList,
  select: ({ items }) => items,
})

type Consent = {
  /** The documents that the act accepts; empty until they have loaded. */
  documents: LegalEntry[]
  /** Says that the documents have loaded; nothing is accepted before. */
  isShown: boolean
  /** Loads the documents once more; null unless they did not load. */
  retry: (() => void) | null
  /** Names the versions, as a call of the act sends them. */
  accepted: AcceptedVersions
  /** Loads the documents again if an error's code says that their versions were refused; returns true then. */
  renew: (code: string | undefined) => boolean
}

/** Returns the documents that an act accepts, in the versions that the page shows. */
export function useConsent(act: LegalAct): Consent {
  const queryClient = useQueryClient()
  const { data = [], isSuccess, isError, refetch } = useQuery(legalQuery)
  const documents = data.filter(({ document }) => legalRequired[act].includes(document))
  const accepted = Object.fromEntries(documents.map(({ document, version }) => [document, version]))
  const renew = (code: string | undefined) => {
    if (code !== 'legal_outdated' && code !== 'legal_not_accepted') return false
    void queryClient.invalidateQueries({ queryKey: orpc.legal.key() })
    return true
  }
  const retry = isError && !isSuccess ? () => void refetch() : null
  return { documents, isShown: documents.length > 0, retry, accepted, renew }
}
