/**
 * Parses the engine's CSV (RFC 4180, with commas) into records, in batches as the chunks arrive.
 */
export async function* csvRecords(chunks: AsyncIterable<string>): AsyncGenerator<string[][]> {
  let line = '' // the beginning of one that the next chunk goes on with
  let open: string | null = null // lines of a record that ends within quotes
  for await (const chunk of chunks) {
    const lines = (line + chunk).split('\n')
    line = lines.pop()!
    const records: string[][] = []
    for (const next of lines) {
      const record: string = open === null ? next : `${open}\n${next}`
      open = endsWithinQuotes(record) ? record : null
      if (open === null) records.push(cellsOf(record))
    }
    yield records
  }
  const last = open === null ? line : `${open}\n${line}`
  if (last !== '') yield [cellsOf(last)]
}

/** Quotes come in pairs, doubled ones included. */
const endsWithinQuotes = (text: string) => text.includes('"') && text.split('"').length % 2 === 0

/** A cell and the comma before it. */
const CELL = /,(?:"((?:[^"]|"")*)"|([^,"]*))/g

function cellsOf(record: string): string[] {
  const text = record.endsWith('\r') ? record.slice(0, -1) : record
  if (!text.includes('"')) return text.split(',')
  return [...`,${text}`.matchAll(CELL)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  )
}
