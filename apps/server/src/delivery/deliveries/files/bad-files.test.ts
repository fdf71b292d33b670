/**
 * Tests what vendors upload by mistake or on purpose: each file ends in a clear refusal or the
 * right tables, and no message quotes the data.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { ReviewedTable } from '@semblance/contract'
import type { TableInspection } from '@semblance/synth'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { customersCsv } from '../../../../testing/fixtures/delivery-fixtures.ts'
import { casesOf } from '../../../../testing/test-length.ts'
import { outcomeOf } from '../../engine/run-task.ts'
import { toReview } from '../review/review.ts'

const SECRET = 'geheim-4711'

/** Returns the outcome of a file's inspection: the reviewed tables or the reason for the refusal. */
async function inspected(name: string, content: string | Buffer) {
  const tempDir = mkdtempSync(join(tmpdir(), 'semblance-bad-'))
  try {
    const path = join(tempDir, name)
    writeFileSync(path, content)
    const outcome = await outcomeOf(
      { name: 'inspect', threads: 2, inputPaths: [path], tempDir },
      () => {},
      async () => {},
    )
    if (outcome.type === 'done') return toReview(outcome.result as TableInspection[])
    return outcome.type === 'refused' ? outcome.reason : outcome
  } finally {
    rmSync(tempDir, { recursive: true })
  }
}

async function zip(members: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, content] of Object.entries(members))
    archive.addBuffer(Buffer.from(content), name)
  archive.end()
  return await buffer(archive.outputStream)
}

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n')

/** A workbook of one sheet; a cell is a number, or what it says of itself in XML. */
const workbook = async (row: (i: number) => string, more: Record<string, string> = {}) =>
  await zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>age</t></is></c><c r="B1" t="inlineStr"><is><t>pay</t></is></c></row>${lines(150, (i) => `<row r="${i + 2}">${row(i)}</row>`)}</sheetData></worksheet>`,
    ...more,
  })

const twoCells = (i: number) =>
  `<c r="A${i + 2}"><v>${20 + (i % 40)}</v></c><c r="B${i + 2}"><v>${i * 10}</v></c>`
const withFormula = (i: number) =>
  `<c r="A${i + 2}"><v>${20 + (i % 40)}</v></c><c r="B${i + 2}"><f>A${i + 2}*10</f><v>${(20 + (i % 40)) * 10}</v></c>`

describe('is refused with the reason', () => {
  type Refused = [
    what: string,
    name: string,
    content: () => string | Buffer | Promise<Buffer>,
    reason: RegExp,
  ]
  it.each(
    casesOf<Refused>(
      [
        ['a file cut off within a row', 'a.csv', () => `${customersCsv()}31,${SECRET}`, /line 402/],
        [
          'a row that is too short',
          'a.csv',
          () => `a,b\n${lines(150, (i) => `${i},2`)}\n${SECRET}\n${lines(9, (i) => `${i},2`)}\n`,
          /line 152/,
        ],
        [
          'a zip of a file with a thousand times its size',
          'a.zip',
          () => zip({ 'a.csv': Buffer.alloc(70_000_000, '0') }),
          /archive has/,
        ],
        [
          'a zip in a zip in a zip',
          'a.zip',
          async () =>
            zip({ 'b.zip': await zip({ 'c.zip': await zip({ 'a.csv': customersCsv() }) }) }),
          /zip|archive/i,
        ],
        [
          'a zip of pictures',
          'a.zip',
          () => zip({ 'a.png': Buffer.from('89504e470d0a1a0a', 'hex') }),
          /image/,
        ],
        [
          'a table with 5,000 columns',
          'a.csv',
          () =>
            `${lines(1, () => Array.from({ length: 5000 }, (_, j) => `c${j}`).join(','))}\n${lines(120, () => Array(5000).fill(1).join(','))}\n`,
          /column/i,
        ],
        ['one row', 'a.csv', () => `a,b\n1,${SECRET}\n`, /row/i],
      ],
      [
        [
          'a gzip of a file with a thousand times its size',
          'a.csv.gz',
          () => gzipSync(Buffer.alloc(70_000_000, '0')),
          /grows/,
        ],
        [
          'a cell of 40 MB',
          'a.csv',
          () => `a,b\n${lines(150, (i) => `${i},x`)}\n1,"${SECRET.repeat(3_700_000)}"\n`,
          /./,
        ],
      ],
    ),
  )('%s', { tags: 'scaled' }, async (_, name, content, reason) => {
    const said = await inspected(name, await content())
    expect(said).toEqual(expect.stringMatching(reason))
    expect(said).not.toContain(SECRET)
    expect(String(said).length).toBeLessThan(500)
  })
})

describe('is read for what it is', () => {
  const shape = (tables: unknown) =>
    Array.isArray(tables)
      ? (tables as ReviewedTable[]).map(({ rows, columns }) => [
          rows,
          ...columns.map(({ name }) => name),
        ])
      : tables
  const table = `name;city\n${lines(150, (i) => `Zoë ${i};Malmö`)}\n`
  it.each<
    [what: string, name: string, content: () => string | Buffer | Promise<Buffer>, found: unknown[]]
  >([
    [
      'UTF-16 with a mark',
      'a.csv',
      () => Buffer.from(`\ufeff${table}`, 'utf16le'),
      [150, 'name', 'city'],
    ],
    ['Latin-1', 'a.csv', () => Buffer.from(table, 'latin1'), [150, 'name', 'city']],
    [
      'headers that come twice and one that is empty',
      'a.csv',
      () => `a,a,\n${lines(150, (i) => `${i},${i % 3},${i % 2}`)}\n`,
      [150, 'a', 'a_2', 'column_3'],
    ],
    [
      'one column',
      'a.csv',
      () => `age\n${lines(150, (i) => String(20 + (i % 50)))}\n`,
      [150, 'age'],
    ],
    ['a compressed table', 'a.csv.gz', () => gzipSync(table), [150, 'name', 'city']],
    ['a workbook', 'a.xlsx', () => workbook(twoCells), [150, 'age', 'pay']],
    [
      'a workbook with formulas, by their results',
      'a.xlsx',
      () => workbook(withFormula),
      [150, 'age', 'pay'],
    ],
    [
      'a workbook with macros, which are not looked at',
      'a.xlsx',
      () => workbook(twoCells, { 'xl/vbaProject.bin': 'Sub Auto_Open()' }),
      [150, 'age', 'pay'],
    ],
  ])('%s', async (_, name, content, found) => {
    expect(shape(await inspected(name, await content()))).toEqual([found])
  })
})
