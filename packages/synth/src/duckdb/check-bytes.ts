import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SynthesisError } from '../schema/synthesis-error.ts'

export type TextFile = {
  /** UTF-8 with one kind of line end; the input itself where it was that already. */
  path: string
  /** The beginning of the file, and whether that is all of it. */
  head: string
  isWhole: boolean
  /** The end of the file, from some line start on. */
  tail: string
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const HEAD_BYTES = 256 * 1024

const SIGNATURES: [string, string][] = [
  ['504b0304', 'a zip archive or Excel workbook'],
  ['d0cf11e0', 'an old Excel or Word file'],
  ['25504446', 'a PDF document'],
  ['1f8b', 'a gzip archive'],
  ['50415231', 'a Parquet file'],
  ['89504e47', 'an image'],
  ['ffd8ff', 'an image'],
]

/**
 * Checks that a file is text and returns it as UTF-8, rewritten into `workDir` if it was UTF-16 or
 * Windows-1252 or mixes line ends (DuckDB 1.5 dies on invalid UTF-8 and gives up on mixed line
 * ends). Reads the file once.
 * Throws SynthesisError `not_a_table`.
 */
export async function openTextFile(inputPath: string, workDir: string): Promise<TextFile> {
  const { size } = await stat(inputPath)
  if (size === 0) throw new SynthesisError('not_a_table', 'The file is empty.')
  const start = await readRange(inputPath, 0, Math.min(size, HEAD_BYTES))
  refuseKnownFormats(start)
  const { encoding, hasMixedLineEnds } = await scanBytes(inputPath, start)
  const isReady = encoding === 'utf-8' && !hasMixedLineEnds
  const textPath = isReady ? inputPath : path.join(workDir, 'input.utf8.csv')
  if (!isReady) await rewrite(inputPath, textPath, encoding)
  const textSize = (await stat(textPath)).size
  const headBytes = await readRange(textPath, 0, Math.min(textSize, HEAD_BYTES))
  const tailBytes = await readRange(textPath, Math.max(0, textSize - HEAD_BYTES), textSize)
  const tail = tailBytes.toString('utf8')
  return {
    path: textPath,
    head: headBytes.toString('utf8').replace(/^\uFEFF/, ''),
    isWhole: textSize <= HEAD_BYTES,
    tail: textSize <= HEAD_BYTES ? tail : tail.slice(tail.search(/[\r\n]/) + 1),
  }
}

async function readRange(filePath: string, from: number, to: number): Promise<Buffer> {
  const file = await open(filePath)
  try {
    const { buffer } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
    return buffer
  } finally {
    await file.close()
  }
}

function refuseKnownFormats(start: Buffer): void {
  const hex = start.subarray(0, 8).toString('hex')
  const known = SIGNATURES.find(([signature]) => hex.startsWith(signature))
  if (known) {
    throw new SynthesisError('not_a_table', `The file is ${known[1]}. Please upload a CSV file.`)
  }
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text === '') throw new SynthesisError('not_a_table', 'The file is empty.')
  if (/^<(!doctype|html|\?xml|[a-z])/i.test(text)) {
    throw new SynthesisError('not_a_table', 'The file is a web page or XML, not a CSV file.')
  }
  if (/^(\{\s*"|\[\s*[{["\d])/.test(text)) {
    throw new SynthesisError('not_a_table', 'The file is JSON. Please upload a CSV file.')
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

async function scanBytes(
  inputPath: string,
  start: Buffer,
): Promise<{ encoding: Encoding; hasMixedLineEnds: boolean }> {
  if (start[0] === 0xff && start[1] === 0xfe)
    return { encoding: 'utf-16le', hasMixedLineEnds: false }
  if (start[0] === 0xfe && start[1] === 0xff)
    return { encoding: 'utf-16be', hasMixedLineEnds: false }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const lineEnds = new Set<string>()
  let isUtf8 = true
  let last = 0
  for await (const chunk of createReadStream(inputPath, { highWaterMark: 1 << 20 })) {
    const bytes = chunk as Buffer
    if (bytes.includes(0)) {
      throw new SynthesisError('not_a_table', 'The file is binary, not a CSV file.')
    }
    if (isUtf8) isUtf8 = decodes(decoder, bytes)
    for (const byte of bytes) {
      if (byte === LINE_FEED) lineEnds.add(last === CARRIAGE_RETURN ? 'crlf' : 'lf')
      else if (last === CARRIAGE_RETURN) lineEnds.add('cr')
      last = byte
    }
  }
  return { encoding: isUtf8 ? 'utf-8' : 'windows-1252', hasMixedLineEnds: lineEnds.size > 1 }
}

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Rewrites as UTF-8 with \n line ends. */
async function rewrite(from: string, to: string, encoding: Encoding): Promise<void> {
  const decoder = new TextDecoder(encoding)
  let heldBack = ''
  const decode = new Transform({
    transform(chunk, _, done) {
      const text = heldBack + decoder.decode(chunk, { stream: true })
      // A final \r may be half of a \r\n.
      heldBack = text.endsWith('\r') ? '\r' : ''
      done(null, text.slice(0, text.length - heldBack.length).replace(/\r\n?/g, '\n'))
    },
    flush(done) {
      done(null, heldBack.replace('\r', '\n'))
    },
  })
  await pipeline(createReadStream(from), decode, createWriteStream(to))
}
