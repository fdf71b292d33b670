import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  lines,
  loadSource,
  pairs,
  readAlike,
  refuses,
  understands,
  write,
} from '../../../testing/read-sources.ts'

const wide = (csv: string) => Buffer.from(csv, 'utf16le')

readAlike([
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
])

understands([
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
])

refuses([
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
  [
    'too_large',
    'a giant cell in quotes, with line breaks',
    `a,b\n${pairs}1,"${'a secret\n'.repeat(4_000_000)}"\n${pairs}`,
    { line: 152 },
  ],
  [
    'truncated',
    'a quote left open before much more',
    `a,b\n${pairs}4,"never closed\n${'5,secret\n'.repeat(200_000)}`,
    { line: 152 },
  ],
  ['too_many_columns', '5,000 columns', lines(3, () => Array(5000).fill('1').join(','))],
  ['too_few_rows', 'one row', 'a,b\n1,2\n'],
  ['too_few_rows', '99 rows', `a,b\n${lines(99, (i) => `${i},1`)}`],
  ['no_rows', 'columns without name or value', `a,b\n`],
])

test.each<[string, string, number, number]>([
  ['one column', `age\n${lines(120, (i) => String(20 + (i % 50)))}`, 120, 1],
  ['columns that are all missing', `a,b\n${lines(120, () => ',?')}`, 120, 2],
  ['columns without name or value', `a,b,,\n${lines(120, (i) => `${i},${i % 2},,`)}`, 120, 2],
  ['200 columns', lines(101, (i) => Array(200).fill(String(i)).join(',')), 101, 200],
])('loads %s', async (name, csv, rowCount, columnCount) => {
  const table = await loadSource(write(name, csv))
  expect(table.rowCount).toBe(rowCount)
  expect(table.columnNames).toHaveLength(columnCount)
})

test('a missing value keeps the spelling it mostly has', async () => {
  const csv = `a,b,c\n${lines(120, (i) => `${i},${i % 2 ? 'NULL' : i},${i % 3 ? '' : 'x'}`)}`
  expect((await loadSource(write('nulls.csv', csv))).nullTokens).toEqual(['', 'NULL', ''])
})
