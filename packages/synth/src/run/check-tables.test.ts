import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { ColumnRule, TableRule, TableRules } from '../schema/rules/table-rules.ts'
import { checkTables } from './check-tables.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'check-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

let files = 0
function write(text: string): string {
  const file = path.join(dir, `table-${files++}.csv`)
  writeFileSync(file, text)
  return file
}

const never = { operator: 'mustBe', value: 0, unit: 'rows' } as const
type Bare<Rule> = Rule extends unknown
  ? Omit<Rule, 'limit'> & Partial<Pick<ColumnRule, 'limit'>>
  : never

/** One column, one rule or several; how many cells break each, and whether that passes. */
async function count(cells: string[], rules: Bare<ColumnRule>[]) {
  const text = `value\n${cells.map((cell) => (cell === '' ? '""' : cell)).join('\n')}\n`
  const asked: TableRules = {
    name: 'asked',
    names: ['asked'],
    columns: [
      {
        name: 'value',
        names: ['value'],
        rules: rules.map((rule) => ({ limit: never, ...rule }) as ColumnRule),
      },
    ],
    rules: [],
  }
  const tables = [{ name: 'twin', path: write(text) }]
  const [table] = await checkTables({ tables, rules: [asked], tempDir: dir })
  return table!.columns[0]!.rules.map(({ count, pass }) => [count, pass])
}

const type = (name: Extract<ColumnRule, { check: 'type' }>['type'], format: string | null = null) =>
  ({ check: 'type', type: name, format }) as const

test.each<[string, string[], Bare<ColumnRule>[], number]>([
  ['a fraction is no integer', ['1', '-2', '3.5', 'NA'], [type('integer')], 1],
  ['a word is no number', ['1.5', '.5', '1e3', 'many'], [type('number')], 1],
  ['a word is no truth value', ['yes', 'No', '1', 'perhaps'], [type('boolean')], 1],
  ['a day that is none is no date', ['2026-02-28', '2026-02-30', ''], [type('date')], 1],
  ['a date is read in its format', ['28.02.2026', '2026-02-28'], [type('date', '%d.%m.%Y')], 1],
  ['a moment needs its digits', ['2026-02-28T08:00:00Z', '2026-02-28 8h'], [type('timestamp')], 1],
  ['an hour that is none is no time', ['08:30', '23:59:59', '25:00'], [type('time')], 1],
  ['anything is a string', ['a', '1', ''], [type('string')], 0],
  [
    'signs of missing values are missing',
    ['1', '', 'NA', 'null'],
    [{ check: 'missing', texts: [] }],
    3,
  ],
  ['other signs may be named', ['1', 'unknown'], [{ check: 'missing', texts: ['unknown'] }], 1],
  [
    'a value that comes three times has two duplicates',
    ['a', 'a', 'a', 'b', ''],
    [{ check: 'duplicates' }],
    2,
  ],
])('%s', async (_, cells, rules, broken) => {
  expect((await count(cells, rules))[0]).toEqual([broken, broken === 0])
})

test.each([
  ['minimum', 1],
  ['exclusiveMinimum', 2],
  ['maximum', 1],
  ['exclusiveMaximum', 2],
] as const)('%s of numbers and of dates', async (bound, broken) => {
  const numbers = await count(
    ['9', '10', '11', 'x', ''],
    [type('integer'), { check: 'bound', bound, value: 10 }],
  )
  expect(numbers[1]).toEqual([broken, false])
  const days = ['2026-01-09', '2026-01-10', '2026-01-11']
  const dates = await count(days, [type('date'), { check: 'bound', bound, value: '2026-01-10' }])
  expect(dates[1]).toEqual([broken, false])
})

