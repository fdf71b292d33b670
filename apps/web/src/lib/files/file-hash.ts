/** The SHA-256 of a file of any size, without sending it anywhere or holding it in memory. */
import { createSHA256 } from 'hash-wasm'

/**
 * Returns the SHA-256 in lower-case hexadecimal. `onProgress` receives the share that is read, 0 to
 * 1. Rejects when the file cannot be read.
 */
export async function hashFile(
  file: Blob,
  onProgress: (share: number) => void = () => {},
): Promise<string> {
  const hasher = await createSHA256()
  const reader = file.stream().getReader()
  let readBytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return hasher.digest('hex')
    hasher.update(value)
    readBytes += value.length
    onProgress(readBytes / file.size)
  }
}
