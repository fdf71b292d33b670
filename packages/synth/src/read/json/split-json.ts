import { SynthesisError } from '../../schema/synthesis-error.ts'

/** Describes a record's text and where it begins; `list` is the name of its list, or ''. */
export type JsonRecord = { text: string; line: number; column: number; list: string }

/**
 * Names the arrangement of a file's records: one after the other, in one list, or in lists that are
 * the properties of one object.
 */
export type JsonShape = 'lines' | 'list' | 'lists'

const RECORD_DEPTH: Record<JsonShape, number> = { lines: 0, list: 1, lists: 2 }
const MAX_DEPTH = 64
const MAX_RECORD_BYTES = 16 * 2 ** 20

const [QUOTE, BACKSLASH, LINE_FEED, COMMA] = [0x22, 0x5c, 0x0a, 0x2c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * Splits UTF-8 JSON into the texts of its records without parsing them, as many at a time as a chunk ends.
 * Throws SynthesisError where brackets do not match, a record is no object, or something is too
 * large.
 */
export async function* splitJson(
  chunks: AsyncIterable<Buffer>,
  shape: JsonShape,
): AsyncGenerator<JsonRecord[]> {
  const splitter = new JsonSplitter(shape)
  for await (const chunk of chunks) yield splitter.push(chunk)
  splitter.end()
}

class JsonSplitter {
  readonly #recordDepth: number
  /** The brackets that close what is open. */
  readonly #closers: number[] = []
  #isInString = false
  #isEscaped = false
  /** The text since the last property's name began, at depth 1; it holds the name. */
  #name: number[] = []
  #list = ''
  #record: { parts: Buffer[]; bytes: number; line: number; column: number } | null = null
  #line = 1
  #lineStart = 0
  #offset = 0

  constructor(shape: JsonShape) {
    this.#recordDepth = RECORD_DEPTH[shape]
  }

  /** The records that end in the chunk. */
  push(chunk: Buffer): JsonRecord[] {
    const ended: JsonRecord[] = []
    let start = 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!
      if (this.#isInString) this.#readString(byte)
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (this.#open(byte, this.#offset + i)) start = i
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (this.#close(byte, this.#offset + i)) {
          ended.push(this.#finish(chunk.subarray(start, i + 1)))
        }
      } else if (byte === QUOTE) this.#beginString(this.#offset + i)
      else if (byte > 0x20 && byte !== COMMA) this.#readPlain(byte, this.#offset + i)
      if (byte === LINE_FEED) {
        this.#line++
        this.#lineStart = this.#offset + i + 1
      }
    }
    this.#keep(chunk.subarray(start))
    this.#offset += chunk.length
    return ended
  }

  /** Throws if the text has ended too early. */
  end(): void {
    if (this.#closers.length === 0 && !this.#isInString) return
    throw new SynthesisError(
      'truncated',
      `The file seems cut off: it ends within a value in line ${this.#line}. Please upload it again.`,
      { line: this.#line },
    )
  }

  /** Returns true if a record begins here. */
  #open(byte: number, position: number): boolean {
    const depth = this.#closers.length
    if (depth === MAX_DEPTH) {
      throw this.#refuse(`is nested more than ${MAX_DEPTH} levels deep`, position)
    }
    const isInList = depth < 2 || this.#closers[1] === CLOSE_BRACKET
    const isRecord = this.#record === null && depth === this.#recordDepth && isInList
    if (isRecord && byte === OPEN_BRACKET && depth < 2) {
      throw this.#refuse('has a list where a record should be', position)
    }
    const isListOfFile = depth === 1 && this.#record === null && byte === OPEN_BRACKET
    if (isListOfFile) this.#list = nameIn(this.#name)
    this.#closers.push(byte === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)
    if (!isRecord || byte === OPEN_BRACKET) return false
    const column = position - this.#lineStart + 1
    this.#record = { parts: [], bytes: 0, line: this.#line, column }
    return true
  }

  /** Returns true if a record ends here. */
  #close(byte: number, position: number): boolean {
    if (this.#closers.pop() !== byte) {
      throw this.#refuse('has a bracket that does not match the one it should close', position)
    }
    return this.#record !== null && this.#closers.length === this.#recordDepth
  }

  #finish(last: Buffer): JsonRecord {
    this.#keep(last)
    const { parts, line, column } = this.#record!
    this.#record = null
    return { text: Buffer.concat(parts).toString('utf8'), line, column, list: this.#list }
  }

  #keep(part: Buffer): void {
    if (!this.#record) return
    this.#record.parts.push(part)
    this.#record.bytes += part.length
    if (this.#record.bytes > MAX_RECORD_BYTES) {
      const { line } = this.#record
      throw new SynthesisError(
        'too_large',
        `The record that begins in line ${line} is larger than 16 MB.`,
        { line },
      )
    }
  }

  #beginString(position: number): void {
    this.#readPlain(QUOTE, position)
    this.#isInString = true
    if (this.#closers.length === 1) this.#name = [QUOTE]
  }

  #readString(byte: number): void {
    if (this.#closers.length === 1 && this.#name.length < 1000) this.#name.push(byte)
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) this.#isInString = false
  }

  /** Values that stand where a record should. */
  #readPlain(byte: number, position: number): void {
    if (position < 3 && BYTE_ORDER_MARK.includes(byte)) return
    const depth = this.#closers.length
    if (depth > 0 && (depth !== this.#recordDepth || depth > 1)) return
    throw this.#refuse('has a plain value where a record should be', position)
  }

  #refuse(what: string, position: number): SynthesisError {
    const place = { line: this.#line, column: position - this.#lineStart + 1 }
    return new SynthesisError(
      'not_a_table',
      `The JSON ${what} (line ${place.line}, column ${place.column}).`,
      place,
    )
  }
}

function nameIn(bytes: number[]): string {
  try {
    return String(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    return 'list'
  }
}
