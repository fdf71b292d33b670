import {
  fromBase64,
  leafHash,
  openNote,
  type PublishedLog,
  parseCheckpoint,
  type VerifierKey,
  verifyInclusion,
} from '@semblance/contract'
import { api } from './api.ts'

/** Asks the log for the proof of an entry, in hexadecimal, and checks in this browser that it leads to a signed root. */
export async function isIncluded(
  { entry, index }: { entry: string; index: number },
  { number, origin }: Pick<PublishedLog, 'number' | 'origin'>,
  key: VerifierKey,
): Promise<boolean> {
  const { proof } = await api.transparency.proof({ log: number, index })
  const end = proof.indexOf('\n\n')
  const [, , stated, ...lines] = proof.slice(0, end).split('\n')
  const hashes = lines.flatMap((line) => fromBase64(line) ?? [])
  const opened = await openNote(proof.slice(end + 2), [key])
  const checkpoint = opened.state === 'valid' ? parseCheckpoint(opened.text) : null
  const bytes = bytesOf(entry)
  if (stated !== `index ${index}` || !bytes || checkpoint?.origin !== origin) return false
  const { size, root } = checkpoint
  if (hashes.length < lines.length) return false
  return verifyInclusion(leafHash(bytes), { index, size, root, proof: hashes })
}

const bytesOf = (hex: string) => {
  const pairs = hex.match(/../g) ?? []
  return fromBase64(btoa(String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16)))))
}
