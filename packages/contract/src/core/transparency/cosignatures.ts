/** Reads and checks what witnesses sign about checkpoints (C2SP tlog-cosignature, Ed25519 cosignature/v1). */
import { readSignature, type VerifierKey, verifySignature } from './notes.ts'

/** Describes a cosignature that holds: `line` stands in the note, `statedAt` is the witness's own time. */
export type Cosignature = { by: VerifierKey; statedAt: Date; line: string }

/** Counts the bytes of the time before the signature. */
const TIME_BYTES = 8

/** The largest time of a Date, in seconds. */
const MAX_SECONDS = 8_640_000_000_000

/** Returns the text that a witness signs, for a checkpoint's text and a time in seconds. */
export const cosignedText = (text: string, seconds: number): string =>
  `cosignature/v1\ntime ${seconds}\n${text}`

/** Returns the cosignatures of a checkpoint's text that hold, one for each given key; other lines are passed over. */
export async function openCosignatures(
  text: string,
  lines: string,
  keys: readonly VerifierKey[],
): Promise<Cosignature[]> {
  const found: Cosignature[] = []
  for (const line of lines.split('\n')) {
    const read = readSignature(line)
    const by = keys.find(({ name, hint }) => name === read?.name && hint === read.hint)
    if (!read || !by || found.some((other) => other.by === by)) continue
    const seconds = readSeconds(read.signature)
    const signature = read.signature.slice(TIME_BYTES)
    if (seconds === null) continue
    if (await verifySignature(by.publicKey, signature, cosignedText(text, seconds)))
      found.push({ by, statedAt: new Date(seconds * 1000), line: `${line}\n` })
  }
  return found
}

/** Returns the cosignatures that a checkpoint's note carries; none for a text that is no note. */
export async function cosignaturesOf(
  note: string,
  keys: readonly VerifierKey[],
): Promise<Cosignature[]> {
  const end = note.lastIndexOf('\n\n')
  return end < 0 ? [] : await openCosignatures(note.slice(0, end + 1), note.slice(end + 2), keys)
}

function readSeconds(bytes: Uint8Array<ArrayBuffer>): number | null {
  if (bytes.length <= TIME_BYTES) return null
  const seconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
  return seconds <= MAX_SECONDS ? seconds : null
}
