import { expect, test } from 'vitest'
import {
  makeWorkDir,
  readAlike,
  readSources,
  refuses,
  understands,
  write,
} from '../../../testing/read-sources.ts'
import { openSources } from '../open-sources.ts'

const wide = (text: string) => Buffer.from(text, 'utf16le')

readAlike([
  ['a list of JSON', '[{"id":1,"city":"Rome","value":1.50},\n {"id":2,"city":null,"value":-2}]'],
  ['lines of JSON', '{"id":1,"city":"Rome","value":1.5}\n{"id":2,"value":-2}\n'],
  [
    'JSON in an object',
    '{"total":2,"ids":[1,2],"data":[{"id":1,"city":"Rome","value":1.5},{"id":2,"value":-2}]}',
  ],
  ['JSON in UTF-16', wide('\ufeff[{"id":1,"city":"Rome","value":1.5},{"id":2,"value":-2}]')],
])

understands([
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
])

/** Customers with orders, which have items; the lists come late, or are empty, null or not there. */
const customers = [
  { name: 'Ann', row_id: 'x', orders: [] },
  { name: 'Bo', row_id: 'y', orders: null, address: null },
  {
    name: 'Cy',
    row_id: 'z',
    orders: [
      { day: 'Mon', items: [{ sku: 'p' }, null, { sku: 'q' }] },
      { day: 'Tue', parent_row_id: 7 },
    ],
    address: { city: 'Rome', phones: [{ no: '1' }] },
    tags: ['a', 'b'],
  },
  { name: 'Di', row_id: 'w', orders: [{ day: 'Wed', items: [{ sku: 'r' }] }] },
]
const asLines = (records: object[]) => records.map((record) => JSON.stringify(record)).join('\n')

test('lists of records within records are tables whose rows name theirs', async () => {
  const [root, phones, orders, items, ...others] = await readSources(
    write('customers.json', asLines(customers)),
  )
  expect(others).toEqual([])
  expect(root).toEqual({
    name: 'customers',
    columns: ['row_id', 'name', 'row_id_2', 'address.city', 'tags'],
    rows: [
      ['1', 'Ann', 'x', null, null],
      ['2', 'Bo', 'y', null, null],
      ['3', 'Cy', 'z', 'Rome', 'a;b'],
      ['4', 'Di', 'w', null, null],
    ],
  })
  expect(orders).toEqual({
    name: 'orders',
    columns: ['row_id', 'parent_row_id', 'day', 'parent_row_id_2'],
    rows: [
      ['1', '3', 'Mon', null],
      ['2', '3', 'Tue', '7'],
      ['3', '4', 'Wed', null],
    ],
  })
  expect(items).toEqual({
    name: 'orders.items',
    columns: ['parent_row_id', 'sku'],
    rows: [
      ['1', 'p'],
      ['1', 'q'],
      ['3', 'r'],
    ],
  })
  expect(phones).toMatchObject({ name: 'address.phones', rows: [['3', '1']] })
})

test('tables and their columns have the same names whichever record comes first', {
  tags: 'long',
}, async () => {
  const namesIn = async (records: object[]) => {
    const tables = await readSources(write('customers.json', asLines(records)))
    return tables.map(({ name, columns }) => [name, columns.toSorted()])
  }
  expect(await namesIn(customers.toReversed())).toEqual(await namesIn(customers))
})

test('a refusal names the field by all that lead to it', async () => {
  const file = write('customers.json', '[{"a":{"orders":[{"items":[[1]]}]}}]')
  await expect(readSources(file)).rejects.toThrow('The field "a.orders.items" holds lists of lists')
})

test('a list knows the table that it is in, and how many rows of it are usual', async () => {
  const shop = {
    customers: Array.from({ length: 40 }, (_, i) => ({
      orders: Array.from({ length: i === 0 ? 30 : i % 5 }, () => ({ item: 'x' })),
    })),
    shops: [{ city: 'Rome' }],
  }
  const sources = await openSources([write('shop.json', JSON.stringify(shop))], makeWorkDir())
  expect(sources.map(({ name, file, parent }) => ({ name, file, parent }))).toEqual([
    { name: 'customers', file: 'shop.json > customers', parent: undefined },
    {
      name: 'customers.orders',
      file: 'shop.json > customers.orders',
      parent: { table: 'customers', column: 'parent_row_id', key: 'row_id', maxRows: 5 },
    },
    { name: 'shops', file: 'shop.json > shops', parent: undefined },
  ])
})

refuses([
  ['no_rows', 'an empty list of JSON', '[]'],
  ['too_few_rows', 'an object without records', '{"a":1,"b":[1,2]}'],
  ['not_a_table', 'a list of values', '[1,\n 2]', { line: 1, column: 2 }],
  ['not_a_table', 'a list of lists', '[[1,2],[3,4]]', { line: 1, column: 2 }],
  ['not_a_table', 'broken JSON', '[{"a":1},\n  {"a":"secret",}]', { line: 2, column: 17 }],
  ['not_a_table', 'JSON with a wrong bracket', '[{"a":[1}]', { line: 1, column: 9 }],
  ['not_a_table', 'JSON nested deeply', `[{"a":${'['.repeat(100_000)}`],
  ['not_a_table', 'records beside values', '[{"a":[]},\n{"a":[{"b":1},"secret"]}]', { line: 2 }],
  ['not_a_table', 'lists of lists', '[{"a":1},\n{"b":{"a":[["secret"]]}}]', { line: 2 }],
  ['not_a_table', 'a record beside a list', '[{"b":[{"a":[{},["secret"]]}]}]', { line: 1 }],
  [
    'too_large',
    'lists by the hundred',
    Array.from({ length: 100 }, (_, i) => `{"a":1,"l${i}":[{"b":"secret"}]}\n`).join(''),
    { line: 100 },
  ],
  ['truncated', 'JSON cut off', '[{"a":1},\n{"a":', { line: 2 }],
  [
    'too_many_columns',
    'keys as names',
    `[${Array.from({ length: 1100 }, (_, i) => `{"k${i}":1}`).join(',\n')}]`,
    { line: 1001 },
  ],
])
