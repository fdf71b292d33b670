/** Extensions of the files that tables are read from, in lower case; the content decides what each one is. */
const EXTENSIONS = [
  ...['csv', 'tsv', 'tab', 'txt', 'dat', 'data'],
  ...['json', 'jsonl', 'ndjson'],
  ...['parquet', 'pq'],
  ...['xlsx', 'xlsm', 'xls'],
]
const ARCHIVE = 'zip'
const COMPRESSED = 'gz'

/**
 * Lists every extension of a table file, `csv` and `csv.gz`; an archive is not compressed again.
 */
export const tableFileExtensions: readonly string[] = [
  ...EXTENSIONS,
  ARCHIVE,
  ...EXTENSIONS.map((extension) => `${extension}.${COMPRESSED}`),
]

const COMPRESSED_END = new RegExp(`\\.${COMPRESSED}$`, 'i')
const EXTENSION_END = new RegExp(`\\.(${[...EXTENSIONS, ARCHIVE].join('|')})$`, 'i')

/** Returns a file's name without the extensions of the formats that are read. */
export const stemOf = (fileName: string): string =>
  fileName.replace(COMPRESSED_END, '').replace(EXTENSION_END, '')
