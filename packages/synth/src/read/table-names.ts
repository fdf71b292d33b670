import path from 'node:path'
import type { ParentFact } from '../schema/plan-families.ts'
import { PARENT_KEY, ROW_KEY } from './json/list-tables.ts'
import { stemOf } from './table-files.ts'
import type { OpenedTable, TableSource } from './table-source.ts'

const MAX_NAME_LENGTH = 100

/**
 * Names each table after its file, member, sheet or list, by names that differ even without their case, and the one that it is a
 * list of, if any.
 */
export function nameTables(opened: { file: string; tables: OpenedTable[] }[]): TableSource[] {
  const isOnly = opened.reduce((count, { tables }) => count + tables.length, 0) === 1
  const taken = new Set<string>()
  const named: TableSource[] = []
  for (const { file, tables } of opened) {
    for (const { within, parent, ...table } of tables) {
      const places = [file, ...within]
      const base = fileName(places.at(-1)!)
      let name = base
      for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base}_${n}`
      taken.add(name.toLowerCase())
      const source = { ...table, name, file: places.join(' > '), isOnly }
      named.push(parent ? { ...source, parent: parentFact(parent, named) } : source)
    }
  }
  return named
}

function parentFact(
  { tablesBefore, maxRows }: NonNullable<OpenedTable['parent']>,
  named: TableSource[],
): ParentFact {
  const { name } = named[named.length - tablesBefore]!
  return { table: name, column: PARENT_KEY, key: ROW_KEY, maxRows }
}

/** A name any file system takes, without the extensions of the formats that are read. */
function fileName(title: string): string {
  const stem = stemOf(path.posix.basename(title))
  const safe = Array.from(stem, (char) => (char < ' ' || '\\/:*?"<>|'.includes(char) ? '_' : char))
  const name = safe
    .join('')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^[. ]+|[. ]+$/g, '')
  return name || 'table'
}
