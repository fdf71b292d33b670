import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { CFB } from '@e965/xlsx'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../rng/seeded-random.ts'
import { SynthesisError } from '../schema/synthesis-error.ts'
import { openDatabase, queryRows } from './database.ts'
import { loadTable, viewSource } from './load-table.ts'
import { openSources } from './open-sources.ts'
import { xlsxOf, zipOf } from './sources/testing.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'sources-test-'))
let workDir = ''
beforeEach(() => {
  workDir = mkdtempSync(path.join(dir, 'work-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

function write(name: string, content: string | Buffer): string {
  const filePath = path.join(dir, name)
  writeFileSync(filePath, content)
  return filePath
}

type Read = { name: string; columns: string[]; rows: (string | null)[][] }

async function read(...inputPaths: string[]): Promise<Read[]> {
  const tables: Read[] = []
  for (const source of await openSources(inputPaths, workDir)) {
    const readablePaths = [source.path]
    const database = await openDatabase({ workDir, readablePaths, threads: 1, memoryLimitMb: 128 })
    const all = [...source.columnNames.keys()]
    try {
      await viewSource(database.connection, 'raw', source, all)
      const query = `select ${all.map((j) => `c${j}`).join(', ')} from raw`
      const rows = (await queryRows(database.connection, query)) as (string | null)[][]
      tables.push({ name: source.name, columns: source.columnNames, rows })
    } finally {
      database.close()
    }
  }
  return tables
}

/** As loaded for a synthesis, with the limits on size. */
async function load(inputPath: string) {
  const [source] = await openSources([inputPath], workDir)
  const readablePaths = [source!.path]
  const database = await openDatabase({ workDir, readablePaths, threads: 1, memoryLimitMb: 128 })
  try {
    return await loadTable(database.connection, source!)
  } finally {
    database.close()
  }
}

async function refusal(promise: Promise<unknown>): Promise<SynthesisError> {
  const error = await promise.catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(SynthesisError)
  expect((error as SynthesisError).message).toMatch(/\.$/)
  return error as SynthesisError
}

const wide = (csv: string) => Buffer.from(csv, 'utf16le')

/** Each reads as the columns id, city, value and the rows 1 Rome 1.5 and 2 (missing) -2. */
const sameTable: [string, string | Buffer][] = [
  ['commas', 'id,city,value\n1,Rome,1.5\n2,,-2\n'],
  ['semicolons and decimal commas', 'id;city;value\n1;Rome;1,5\n2;;-2\n'],
  ['tabs', 'id\tcity\tvalue\n1\tRome\t1.5\n2\t\t-2'],
  ['bars', 'id|city|value\n1|Rome|1.5\n2||-2\n'],
  ['doubled bars', 'id||city||value\n1||Rome||1.5\n2||NA||-2\n'],
  ['doubled colons', 'id::city::value\n1::Rome::1.5\n2::?::-2\n'],
  ['carets', 'id^city^value\n1^Rome^1.5\n2^^-2\n'],
  ['control characters', 'id\x01city\x01value\n1\x01Rome\x011.5\n2\x01\\N\x01-2\n'],
  ['single spaces', 'id city value\n1 Rome 1.5\n2 NULL -2\n'],
  ['quotes everywhere', '"id","city","value"\n"1","Rome","1.5"\n"2","","-2"\n'],
  ['single quotes', "'id','city','value'\n'1','Rome','1.5'\n'2','','-2'\n"],
  ['spaces after commas', 'id, city, value\n1, "Rome", 1.5\n2, "n/a", -2\n'],
  ['a byte order mark', '\ufeffid,city,value\n1,Rome,1.5\n2,,-2\n'],
  ['UTF-16 with a mark', wide('\ufeffid,city,value\r\n1,Rome,1.5\r\n2,,-2\r\n')],
  ['UTF-16 without a mark', wide('id,city,value\n1,Rome,1.5\n2,,-2\n')],
  ['big-endian UTF-16', wide('\ufeffid,city,value\n1,Rome,1.5\n2,,-2\n').swap16()],
  ['CR line ends', 'id,city,value\r1,Rome,1.5\r2,,-2\r'],
  ['CRLF line ends', 'id,city,value\r\n1,Rome,1.5\r\n2,,-2\r\n'],
  ['mixed line ends', 'id,city,value\r\n1,Rome,1.5\n2,,-2\r'],
  ['blank lines', '\n\nid,city,value\n\n1,Rome,1.5\n\n2,,-2\n\n'],
  ['a separator hint', 'sep=;\nid;city;value\n1;Rome;1,5\n2;;-2\n'],
  ['titles above the header', 'Report of May\n\n# by,hand\nid,city,value\n1,Rome,1.5\n2,,-2\n'],
  ['empty cells left out', 'id,city,value\n1,Rome,1.5\n2,,-2\n'],
  ['gzip', gzipSync('id,city,value\n1,Rome,1.5\n2,,-2\n')],
  [
    'a zip archive',
    zipOf([{ name: 'x/table.csv', content: 'id,city,value\n1,Rome,1.5\n2,,-2\n' }]),
  ],
  ['a list of JSON', '[{"id":1,"city":"Rome","value":1.50},\n {"id":2,"city":null,"value":-2}]'],
  ['lines of JSON', '{"id":1,"city":"Rome","value":1.5}\n{"id":2,"value":-2}\n'],
  [
    'JSON in an object',
    '{"total":2,"ids":[1,2],"data":[{"id":1,"city":"Rome","value":1.5},{"id":2,"value":-2}]}',
  ],
  ['JSON in UTF-16', wide('\ufeff[{"id":1,"city":"Rome","value":1.5},{"id":2,"value":-2}]')],
  [
    'a workbook',
    xlsxOf(
      [
        {
          name: 'Sheet1',
          rows: '<row r="1"><c t="inlineStr"><is><t>id</t></is></c><c t="str"><v>city</v></c><c t="s"><v>0</v></c></row><row r="3"><c r="A3"><v>1</v></c><c r="B3" t="s"><v>1</v></c><c r="C3"><f>A3*1.5</f><v>1.5</v></c></row><row r="4"><c r="A4"><v>2</v></c><c r="B4" t="e"><v>#N/A</v></c><c r="C4"><v>-2</v></c></row>',
        },
      ],
      {
        strings:
          '<si><t>value</t></si><si><r><t>Ro</t></r><r><t>me</t></r><rPh><t>x</t></rPh></si>',
      },
    ),
  ],
]

test.each(sameTable)('reads the same table from %s', async (name, content) => {
  const [table] = await read(write(name, content))
  expect(table!.columns).toEqual(['id', 'city', 'value'])
  expect(table!.rows).toEqual([
    ['1', 'Rome', '1.5'],
    ['2', null, '-2'],
  ])
})

type Case = [what: string, content: string | Buffer, columns: string[], firstRow: (string | null)[]]

const cell = (ref: string, value: number, style = 0) =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`

test.each<Case>([
  [
    'no header',
    '39, State-gov\n50, Private\n38, Private\n',
    ['column_1', 'column_2'],
    ['39', 'State-gov'],
  ],
  [
    'a header one name short',
    '"date","light"\n"1","2015-02-04",4\n"2","2015-02-05",5\n',
    ['row', 'date', 'light'],
    ['1', '2015-02-04', '4'],
  ],
  ['a delimiter after every line', 'a;b\n1;2;\n3;4;\n', ['a', 'b', 'column_3'], ['1', '2', null]],
  [
    'years as names',
    'country,2019,2020,2021\nPeru,5,6,7\nMali,8,9,10\n',
    ['country', '2019', '2020', '2021'],
    ['Peru', '5', '6', '7'],
  ],
  [
    'repeated and missing names',
    'a,,a,a_2\nx,1,2,3\ny,4,5,6\n',
    ['a', 'column_2', 'a_2', 'a_2_2'],
    ['x', '1', '2', '3'],
  ],
  [
    'line breaks in names and cells',
    '"a\nb",c\r\n"x\r\ny","say ""no"", twice"\r\nz,2\r\n',
    ['a b', 'c'],
    ['x\ny', 'say "no", twice'],
  ],
  ['escaped quotes', 'a,b\n"5\\" pipe, long",2\n"x",3\n', ['a', 'b'], ['5" pipe, long', '2']],
  ['a quote within a cell', 'a,b\n5" pipe,2\nx,3\n', ['a', 'b'], ['5" pipe', '2']],
  ['apostrophes', "a,b\nO'Hara,2\n'tis,3\n", ['a', 'b'], ["O'Hara", '2']],
  ['one column', 'age\n31\n42\n', ['age'], ['31']],
  [
    'rows that end early',
    'a,b,c,d\n1,2,3\n4,5\n6,7,8,9\n1,2,"x\ny"\n',
    ['a', 'b', 'c', 'd'],
    ['1', '2', '3', null],
  ],
  [
    'Windows-1252',
    Buffer.from('name,n\nK\u00f6ln,1\nBr\u00fcgge,2\n', 'latin1'),
    ['name', 'n'],
    ['Köln', '1'],
  ],
  [
    'thousands in groups',
    'name,n\na,"1,234.50"\nb,"12,345"\nc,7\n',
    ['name', 'n'],
    ['a', '1234.50'],
  ],
  [
    'points as groups',
    'name;n;m\na;1.234,5;1.234\nb;7;5.678\n',
    ['name', 'n', 'm'],
    ['a', '1234.5', '1.234'],
  ],
  [
    'currencies and percent',
    'name,n,p\na,"$1,200",4.5 %\nb,-$30,7%\n',
    ['name', 'n', 'p'],
    ['a', '1200', '4.5'],
  ],
  ['versions, which are no numbers', 'v,n\n1.2.3,1\n4.5.6,2\n', ['v', 'n'], ['1.2.3', '1']],
  [
    'nested JSON',
    '[{"a":{"b":1,"c":{"d":"x"}},"tags":["p",null,"q"],"big":12345678901234567890,"ok":true},{"a.b":2,"é":null}]',
    ['a.b', 'a.c.d', 'tags', 'big', 'ok', 'a.b_2', 'é'],
    ['1', 'x', 'p;q', '12345678901234567890', 'true', null, null],
  ],
  [
    'JSON with brackets in its texts',
    '[{"a":"]}\\"[{","b":1},\n{"a":"","b":2}]',
    ['a', 'b'],
    [']}"[{', '1'],
  ],
  ['an empty record of JSON', '[{},{"a":1,"b":2}]', ['a', 'b'], [null, null]],
  [
    'a workbook with a title, dates and gaps',
    xlsxOf(
      [
        {
          name: 'Sales',
          rows: `<row r="2"><c r="C2" t="str"><v>Sales of May</v></c></row><row r="4">${['day', 'at', 'hour', 'paid'].map((name, j) => `<c r="${'CDEF'[j]}4" t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row><row r="5">${cell('C5', 43831, 1)}${cell('D5', 43831.75, 2)}${cell('E5', 0.5, 3)}<c r="F5" t="b"><v>1</v></c></row><row r="6">${cell('C6', 59, 1)}${cell('E6', 0.25, 3)}</row>`,
        },
      ],
      {
        styles:
          '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d/m/yyyy\\ h:mm;@"/><numFmt numFmtId="165" formatCode="0.0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="165"/></cellXfs>',
      },
    ),
    ['column_1', 'column_2', 'day', 'at', 'hour', 'paid'],
    [null, null, '2020-01-01', '2020-01-01 18:00:00', '12:00:00', 'true'],
  ],
  [
    'a workbook that counts from 1904',
    xlsxOf(
      [
        {
          name: 'a',
          rows: `<row><c t="str"><v>on</v></c><c t="str"><v>n</v></c></row><row>${cell('A2', 1, 1)}${cell('B2', 0.30000000000000004)}</row>`,
        },
      ],
      { is1904: true, styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="15"/></cellXfs>' },
    ),
    ['on', 'n'],
    ['1904-01-02', '0.3'],
  ],
])('understands %s', async (name, content, columns, firstRow) => {
  const [table] = await read(write(name, content))
  expect(table!.columns).toEqual(columns)
  expect(table!.rows[0]).toEqual(firstRow)
})

test('an old Excel workbook reads as its own CSV does', async () => {
  const [table] = await read(new URL('../../testdata/titanic3.xls', import.meta.url).pathname)
  expect(table!.name).toBe('titanic3')
  expect(table!.columns).toEqual(
    'pclass survived name sex age sibsp parch ticket fare cabin embarked boat body home.dest'.split(
      ' ',
    ),
  )
  expect(table!.rows).toHaveLength(1309)
  expect(table!.rows[1]).toEqual([
    '1',
    '1',
    'Allison, Master. Hudson Trevor',
    'male',
    '0.9167',
    '1',
    '2',
    '113781',
    '151.55',
    'C22 C26',
    'S',
    '11',
    null,
    'Montreal, PQ / Chesterville, ON',
  ])
})

test('a Parquet file keeps its types as text, its structs as columns', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const file = path.join(dir, 'types [1].parquet')
  await connection.run(
    `copy (select 1 as id, {'b': 2.50::decimal(4,2), 'C c': date '2020-01-02'} as a, timestamp '2020-01-02 03:04:05.678' as t, ['x','y'] as tags, true as ok, null::double as missing, 1e-7::double as tiny) to '${file}' (format parquet)`,
  )
  connection.closeSync()
  const [table] = await read(file)
  expect(table!.columns).toEqual(['id', 'a.b', 'a.C c', 't', 'tags', 'ok', 'missing', 'tiny'])
  expect(table!.rows).toEqual([
    ['1', '2.50', '2020-01-02', '2020-01-02 03:04:05', 'x;y', 'true', null, '1e-07'],
  ])
})

