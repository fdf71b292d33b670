import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { SynthesisError } from '../../schema/synthesis-error.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

type Scan = { encoding: Encoding; hasMixedLineEnds: boolean }

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const CHUNK_BYTES = 1 << 20

/**
 * Converts a file to UTF-8 text with one kind of line end. Returns its own path if it is so
 * already, otherwise that of a copy at `copyPath` (DuckDB 1.5 crashes on invalid UTF-8 and fails on
 * mixed line ends). `start` is the file's beginning. Throws SynthesisError `not_a_table`.
 */
export async function asUtf8(
  inputPath: string,
  start: Buffer,
  copyPath: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { encoding, hasMixedLineEnds } = await scan(inputPath, start, signal)
  if (encoding === 'utf-8' && !hasMixedLineEnds) return inputPath
  const source = createReadStream(inputPath, { highWaterMark: CHUNK_BYTES })
  const decode = async function* (chunks: AsyncIterable<Buffer>) {
    const decoder = new TextDecoder(encoding)
    let heldBack = ''
    for await (const chunk of chunks) {
      const text = heldBack + decoder.decode(chunk, { stream: true })
      // A final \r may be half of a \r\n.
      heldBack = text.endsWith('\r') ? '\r' : ''
      yield text.slice(0, text.length - heldBack.length).replace(/\r\n?/g, '\n')
    }
    yield (heldBack + decoder.decode()).replace('\r', '\n')
  }
  await pipeline(source, decode, createWriteStream(copyPath), { signal })
  return copyPath
}

async function scan(
  inputPath: string,
  start: Buffer,
  signal: AbortSignal | undefined,
): Promise<Scan> {
  const wide = wideEncoding(start)
  if (wide) return { encoding: wide, hasMixedLineEnds: true }
  const lineEnds = new Set<'crlf' | 'lf' | 'cr'>()
  let isValid = true
  let rest = Buffer.alloc(0)
  let last = 0
  let offset = 0
  for await (const chunk of createReadStream(inputPath, { highWaterMark: CHUNK_BYTES, signal })) {
    const bytes = chunk as Buffer
    const nul = bytes.indexOf(0)
    if (nul >= 0) throw await refuseNul(inputPath, offset + nul)
    offset += bytes.length
    if (isValid) {
      const text = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
      const end = wholeCharacters(text)
      isValid = isUtf8(text.subarray(0, end))
      rest = Buffer.from(text.subarray(end))
    }
    if (last === CARRIAGE_RETURN || bytes.includes(CARRIAGE_RETURN)) {
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i]!
        if (byte === LINE_FEED) lineEnds.add(last === CARRIAGE_RETURN ? 'crlf' : 'lf')
        else if (last === CARRIAGE_RETURN) lineEnds.add('cr')
        last = byte
      }
    } else {
      if (bytes.includes(LINE_FEED)) lineEnds.add('lf')
      last = bytes.at(-1)!
    }
  }
  if (last === CARRIAGE_RETURN) lineEnds.add('cr')
  return {
    encoding: isValid && rest.length === 0 ? 'utf-8' : 'windows-1252',
    hasMixedLineEnds: lineEnds.size > 1,
  }
}

/** UTF-16 by its byte order mark, or by zeros in every other byte. */
function wideEncoding(start: Buffer): Encoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  start.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2]!++
  })
  const [even, odd] = [zeros[0]! / start.length, zeros[1]! / start.length]
  if (odd > 0.3 && even < 0.01) return 'utf-16le'
  if (even > 0.3 && odd < 0.01) return 'utf-16be'
  return null
}

/** Bytes up to the beginning of a UTF-8 character that the buffer cuts off. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.length - back : bytes.length
    }
    if (byte < 0x80) break
  }
  return bytes.length
}

async function refuseNul(inputPath: string, offset: number): Promise<SynthesisError> {
  let line = 1
  if (offset > 0) {
    for await (const chunk of createReadStream(inputPath, { end: offset - 1 })) {
      for (const byte of chunk as Buffer) if (byte === LINE_FEED) line++
    }
  }
  return new SynthesisError(
    'not_a_table',
    `The file is binary or damaged: line ${line} has a NUL byte, which no text has.`,
    { line },
  )
}
