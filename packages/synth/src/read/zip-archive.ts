import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { SynthesisError } from '../schema/synthesis-error.ts'

/**
 * Describes an open archive of files by name. Sizes are those of its directory; reading beyond them
 * fails.
 */
export type ZipArchive = { entries: Map<string, Entry>; zip: ZipFile }

const MAX_ENTRIES = 10_000
const MAX_BYTES = 16 * 2 ** 30
/** Deflate reaches 1,032; tables stay below 100. Small files may exceed it: they can't fill a disk. */
const MAX_RATIO = 250
const RATIO_FREE_BYTES = 64 * 2 ** 20

/** Returns true if unpacking has made more of so many packed bytes than any table is. */
export const growsTooMuch = (unpackedBytes: number, packedBytes: number): boolean =>
  unpackedBytes > RATIO_FREE_BYTES && unpackedBytes / Math.max(1, packedBytes) > MAX_RATIO

/**
 * Calls `use` with an archive and closes it. Throws SynthesisError for one that is damaged, encrypted,
 * or grows beyond bounds when unpacked.
 */
export async function withZip<T>(
  inputPath: string,
  use: (archive: ZipArchive) => Promise<T>,
): Promise<T> {
  const zip = await openPromise(inputPath, { autoClose: false }).catch(refuseDamaged)
  try {
    return await use({ zip, entries: await listEntries(zip) })
  } finally {
    zip.close()
  }
}

/** Returns the unpacked bytes of an entry. Throws SynthesisError if it is damaged. */
export async function* readEntry({ zip }: ZipArchive, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    refuseDamaged(error)
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  if (zip.entryCount > MAX_ENTRIES) throw refuseSize(`more than ${MAX_ENTRIES} files`)
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (name.endsWith('/')) continue
      if (entry.isEncrypted()) {
        throw new SynthesisError(
          'encrypted',
          'The archive is encrypted. Please upload it without a password.',
        )
      }
      bytes += entry.uncompressedSize
      if (bytes > MAX_BYTES) throw refuseSize('more than 16 GB when unpacked')
      if (growsTooMuch(entry.uncompressedSize, entry.compressedSize)) {
        throw refuseSize(`a file that grows more than ${MAX_RATIO} times when unpacked`)
      }
      entries.set(name, entry)
    }
  } catch (error) {
    return refuseDamaged(error)
  }
  return entries
}

function refuseSize(what: string): SynthesisError {
  return new SynthesisError('too_large', `The archive has ${what}.`)
}

function refuseDamaged(error: unknown): never {
  if (error instanceof SynthesisError || (error as Error).name === 'AbortError') throw error
  const isFileSystem = typeof (error as NodeJS.ErrnoException).syscall === 'string'
  if (isFileSystem) throw error
  throw new SynthesisError('not_a_table', 'The archive is damaged. Please pack it again.')
}