test('multiples, lengths, patterns, formats and lists of values', async () => {
  expect(await count(['0.3', '0.35'], [type('number'), { check: 'multiple', of: 0.1 }])).toEqual([
    [0, true],
    [1, false],
  ])
  const texts: Bare<ColumnRule>[] = [
    { check: 'length', bound: 'minLength', value: 2 },
    { check: 'length', bound: 'maxLength', value: 3 },
    { check: 'invalid', values: null, pattern: '^[a-zé]+$' },
    { check: 'invalid', values: ['ab', 'abé'], pattern: null },
  ]
  expect(await count(['ab', 'abé', 'é', 'abcd', 'A'], texts)).toEqual([
    [2, false],
    [1, false],
    [1, false],
    [3, false],
  ])
})

test.each([
  ['email', 'a@b.test', 'a@b'],
  ['uuid', '01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d'],
  ['uri', 'https://semblance.test/a', 'semblance.test'],
  ['hostname', 'data.semblance.test', 'data_1'],
  ['ipv4', '10.0.0.255', '10.0.0.256'],
  ['ipv6', '2001:db8::1', '2001.db8'],
])('%s has its shape', async (format, good, bad) => {
  expect(await count([good, bad], [{ check: 'format', format }])).toEqual([[1, false]])
})

test('a text that stands for nothing elsewhere is a value where it is listed as one', async () => {
  const rules: Bare<ColumnRule>[] = [
    { check: 'missing', texts: [] },
    { check: 'invalid', values: ['None', 'Some'], pattern: null },
  ]
  expect(await count(['None', 'Some', ''], rules)).toEqual([
    [1, false],
    [0, true],
  ])
})

test('some exceptions may be allowed, as rows or as a share of them', async () => {
  const missing = (limit: ColumnRule['limit']) => ({ check: 'missing' as const, texts: [], limit })
  const found = await count(
    ['1', '2', '3', ''],
    [
      missing({ operator: 'mustBeLessThan', value: 2, unit: 'rows' }),
      missing({ operator: 'mustBeLessOrEqualTo', value: 25, unit: 'percent' }),
      missing({ operator: 'mustBeBetween', value: [2, 3], unit: 'rows' }),
    ],
  )
  expect(found.map(([, pass]) => pass)).toEqual([true, true, false])
})

const table = (name: string, columns: string[], rules: TableRule[] = []): TableRules => ({
  name,
  names: [name],
  columns: columns.map((column) => ({ name: column, names: [column], rules: [] })),
  rules,
})

test('keys of several columns, row counts, and columns and tables that are not there', async () => {
  const tables = [
    { name: 'visits', path: write('"the shop",day\nA,1\nA,1\nA,2\n,2\n,2\n') },
    { name: 'shops', path: write('shop\nA\n') },
  ]
  const rules: TableRule[] = [
    { check: 'duplicates', columns: ['the shop', 'day'], limit: never },
    { check: 'rows', limit: { operator: 'mustBeGreaterThan', value: 4, unit: 'rows' } },
  ]
  const asked = [table('visits', ['the shop', 'day', 'till'], rules), table('tills', ['till'])]
  const [visits, tills] = await checkTables({ tables, rules: asked, tempDir: dir })
  expect(visits!.rules.map(({ count, pass }) => [count, pass])).toEqual([
    [1, false],
    [5, true],
  ])
  expect(visits!.columns.map(({ isThere }) => isThere)).toEqual([true, true, false])
  expect(tills).toMatchObject({ isThere: false, columns: [{ name: 'till', isThere: false }] })
})

test('nothing is left behind, and nothing but figures comes back', async () => {
  const secret = 'Zebrafish'
  const tables = [{ name: 'a', path: write(`value\n${secret}\n`) }]
  const asked = {
    ...table('a', []),
    columns: [{ name: 'value', names: ['value'], rules: [{ ...type('integer'), limit: never }] }],
  }
  const findings = await checkTables({ tables, rules: [asked], tempDir: dir })
  expect(JSON.stringify(findings)).not.toContain(secret)
  expect(readdirSync(dir).filter((name) => name.startsWith('database-'))).toEqual([])
})