test('several tables come from archives, workbooks, objects and files, each with a name of its own', async () => {
  const csv = 'a,b\n1,2\n3,4\n'
  const sheet =
    '<row><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row>'
  const book = xlsxOf([
    { name: 'People', rows: sheet },
    { name: 'Empty', rows: '' },
    { name: 'Secret', rows: sheet, state: 'hidden' },
    { name: 'b: c', rows: sheet },
  ])
  const archive = zipOf([
    { name: 'data/', content: '' },
    { name: 'data/people.csv', content: csv },
    { name: '__MACOSX/data/._people.csv', content: 'x' },
    { name: 'data/.DS_Store', content: 'x' },
    { name: 'book.xlsx', content: book },
  ])
  const json = '{"people":[{"a":1,"b":2}],"visits":[{"a":1,"b":2}]}'
  const tables = await read(
    write('all.zip', archive),
    write('all.json', json),
    write('People.CSV', csv),
  )
  expect(tables.map(({ name }) => name)).toEqual([
    'people',
    'People_2',
    'b_ c',
    'people_3',
    'visits',
    'People_4',
  ])
  for (const { columns, rows } of tables) {
    expect(columns).toEqual(['a', 'b'])
    expect(rows[0]).toEqual(['1', '2'])
  }
})

/** As Excel saves a workbook with a password: what is encrypted in an old kind of container. */
function encryptedWorkbook(): Buffer {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from('0400040040000000', 'hex'))
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(64))
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array)
}

