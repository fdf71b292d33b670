import path from 'node:path'
import type { OpenedTable, TableSource } from './table-source.ts'

const MAX_NAME_LENGTH = 100

/** Names each table after its file, member or sheet, by names that differ even without their case. */
export function nameTables(opened: { file: string; tables: OpenedTable[] }[]): TableSource[] {
  const isOnly = opened.reduce((count, { tables }) => count + tables.length, 0) === 1
  const taken = new Set<string>()
  return opened.flatMap(({ file, tables }) =>
    tables.map(({ within, ...table }) => {
      const places = [file, ...within]
      const base = fileName(places.at(-1)!)
      let name = base
      for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base}_${n}`
      taken.add(name.toLowerCase())
      return { ...table, name, file: places.join(' > '), isOnly }
    }),
  )
}

/** A name any file system takes, without the extensions of the formats that are read. */
function fileName(title: string): string {
  const stem = path.posix
    .basename(title)
    .replace(/\.gz$/i, '')
    .replace(/\.(csv|tsv|tab|txt|dat|data|jsonl?|ndjson|parquet|pq|xlsx|xlsm|xls|zip)$/i, '')
  const safe = Array.from(stem, (char) => (char < ' ' || '\\/:*?"<>|'.includes(char) ? '_' : char))
  const name = safe
    .join('')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^[. ]+|[. ]+$/g, '')
  return name || 'table'
}
