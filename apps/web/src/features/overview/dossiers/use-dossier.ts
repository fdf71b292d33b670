import {
  MAX_DOSSIER_BYTES,
  parseVerifierKey,
  parseWitnessKey,
  type VerifierKey,
} from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { useQuery } from '@tanstack/react-query'
import { authorizationHeader } from '@/lib/api/api.ts'
import { apiFetch } from '@/lib/api/api-fetch.ts'

/** Names a file that was chosen; `id` differs for each choice. */
export type Chosen = { id: number; file: File }

export type Given = { keys: string; checkpoint: string }

type ReadKeys = { keys: VerifierKey[]; witnesses: VerifierKey[]; wrong: string | null }

/** Reads verifier keys of logs and of witnesses, one a line; `wrong` is the first line that is none. */
export function readKeys(text: string): ReadKeys {
  const read: ReadKeys = { keys: [], witnesses: [], wrong: null }
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const key = parseVerifierKey(line)
    const witness = key ? null : parseWitnessKey(line)
    if (key) read.keys.push(key)
    else if (witness) read.witnesses.push(witness)
    else read.wrong ??= line
  }
  return read
}

/** Verifies the chosen file in this browser, again whenever what was given with it changes. */
export const useDossier = (chosen: Chosen | null, { keys, checkpoint }: Given) =>
  useQuery({
    queryKey: ['dossier', chosen?.id, keys, checkpoint],
    queryFn: async () => {
      const part = chosen?.file.slice(0, MAX_DOSSIER_BYTES + 1) ?? new Blob()
      return await verifyDossier(new Uint8Array(await part.arrayBuffer()), {
        ...readKeys(keys),
        checkpoints: checkpoint.trim() === '' ? [] : [`${checkpoint.trim()}\n`],
      })
    },
    enabled: chosen !== null,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Fetches the dossier of a deal, as the reader's side sees it, and verifies it in this browser by these keys, one a
 * line. `refusal` says why there is none.
 */
export const useDealDossier = (contractId: string, keys: string) =>
  useQuery({
    queryKey: ['dossier', 'of', contractId, keys],
    queryFn: async ({ signal }) => {
      const answer = await apiFetch(`/api/contracts/${contractId}/dossier.zip`, {
        headers: await authorizationHeader(),
        signal,
      })
      if (answer.status === 401) return { refusal: 'signedOut' as const }
      if (answer.status === 403 || answer.status === 404) return { refusal: 'notAParty' as const }
      if (!answer.ok) throw new Error(`The dossier answered ${answer.status}.`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return { refusal: null, bytes, verified: await verifyDossier(bytes, readKeys(keys)) }
    },
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
