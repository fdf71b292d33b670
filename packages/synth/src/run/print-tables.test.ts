/** Tests what the rows of a table are known again by: the same rows in any order and format, and nothing else. */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { convertTable } from './convert-table.ts'
import { inspectTables } from './inspect-tables.ts'
import { printTables } from './print-tables.ts'

const tempDir = mkdtempSync(path.join(tmpdir(), 'print-'))
afterAll(() => rmSync(tempDir, { recursive: true }))

const key = Buffer.alloc(32, 7)
const names = ['id', 'city', 'income', 'share', 'member', 'joined', 'seen']

type Row = Record<string, string>

const rows: Row[] = Array.from({ length: 300 }, (_, i) => ({
  id: String(900_719_925_474 + i),
  city: ['Köln', 'São Paulo', 'Oslo, north', ''][i % 4]!,
  income: `${20_000 + ((i * 7919) % 9000)}.50`,
  share: String((i * 37) / 300),
  member: String(i % 2 === 0),
  joined: `2024-0${1 + (i % 9)}-${10 + (i % 18)}`,
  seen: `2024-03-${10 + (i % 18)} 10:${10 + (i % 50)}:07`,
}))

let written = 0
function write(name: string, content: string | Buffer): string {
  written += 1
  const file = path.join(mkdtempSync(path.join(tempDir, `${written}-`)), name)
  writeFileSync(file, content)
  return file
}

function csv(of: Row[], columns = names, delimiter = ','): string {
  const quote = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell)
  const lines = of.map((row) => columns.map((name) => quote(row[name]!)).join(delimiter))
  return `${[columns.join(delimiter), ...lines].join('\n')}\n`
}

async function print(content: string | Buffer, name = 'table.csv') {
  const prints = await printTables([write(name, content)], { tempDir, key })
  return prints[0]!
}

const printed = print(csv(rows))

test('the rows print is the sum of an HMAC over each row, as any library computes it', async () => {
  const few = Array.from({ length: 120 }, (_, i) => ({ b: `b${i}`, a: String(i) }))
  const sum = few.reduce((total, { a, b }) => {
    const message = `["a","b"]${a.length}:${a}${b.length}:${b}`
    const hash = createHmac('sha256', key).update(message).digest('hex')
    return total + BigInt(`0x${hash.slice(0, 32)}`)
  }, 0n)
  const { rows, rowCount, distinctRows, sketch } = await print(csv(few, ['b', 'a']))
  expect(rows).toBe(BigInt.asUintN(128, sum).toString(16).padStart(32, '0'))
  expect([rowCount, distinctRows, sketch.length]).toEqual([120, 120, 120])
  expect(sketch).toEqual(sketch.toSorted())
})

test('rows and columns in another order are the same rows', async () => {
  const before = await printed
  expect(await print(csv(rows.toReversed(), names.toReversed()))).toEqual(before)
})

test('the same rows re-encoded, compressed, renamed, and as Excel, JSON and Parquet are the same rows', {
  tags: 'long',
}, async () => {
  const before = await printed
  expect(await print(csv(rows, names, ';'), 'other.csv')).toEqual(before)
  expect(await print(Buffer.from(`\ufeff${csv(rows, names, ';')}`, 'utf16le'))).toEqual(before)
  expect(await print(gzipSync(csv(rows)), 'table.csv.gz')).toEqual(before)
  const spaced = rows.map((row) => ({ ...row, city: ` ${row.city!} ` }))
  expect(await print(csv(spaced))).toEqual(before)
  expect(await print(JSON.stringify(rows), 'table.json')).toEqual(before)
  for (const format of ['parquet', 'xlsx', 'json'] as const) {
    const outputPath = path.join(mkdtempSync(path.join(tempDir, 'out-')), `table.${format}`)
    await convertTable({
      inputPath: write('table.csv', csv(rows)),
      outputs: [{ format, path: outputPath }],
      tempDir,
    })
    const [converted] = await printTables([outputPath], { tempDir, key })
    expect(converted, format).toEqual(before)
  }
})

test('numbers in another spelling are the same numbers', async () => {
  const german = rows.map((row) => ({
    ...row,
    income: row.income!.replace('.50', ',5').replace(/^(\d\d)/, '$1.'),
    share: row.share!.replace('.', ','),
  }))
  expect((await print(csv(german, names, ';'))).rows).toBe((await printed).rows)
})

test('one other value, one row more, one column more, another name or another key are other rows', async () => {
  const before = await printed
  const [first, ...rest] = rows
  const changed = [
    csv([{ ...first!, income: '1.5' }, ...rest]),
    csv([...rows, first!]),
    csv(
      rows.map((row) => ({ ...row, extra: '1' })),
      [...names, 'extra'],
    ),
    csv(rows).replace('income', 'salary'),
  ]
  for (const content of changed) expect((await print(content)).rows).not.toBe(before.rows)
  const file = write('table.csv', csv(rows))
  const [other] = await printTables([file], { tempDir, key: Buffer.alloc(32, 8) })
  expect(other!.rows).not.toBe(before.rows)
  expect(other!.sketch.filter((hash) => before.sketch.includes(hash))).toEqual([])
})

test('values moved from one cell to the next are other rows', async () => {
  const table = (a: string, b: string) =>
    csv(
      Array.from({ length: 100 }, (_, i) => ({ a: `${a}${i}`, b: `${i}${b}` })),
      ['a', 'b'],
    )
  expect((await print(table('x1:', 'y'))).rows).not.toBe((await print(table('x', '1:y'))).rows)
})

test('a table of few distinct rows has no sketch, and says how few they are', async () => {
  const repeated = Array.from({ length: 6000 }, (_, i) => ({ a: String(i % 3), b: String(i % 4) }))
  const found = await print(csv(repeated, ['a', 'b']))
  expect(found.sketch).toEqual([])
  expect(found.distinctRows).toBeLessThan(1000)
})

test('a large table keeps the least hashes of all its rows, however often some of them occur', {
  tags: 'long',
}, async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({
    a: i % 5 < 2 ? 'often' : String(i),
    b: i % 5 < 2 ? '1' : String(i % 7),
  }))
  const { sketch, distinctRows } = await print(csv(many, ['a', 'b']))
  const hashes = many.map(({ a, b }) => {
    const message = `["a","b"]${a.length}:${a}${b.length}:${b}`
    return createHmac('sha256', key).update(message).digest('hex').slice(32, 48)
  })
  expect(sketch).toEqual([...new Set(hashes)].toSorted().slice(0, 1024))
  expect(Math.abs(distinctRows - 6001) / 6001).toBeLessThan(0.1)
})

test('lists within records are the same rows whatever the order of the records', {
  tags: 'long',
}, async () => {
  const record = (i: number) => ({ name: `n${i}`, orders: [{ sku: `s${i}` }, { sku: `t${i}` }] })
  const records = Array.from({ length: 200 }, (_, i) => record(i))
  const printOf = (of: object[]) =>
    printTables([write('people.json', JSON.stringify(of))], { tempDir, key })
  const before = await printOf(records)
  expect(before.map(({ rowCount }) => rowCount)).toEqual([200, 400])
  expect(await printOf(records.toReversed())).toEqual(before)
})

test('an inspection prints the same when it is given the key, and nothing without', {
  tags: 'long',
}, async () => {
  const file = write('table.csv', csv(rows))
  const [inspected] = await inspectTables([file], { tempDir, printKey: key })
  expect(inspected!.print).toEqual(await printed)
  const [unprinted] = await inspectTables([file], { tempDir })
  expect(unprinted).not.toHaveProperty('print')
})
