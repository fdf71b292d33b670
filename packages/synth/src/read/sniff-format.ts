import { SynthesisError } from '../schema/synthesis-error.ts'

export type FileFormat = 'text' | 'json' | 'parquet' | 'zip' | 'gzip' | 'compound'

const SIGNATURES: [string, FileFormat][] = [
  ['504b0304', 'zip'],
  ['504b0506', 'zip'], // without members
  ['d0cf11e0a1b11ae1', 'compound'],
  ['1f8b', 'gzip'],
  ['50415231', 'parquet'],
]

const FOREIGN: [string, string][] = [
  ['25504446', 'a PDF document'],
  ['89504e47', 'an image'],
  ['ffd8ff', 'an image'],
  ['47494638', 'an image'],
  ['377abcaf271c', 'a 7z archive'],
  ['526172211a07', 'a RAR archive'],
  ['53514c69746520666f726d6174', 'an SQLite database'],
  ['50415245', 'an encrypted Parquet file'],
]

/**
 * Infers a file's format from its first bytes, regardless of its name. Throws SynthesisError
 * `not_a_table`.
 */
export function sniffFormat(start: Buffer): FileFormat {
  const hex = start.subarray(0, 16).toString('hex')
  const foreign = FOREIGN.find(([signature]) => hex.startsWith(signature))
  if (foreign) throw refuse(`The file is ${foreign[1]}.`)
  const known = SIGNATURES.find(([signature]) => hex.startsWith(signature))
  if (known) return known[1]
  const text = beginningOf(start)
  if (text === '') throw refuse('The file is empty.')
  if (/^<(!doctype|!--|html|\?xml|[a-z])/i.test(text)) {
    throw refuse('The file is a web page or XML.')
  }
  return /^(\{\s*("|\}|$)|\[\s*([{["\]\d]|$))/.test(text) ? 'json' : 'text'
}

function refuse(what: string): SynthesisError {
  return new SynthesisError(
    'not_a_table',
    `${what} Tables are read from CSV, Excel, JSON and Parquet files, from zip archives of them and from gzip.`,
  )
}

/** Returns the beginning without byte order mark and white space; of UTF-16, every other byte. */
function beginningOf(start: Buffer): string {
  const bytes = start.includes(0) ? start.filter((byte) => byte !== 0) : start
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/^(\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)/, '')
    .trimStart()
}
