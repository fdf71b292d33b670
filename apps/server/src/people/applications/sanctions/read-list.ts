/** Reads a list of sanctions as OFAC (SDN.CSV, ALT.CSV) and the European Union (consolidated list) publish it. */
import { parse } from 'csv-parse/sync'
import { wordsOf } from './names.ts'

export type ListedName = { entry: string; name: string; words: string }
export type ReadList = {
  publisher: 'ofac' | 'eu'
  /** The day that the list itself states; null where it states none. */
  statedDate: string | null
  names: ListedName[]
}

/** Returns the names of a file; throws an Error that says what is wrong with any other file. */
export function readSanctionsList(text: string): ReadList {
  const isEu = text.slice(0, 2000).includes('NameAlias_WholeName')
  const list = isEu ? readEu(text) : readOfac(text)
  if (list.names.length === 0) throw new Error('it has no names')
  return list
}

function readEu(text: string): ReadList {
  const rows: Record<string, string>[] = parse(text, {
    bom: true,
    columns: true,
    delimiter: ';',
    relax_column_count: true,
    relax_quotes: true,
  })
  const names = rows.flatMap((row) =>
    named(row.Entity_LogicalId ?? '', row.NameAlias_WholeName ?? ''),
  )
  const [day, month, year] = (rows[0]?.fileGenerationDate ?? '').split('/')
  return { publisher: 'eu', statedDate: year ? `${year}-${month}-${day}` : null, names }
}

/** Has no header: number, name and more in SDN.CSV; number, number of the alias, kind, name in ALT.CSV. */
function readOfac(text: string): ReadList {
  // The files end with the end-of-file mark of old systems.
  const rows: string[][] = parse(text.replaceAll('\u001a', ''), {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
  })
  const known = rows.filter(([number = '']) => /^\d+$/.test(number))
  if (known.length === 0) throw new Error('it is no list of OFAC or of the European Union')
  const isAliases = known.every(([, second = '']) => /^\d+$/.test(second))
  const names = known.flatMap((row) => named(row[0] ?? '', row[isAliases ? 3 : 1] ?? ''))
  return { publisher: 'ofac', statedDate: null, names }
}

function named(entry: string, name: string): ListedName[] {
  const words = name === '-0-' ? '' : wordsOf(name)
  return words === '' ? [] : [{ entry, name, words }]
}
