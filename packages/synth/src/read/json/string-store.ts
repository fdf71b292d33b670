import { SynthesisError } from '../../schema/synthesis-error.ts'

const BLOCK_BYTES = 1 << 20
const MAX_BYTES = 256 * 2 ** 20

/** Stores many texts by number, outside the JavaScript heap. */
export class StringStore {
  readonly #blocks: Buffer[] = []
  #used = BLOCK_BYTES
  #bytes = 0
  /** Block, start and end of each. */
  #places = new Uint32Array(3 * 1024)
  #count = 0

  /** Throws SynthesisError `too_large` beyond 256 MB. */
  add(text: string): void {
    const bytes = Buffer.byteLength(text)
    this.#bytes += bytes
    if (this.#bytes > MAX_BYTES) {
      throw new SynthesisError(
        'too_large',
        'The workbook has more than 256 MB of text. Please save it as CSV.',
      )
    }
    if (this.#used + bytes > BLOCK_BYTES) {
      this.#blocks.push(Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes)))
      this.#used = 0
    }
    const block = this.#blocks.length - 1
    this.#blocks[block]!.write(text, this.#used)
    if (3 * this.#count === this.#places.length) {
      const grown = new Uint32Array(2 * this.#places.length)
      grown.set(this.#places)
      this.#places = grown
    }
    this.#places.set([block, this.#used, this.#used + bytes], 3 * this.#count++)
    this.#used += bytes
  }

  /** Empty where there is none. */
  at(index: number): string {
    if (!(index >= 0 && index < this.#count)) return ''
    const [block, start, end] = this.#places.subarray(3 * index, 3 * index + 3)
    return this.#blocks[block!]!.toString('utf8', start, end)
  }
}