const rows = (count: number, row: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${row(i)}\n`).join('')
const pairs = rows(150, (i) => `${i % 7},${i % 3}`)

test.each<[code: string, what: string, content: string | Buffer, place?: object]>([
  ['not_a_table', 'an empty file', ''],
  ['not_a_table', 'white space', ' \n \n'],
  ['not_a_table', 'a web page', '<!DOCTYPE html><html><body>a,b</body></html>'],
  ['not_a_table', 'a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['not_a_table', 'a NUL byte', `a,b\n${pairs}4,\0\n`, { line: 152 }],
  [
    'not_a_table',
    'prose',
    'Dear all,\nplease find, as agreed, the data.\nBest\nAnn, Bob, and Eve\n',
  ],
  [
    'not_a_table',
    'sentences',
    'It was the best of times, it was the worst of times.\nIt was the age of wisdom.\nAnd so, on, and on.\n',
  ],
  ['no_rows', 'a header alone', 'age,city,income\n'],
  ['no_rows', 'a name alone', 'age\n'],
  ['truncated', 'a last row cut off', `a,b\n${pairs}4`, { line: 152 }],
  ['truncated', 'a quote left open', `a,b\n${pairs}4,"never closed`, { line: 152 }],
  ['uneven_rows', 'a short row', `a,b\n${pairs}secret\n${pairs}`, { line: 152 }],
  ['uneven_rows', 'a long row', `a,b\n${pairs}1,2,secret\n${pairs}`, { line: 152 }],
  [
    'too_large',
    'a giant cell',
    `a,b\n${pairs}1,${'secret'.repeat(200_000)}\n${pairs}`,
    { line: 152 },
  ],
  ['too_many_columns', '5,000 columns', rows(3, () => Array(5000).fill('1').join(','))],
  ['too_few_rows', 'one row', 'a,b\n1,2\n'],
  ['too_few_rows', '99 rows', `a,b\n${rows(99, (i) => `${i},1`)}`],
  ['no_rows', 'columns without name or value', `a,b\n`],
  ['not_a_table', 'a broken archive', Buffer.from('504b030414000600', 'hex')],
  ['no_rows', 'an archive without files', zipOf([])],
  [
    'not_a_table',
    'an archive in an archive',
    zipOf([{ name: 'a.zip', content: zipOf([{ name: 'a.csv', content: 'a' }]) }]),
  ],
  ['not_a_table', 'an archive that climbs out', zipOf([{ name: '../a.csv', content: pairs }])],
  [
    'encrypted',
    'an encrypted archive',
    zipOf([{ name: 'a.csv', content: pairs, isEncrypted: true }]),
  ],
  [
    'too_large',
    'an archive that claims 1 GB',
    zipOf([{ name: 'a.csv', content: pairs, claimedBytes: 2 ** 30 }]),
  ],
  [
    'not_a_table',
    'an archive that says less than it holds',
    zipOf([{ name: 'a.csv', content: pairs, claimedBytes: 10 }]),
  ],
  [
    'too_large',
    'an archive of 101 files',
    zipOf(Array.from({ length: 101 }, (_, i) => ({ name: `${i}.csv`, content: pairs }))),
  ],
  [
    'not_a_table',
    'a text document',
    zipOf([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', content: '<x/>' },
    ]),
  ],
  [
    'no_rows',
    'a workbook of hidden and empty sheets',
    xlsxOf([
      { name: 'a', rows: '' },
      { name: 'b', rows: '<row><c><v>1</v></c></row>', state: 'hidden' },
    ]),
  ],
  [
    'too_many_columns',
    'a sheet with a cell far to the right',
    xlsxOf([{ name: 'a', rows: '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>' }]),
  ],
  [
    'not_a_table',
    'a workbook of broken XML',
    xlsxOf([{ name: 'a', rows: '<row><c><v>1</c></row>' }]),
  ],
  [
    'not_a_table',
    'a workbook with an entity of its own',
    xlsxOf([{ name: 'a', rows: '<row><c t="str"><v>&secret;</v></c></row>' }]),
  ],
  [
    'not_a_table',
    'half an old workbook',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
  ],
  ['encrypted', 'an encrypted workbook', encryptedWorkbook()],
  ['no_rows', 'an empty list of JSON', '[]'],
  ['too_few_rows', 'an object without records', '{"a":1,"b":[1,2]}'],
  ['not_a_table', 'a list of values', '[1,\n 2]', { line: 1, column: 2 }],
  ['not_a_table', 'a list of lists', '[[1,2],[3,4]]', { line: 1, column: 2 }],
  ['not_a_table', 'broken JSON', '[{"a":1},\n  {"a":"secret",}]', { line: 2, column: 17 }],
  ['not_a_table', 'JSON with a wrong bracket', '[{"a":[1}]', { line: 1, column: 9 }],
  ['not_a_table', 'JSON nested deeply', `[{"a":${'['.repeat(100_000)}`],
  [
    'not_a_table',
    'lists of records within records',
    '[{"a":1},\n{"a":[{"secret":1}]}]',
    { line: 2 },
  ],
  ['truncated', 'JSON cut off', '[{"a":1},\n{"a":', { line: 2 }],
  [
    'too_many_columns',
    'keys as names',
    `[${Array.from({ length: 1100 }, (_, i) => `{"k${i}":1}`).join(',')}]`,
  ],
  ['not_a_table', 'a broken Parquet file', Buffer.from('PAR1 secret, secret PAR1')],
])('refuses as %s: %s', async (code, what, content, place = {}) => {
  const error = await refusal(load(write('input', content)))
  expect(error.code, what).toBe(code)
  expect(error).toMatchObject({ file: expect.stringMatching(/^input/), ...place })
  expect(error.message).toMatch(/^([a-z]+\.[a-z]+: )?[A-Z]/)
  expect(error.message).not.toContain('secret')
  if (error.line) expect(error.message).toContain(`line ${error.line}`)
})

