import { createReadStream } from 'node:fs'

const LINE_FEED = 10

/**
 * Returns the line of the first row of more than `maxBytes` bytes, in a CSV file that could not be
 * read; null if there is none, or if the file ends within quotes, which makes the ends of its rows
 * ambiguous. Reads the file once, in constant memory.
 */
export async function findLongRow(
  path: string,
  { quote, maxBytes }: { quote: string; maxBytes: number },
): Promise<number | null> {
  const quoteByte = quote.charCodeAt(0)
  let isQuoted = false
  let line = 1
  let firstLine = 1
  let rowBytes = 0
  let found: number | null = null
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    const bytes: Buffer = chunk
    // By index: ten times as fast as an iterator.
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]
      rowBytes += 1
      if (byte === quoteByte) isQuoted = !isQuoted
      else if (byte === LINE_FEED) {
        line += 1
        if (isQuoted) continue
        firstLine = line
        rowBytes = 0
      }
      if (rowBytes > maxBytes) found ??= firstLine
    }
  }
  return isQuoted ? null : found
}
