import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { csvRecord } from '../../draw/format-value.ts'

/** Sets the number of rows stored in memory to separate a header from data. */
const HEAD_ROWS = 500
const FLUSHED_CHARACTERS = 1 << 20

/** Writes rows of cells, of any length, as CSV by RFC 4180 while holding little of it in memory. */
export class SheetWriter {
  /** The first rows, trimmed. */
  readonly head: string[][] = []
  /** Cells of the longest row. */
  width = 0
  /** True if some row is shorter. */
  isPadded = false
  rowCount = 0
  readonly #stream: WriteStream
  readonly #ended: Promise<void>
  #pending: string[] = []
  #pendingCharacters = 0

  constructor(outputPath: string) {
    this.#stream = createWriteStream(outputPath)
    this.#ended = finished(this.#stream)
    this.#ended.catch(() => {}) // the next drain or close reports it
  }

  /** An empty text is a missing value. */
  addRow(cells: string[]): void {
    if (this.rowCount > 0 && cells.length !== this.width) this.isPadded = true
    this.width = Math.max(this.width, cells.length)
    this.rowCount++
    if (this.head.length < HEAD_ROWS) this.head.push(cells.map((cell) => cell.trim()))
    // A blank line would not count as a row.
    const isBlank = cells.length === 0 || (cells.length === 1 && cells[0]!.trim() === '')
    const line = isBlank ? '""' : csvRecord(cells.map(withOneLineEnd))
    this.#pending.push(line)
    this.#pendingCharacters += line.length + 1
  }

  /** Waits until little is left in memory; to be called now and then. */
  async drain(): Promise<void> {
    if (this.#pendingCharacters < FLUSHED_CHARACTERS) return
    if (!this.#flush()) await Promise.race([once(this.#stream, 'drain'), this.#ended])
  }

  async close(): Promise<void> {
    this.#flush()
    this.#stream.end()
    await this.#ended
  }

  #flush(): boolean {
    if (this.#pending.length === 0) return true
    const text = `${this.#pending.join('\n')}\n`
    this.#pending = []
    this.#pendingCharacters = 0
    return this.#stream.write(text)
  }
}

function withOneLineEnd(cell: string): string {
  return cell.includes('\r') ? cell.replace(/\r\n?/g, '\n') : cell
}
