import { CFB } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readAlike, readSources, refuses, understands } from '../../../testing/read-sources.ts'
import { xlsxOf } from '../../../testing/source-fixtures.ts'

const cell = (ref: string, value: number, style = 0) =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`

readAlike([
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
])

understands([
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
])

test('an old Excel workbook reads as its own CSV does', async () => {
  const [table] = await readSources(
    new URL('../../../testdata/titanic3.xls', import.meta.url).pathname,
  )
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

/**
 * Builds a workbook as Excel saves it with a password: encrypted parts in an old kind of container.
 */
function encryptedWorkbook(): Buffer {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from('0400040040000000', 'hex'))
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(64))
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array)
}

refuses([
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
])
