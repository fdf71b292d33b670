import { MAX_DOSSIER_BYTES, parseVerifierKey, type VerifierKey } from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { useQuery } from '@tanstack/react-query'

/** Names a file that was chosen; `id` differs for each choice. */
export type Chosen = { id: number; file: File }

export type Given = { keys: string; checkpoint: string }

/** Reads verifier keys, one a line; `wrong` is the first line that is none. */
export function readKeys(text: string): { keys: VerifierKey[]; wrong: string | null } {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const keys = lines.map(parseVerifierKey)
  return {
    keys: keys.filter((key) => key !== null),
    wrong: lines.find((_, at) => keys[at] === null) ?? null,
  }
}

/** Verifies the chosen file in this browser, again whenever what was given with it changes. */
export const useDossier = (chosen: Chosen | null, { keys, checkpoint }: Given) =>
  useQuery({
    queryKey: ['dossier', chosen?.id, keys, checkpoint],
    queryFn: async () => {
      const part = chosen?.file.slice(0, MAX_DOSSIER_BYTES + 1) ?? new Blob()
      return await verifyDossier(new Uint8Array(await part.arrayBuffer()), {
        keys: readKeys(keys).keys,
        checkpoints: checkpoint.trim() === '' ? [] : [`${checkpoint.trim()}\n`],
      })
    },
    enabled: chosen !== null,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
