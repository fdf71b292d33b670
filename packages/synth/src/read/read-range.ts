import { open } from 'node:fs/promises'

/**
 * Reads bytes from `from` (counted from the end if negative), at most `length`; fewer at the end of
 * the file.
 */
export async function readRange(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = from < 0 ? Math.max(0, size + from) : Math.min(from, size)
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.min(length, size - start)),
      0,
      Math.min(length, size - start),
      start,
    )
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
