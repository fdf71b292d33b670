/**
 * Reads and checks signed notes and checkpoints (C2SP signed-note and tlog-checkpoint, Ed25519), with the
 * Web Crypto API of browsers and of Node.js.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64, toBase64, toHex } from './bytes.ts'
import { HASH_BYTES, type Hash } from './tlog.ts'

/** Numbers the types of signatures in a verifier key: of a note's Ed25519, and of a witness (C2SP tlog-cosignature). */
const keyTypes = { note: 1, cosignature: 4 } as const
type KeyType = keyof typeof keyTypes

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const HINT_BYTES = 4

export type Checkpoint = { origin: string; size: number; root: Hash }

/** Describes a key as a note names it: `text` is `name+hint+key`, the form in which keys are handed on. */
export type VerifierKey = { text: string; name: string; hint: string; publicKey: Uint8Array }

/** Returns the text of a checkpoint, which is signed. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** Parses the text of a checkpoint; lines after the third are extensions. Null for any other text. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = '', size = '', root = ''] = text.split('\n')
  const hash = fromBase64(root)
  const isWhole = text.endsWith('\n') && origin !== '' && /^(0|[1-9]\d{0,15})$/.test(size)
  if (!isWhole || hash?.length !== HASH_BYTES || !Number.isSafeInteger(Number(size))) return null
  return { origin, size: Number(size), root: hash }
}

/** Returns an Ed25519 key as notes name it; its hint is the first 4 bytes of a hash, by which a signature names it. */
export function verifierKeyOf(
  name: string,
  publicKey: Uint8Array,
  type: KeyType = 'note',
): VerifierKey {
  const typed = concatBytes(Uint8Array.of(keyTypes[type]), publicKey)
  const hint = toHex(sha256(concatBytes(utf8ToBytes(`${name}\n`), typed)).subarray(0, HINT_BYTES))
  return { text: `${name}+${hint}+${toBase64(typed)}`, name, hint, publicKey }
}

/** Parses the key of a log; null unless it is Ed25519 and its hint fits. */
export const parseVerifierKey = (text: string): VerifierKey | null => parseKey(text, 'note')

/** Parses the key of a witness in the same way; one that is written as that of a note becomes its key for cosignatures. */
export function parseWitnessKey(text: string): VerifierKey | null {
  const note = parseKey(text, 'note')
  return note
    ? verifierKeyOf(note.name, note.publicKey, 'cosignature')
    : parseKey(text, 'cosignature')
}

function parseKey(text: string, type: KeyType): VerifierKey | null {
  const match = /^([^\s+]+)\+([\da-f]{8})\+([A-Za-z\d+/=]+)$/.exec(text.trim())
  const [, name = '', hint, encoded = ''] = match ?? []
  const bytes = fromBase64(encoded)
  if (!match || bytes?.length !== KEY_BYTES + 1 || bytes[0] !== keyTypes[type]) return null
  const key = verifierKeyOf(name, bytes.subarray(1), type)
  return key.hint === hint ? key : null
}

/** Returns the line of a signature under a note. */
export const signatureLine = ({ name, hint }: VerifierKey, signature: Uint8Array): string =>
  `— ${name} ${toBase64(concatBytes(hexToBytes(hint), signature))}\n`

/** `unknown_key`: none of the signatures is by a given key. `altered`: one is, and does not fit. */
export type OpenedNote =
  | { state: 'valid'; text: string; by: VerifierKey[] }
  | { state: 'unknown_key' | 'altered' | 'unreadable' }

/** Checks the signatures of a note by the given keys; those by other keys are passed over. */
export async function openNote(note: string, keys: readonly VerifierKey[]): Promise<OpenedNote> {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return { state: 'unreadable' }
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  const by: VerifierKey[] = []
  for (const line of lines) {
    const read = readSignature(line)
    if (!read) return { state: 'unreadable' }
    const key = keys.find(({ name, hint }) => name === read.name && hint === read.hint)
    if (!key) continue
    if (!(await verifySignature(key.publicKey, read.signature, text))) return { state: 'altered' }
    by.push(key)
  }
  return by.length > 0 ? { state: 'valid', text, by } : { state: 'unknown_key' }
}

/** Parses the line of a signature, without its end; null for any other. */
export function readSignature(line: string) {
  const [, name, encoded = ''] = /^— ([^\s+]+) ([A-Za-z\d+/=]+)$/.exec(line) ?? []
  const bytes = fromBase64(encoded)
  if (!name || !bytes || bytes.length <= HINT_BYTES) return null
  return { name, hint: toHex(bytes.subarray(0, HINT_BYTES)), signature: bytes.slice(HINT_BYTES) }
}

/** Checks an Ed25519 signature over a text. */
export async function verifySignature(
  publicKey: Uint8Array,
  signature: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES) return false
  const raw = Uint8Array.from(publicKey)
  const key = await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify'])
  return await crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(text))
}

/** Returns the proof of a leaf as a file (C2SP tlog-proof@v1); `extra` is the entry itself. */
export function proofFile(proof: {
  entry: Uint8Array
  index: number
  hashes: readonly Hash[]
  checkpoint: string
}): string {
  const { entry, index, hashes, checkpoint } = proof
  return [
    'c2sp.org/tlog-proof@v1',
    `extra ${toBase64(entry)}`,
    `index ${index}`,
    ...hashes.map(toBase64),
    '',
    checkpoint,
  ].join('\n')
}
