/** Reads a list of sanctions as OFAC (SDN.CSV, ALT.CSV) and the European Union (consolidated list) publish it. */
import { pipeline } from 'node:stream'
import { parse } from 'csv-parse'
import { wordsOf } from './names.ts'

export type ListedName = { entry: string; name: string; words: string }
export type ReadList = {
  publisher: 'ofac' | 'eu'
  /** The day that the list itself states; null where it states none. */
  statedDate: string | null
  names: ListedName[]
}

/** Returns the names of a file, read row by row; throws an Error that says what is wrong with any other file. */
export async function readSanctionsList(texts: AsyncIterable<string>): Promise<ReadList> {
  const { isEu, rest } = await lookAhead(texts)
  const list = isEu ? await readEu(rest) : await readOfac(rest)
  if (list.names.length === 0) throw new Error('it has no names')
  return list
}

const HEAD_CHARACTERS = 2000

/** Finds the publisher by the beginning, and returns all texts again. */
async function lookAhead(texts: AsyncIterable<string>) {
  const pieces = texts[Symbol.asyncIterator]()
  let head = ''
  while (head.length < HEAD_CHARACTERS) {
    const { value, done } = await pieces.next()
    if (done) break
    head += value
  }
  const isEu = head.slice(0, HEAD_CHARACTERS).includes('NameAlias_WholeName')
  async function* all() {
    yield head
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next())
      yield piece.value
  }
  return { isEu, rest: all() }
}

/** Leaves an error to the loop over the rows, which throws it. */
const whenRead = () => {}

async function readEu(texts: AsyncIterable<string>): Promise<ReadList> {
  const rows: AsyncIterable<Record<string, string>> = pipeline(
    texts,
    parse({
      bom: true,
      columns: true,
      delimiter: ';',
      relax_column_count: true,
      relax_quotes: true,
    }),
    whenRead,
  )
  const names: ListedName[] = []
  let statedDate: string | null = null
  for await (const row of rows) {
    const [day, month, year] = (row.fileGenerationDate ?? '').split('/')
    if (year) statedDate ??= `${year}-${month}-${day}`
    names.push(...named(row.Entity_LogicalId ?? '', row.NameAlias_WholeName ?? ''))
  }
  return { publisher: 'eu', statedDate, names }
}

/** Has no header: number, name and more in SDN.CSV; number, number of the alias, kind, name in ALT.CSV. */
async function readOfac(texts: AsyncIterable<string>): Promise<ReadList> {
  const rows: AsyncIterable<string[]> = pipeline(
    withoutEndMark(texts),
    parse({ bom: true, relax_column_count: true, relax_quotes: true, trim: true }),
    whenRead,
  )
  const known: { entry: string; second: string; fourth: string }[] = []
  for await (const [entry = '', second = '', , fourth = ''] of rows)
    if (/^\d+$/.test(entry)) known.push({ entry, second, fourth })
  if (known.length === 0) throw new Error('it is no list of OFAC or of the European Union')
  const isAliases = known.every(({ second }) => /^\d+$/.test(second))
  const names = known.flatMap(({ entry, second, fourth }) =>
    named(entry, isAliases ? fourth : second),
  )
  return { publisher: 'ofac', statedDate: null, names }
}

/** Takes out the end-of-file mark of old systems, with which the files end. */
async function* withoutEndMark(texts: AsyncIterable<string>) {
  for await (const text of texts) yield text.replaceAll('\u001a', '')
}

function named(entry: string, name: string): ListedName[] {
  const words = name === '-0-' ? '' : wordsOf(name)
  return words === '' ? [] : [{ entry, name, words }]
}