test('a refusal names the member, the sheet or the file among others', async () => {
  const archive = zipOf([
    { name: 'good.csv', content: `a,b\n${pairs}` },
    { name: 'bad.json', content: '[{"a":1},\n[]]' },
  ])
  const inArchive = await refusal(openSources([write('all.zip', archive)], workDir))
  expect(inArchive).toMatchObject({ file: 'all.zip > bad.json', line: 2, column: 1 })
  expect(inArchive.message).toMatch(/^bad\.json: /)
  const [, short] = await openSources(
    [write('a.csv', `a,b\n${pairs}`), write('b.csv', `a,b\n${pairs}`)],
    mkdtempSync(path.join(dir, 'work-')),
  )
  expect(short).toMatchObject({ name: 'b', file: 'b.csv', isOnly: false })
})

test.each<[string, string, number, number]>([
  ['one column', `age\n${rows(120, (i) => String(20 + (i % 50)))}`, 120, 1],
  ['columns that are all missing', `a,b\n${rows(120, () => ',?')}`, 120, 2],
  ['columns without name or value', `a,b,,\n${rows(120, (i) => `${i},${i % 2},,`)}`, 120, 2],
  ['200 columns', rows(101, (i) => Array(200).fill(String(i)).join(',')), 101, 200],
])('loads %s', async (name, csv, rowCount, columnCount) => {
  const table = await load(write(name, csv))
  expect(table.rowCount).toBe(rowCount)
  expect(table.columnNames).toHaveLength(columnCount)
})

