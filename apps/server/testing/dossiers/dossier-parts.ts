/** Dossiers taken apart, changed and packed again, for tests. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { canonicalJson, type Dossier, dossierFiles, dossierNoteText } from '@semblance/contract'
import { readArchive } from '@semblance/contract/verify-dossier'
import { storedZip } from '../../src/platform/storage/stored-zip.ts'

export type Bytes = Uint8Array<ArrayBuffer>
export type Parts = { manifest: Dossier; files: Map<string, Uint8Array> }

export function unpack(archive: Bytes): Parts {
  const read = readArchive(archive)
  if (!('files' in read)) throw new Error(read.fault)
  const manifest = JSON.parse(Buffer.from(read.files.get(dossierFiles.manifest)!).toString())
  return { manifest, files: new Map(read.files) }
}

export const zip = async (files: Iterable<[string, Uint8Array]>): Promise<Bytes> => {
  const archive = storedZip(
    [...files].map(([name, content]) => ({
      name,
      bytes: content.length,
      crc32: crc32(content),
      modifiedAt: new Date('1980-01-01T00:00:00Z'),
      read: async function* ({ start, end }) {
        yield Buffer.from(content.subarray(start, end + 1))
      },
    })),
  )
  return Uint8Array.from(await buffer(archive.read({ start: 0, end: archive.bytes - 1 })))
}

export const sha256Of = (content: Uint8Array | string) =>
  createHash('sha256').update(content).digest('hex')

/** Packs a changed dossier; `by` signs the list of contents again, as the platform itself could. */
export async function pack(
  { manifest, files }: Parts,
  by?: (text: string) => string,
): Promise<Bytes> {
  const text = canonicalJson(manifest)
  files.set(dossierFiles.manifest, Buffer.from(text))
  if (by)
    files.set(
      dossierFiles.signature,
      Buffer.from(by(dossierNoteText(manifest.signedBy, sha256Of(text)))),
    )
  return await zip(files)
}

/** Returns a chain of leaves; that of the deal itself without an ID. */
export const chain = ({ manifest }: Parts, id = manifest.deal) =>
  manifest.chains.find((one) => one.id === id)!

/** Returns the chain of the deal's offer. */
export const offerChain = ({ manifest }: Parts) =>
  manifest.chains.find(({ id }) => /^OFR-[^/]+$/.test(id))!

/** Puts another content in a document's place, and its hash on the list. */
export function replace({ manifest, files }: Parts, path: string, content: Uint8Array) {
  files.set(path, content)
  const document = manifest.documents.find((one) => one.path === path)!
  Object.assign(document, { bytes: content.length, sha256: sha256Of(content) })
}

export const pathOf = ({ manifest }: Parts, kind: string) =>
  manifest.documents.find((one) => one.kind === kind)!.path
