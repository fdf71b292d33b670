import {
  MAX_DOSSIER_BYTES,
  parseVerifierKey,
  parseWitnessKey,
  type VerifierKey,
} from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { useQuery } from '@tanstack/react-query'

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