test('a missing value keeps the spelling it mostly has', async () => {
  const csv = `a,b,c\n${rows(120, (i) => `${i},${i % 2 ? 'NULL' : i},${i % 3 ? '' : 'x'}`)}`
  expect((await load(write('nulls.csv', csv))).nullTokens).toEqual(['', 'NULL', ''])
})

test('reading stops when its caller gives up', async () => {
  const signal = AbortSignal.abort()
  const promise = openSources([write('abort.csv', `a,b\n${pairs}`)], workDir, signal)
  await expect(promise).rejects.toMatchObject({ code: 'aborted' })
})

test('a damaged file is read or refused in words, never worse', async () => {
  const random = seededRandom(5)
  const below = (bound: number) => random.nextUint32() % bound
  for (let i = 0; i < 2 * sameTable.length; i++) {
    const whole = Buffer.from(sameTable[i % sameTable.length]![1])
    const damaged = Buffer.from(whole.subarray(0, below(3) ? whole.length : below(whole.length)))
    for (let n = below(4); n > 0 && damaged.length > 0; n--)
      damaged[below(damaged.length)] = below(256)
    const work = mkdtempSync(path.join(dir, 'work-'))
    const error = await openSources([write('damaged', damaged)], work).catch((cause) => cause)
    rmSync(work, { recursive: true })
    if (error instanceof Error) {
      const bytes = damaged.toString('base64')
      expect(error, bytes).toBeInstanceOf(SynthesisError)
      expect(error.message, bytes).not.toContain('Rome')
    }
  }
})
