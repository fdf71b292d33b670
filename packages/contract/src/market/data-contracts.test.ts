import { expect, it } from 'vitest'
import { dateFormatOf } from './data-contract-columns.ts'
import { rulesOf, ruleText, uncheckedParts } from './data-contract-rules.ts'
import { dataContract, MAX_DATA_CONTRACT_BYTES } from './data-contracts.ts'

const head = {
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'c',
  version: '1.0.0',
  status: 'active',
}

const withColumn = (column: object, table: object = {}) => ({
  ...head,
  schema: [{ name: 'visits', properties: [{ name: 'age', ...column }], ...table }],
})

const problems = (document: unknown) =>
  dataContract
    .safeParse(document)
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

const texts = (document: unknown) =>
  rulesOf(dataContract.parse(document))[0]!.columns.flatMap(({ rules }) => rules.map(ruleText))

it('a column reads as the rules it is checked against', () => {
  const column = {
    logicalType: 'integer',
    required: true,
    unique: true,
    logicalTypeOptions: { minimum: 0, exclusiveMaximum: 120, multipleOf: 5 },
    quality: [
      { metric: 'invalidValues', mustBe: 0, arguments: { validValues: [10, '20'] } },
      { metric: 'nullValues', mustBeLessThan: 1, unit: 'percent' },
    ],
  }
  expect(texts(withColumn(column))).toEqual([
    'integer',
    'no missing values',
    'unique',
    'at least 0',
    'below 120',
    'a multiple of 5',
    'one of 10, 20',
    'no missing values; exceptions fewer than 1%',
  ])
})

it('a key of one column is unique and filled; of several, they are unique together', () => {
  expect(texts(withColumn({ primaryKey: true }))).toEqual(['no missing values', 'unique'])
  const properties = ['shop', 'day'].map((name) => ({ name, primaryKey: true }))
  const [table] = rulesOf(dataContract.parse(withColumn({}, { properties })))
  expect(table!.columns.flatMap(({ rules }) => rules.map(ruleText))).toEqual([
    'no missing values',
    'no missing values',
  ])
  expect(table!.rules.map(ruleText)).toEqual(['shop + day unique'])
})

it.each<[string, unknown, string]>([
  ['no contract', 'text', ' Invalid input: expected object, received string'],
  ['another kind', { ...withColumn({}), kind: 'Other' }, 'kind must be DataContract'],
  [
    'an older standard',
    { ...withColumn({}), apiVersion: 'v2.2.0' },
    'apiVersion must be a version 3',
  ],
  [
    'a version that is a number',
    { ...withColumn({}), version: 1 },
    'version must be text, in quotes',
  ],
  ['no table', { ...head, schema: [] }, 'schema must have at least one table'],
  [
    'nested columns',
    withColumn({ logicalType: 'object' }),
    'schema.0.properties.0.logicalType must be one of string',
  ],
  [
    'a bound of a text',
    withColumn({ logicalType: 'string', logicalTypeOptions: { minimum: 1 } }),
    'minimum needs the logicalType of a number',
  ],
  [
    'bounds the wrong way round',
    withColumn({ logicalType: 'integer', logicalTypeOptions: { minimum: 9, maximum: 1 } }),
    'minimum is above maximum',
  ],
  [
    'a day that is none',
    withColumn({ logicalType: 'date', logicalTypeOptions: { minimum: '2026-02-31x' } }),
    'minimum must be a date such as',
  ],
  [
    'an unknown date format',
    withColumn({ logicalType: 'date', logicalTypeOptions: { format: 'EEE d' } }),
    'format must be written with yyyy',
  ],
  [
    'a broken pattern',
    withColumn({ logicalType: 'string', logicalTypeOptions: { pattern: '(' } }),
    'pattern is no regular expression',
  ],
  [
    'a pattern with lookahead',
    withColumn({ logicalType: 'string', logicalTypeOptions: { pattern: '(?=a)' } }),
    'pattern must do without lookahead',
  ],
  [
    'a back reference',
    withColumn({ logicalType: 'string', logicalTypeOptions: { pattern: '(a)\\1' } }),
    'pattern must do without back references',
  ],
  [
    'an endless pattern',
    withColumn({ logicalType: 'string', logicalTypeOptions: { pattern: '(a{100}){100}' } }),
    'pattern must not repeat',
  ],
  [
    'a metric without comparison',
    withColumn({ quality: [{ metric: 'nullValues' }] }),
    'quality.0.metric needs exactly one comparison',
  ],
  [
    'an unknown metric',
    withColumn({ quality: [{ metric: 'average', mustBe: 1 }] }),
    'quality.0.metric must be one of nullValues',
  ],
  [
    'a column twice',
    withColumn({}, { properties: [{ name: 'a' }, { name: 'a' }] }),
    'schema.0.properties.1.name is the name of another column',
  ],
  [
    'a key of columns that are not there',
    withColumn(
      {},
      { quality: [{ metric: 'duplicateValues', mustBe: 0, arguments: { properties: ['b'] } }] },
    ),
    'quality.0.arguments must list columns of this table',
  ],
])('%s is refused at its field', (_, document, problem) => {
  expect(problems(document)!.join('\n')).toContain(problem)
})

it('an escaped backslash before a digit is no back reference', () => {
  expect(
    problems(withColumn({ logicalType: 'string', logicalTypeOptions: { pattern: 'a\\\\1' } })),
  ).toBeUndefined()
})

it('what the standard knows beyond the checks is kept, and named as not checked', () => {
  const document = {
    ...withColumn({
      classification: 'restricted',
      quality: [{ type: 'sql', query: 'select 1', mustBe: 1 }],
      logicalTypeOptions: null,
    }),
    slaProperties: [{ property: 'latency', value: 4 }],
  }
  const parsed = dataContract.parse(document)
  expect(parsed).toEqual(document)
  expect(uncheckedParts(parsed)).toEqual([
    'slaProperties',
    'column classification',
    'column quality rules of type sql',
  ])
})

it('documents too large or too deep are refused before they are read', () => {
  const description = 'x'.repeat(MAX_DATA_CONTRACT_BYTES)
  expect(problems({ ...withColumn({}), description })).toEqual([
    ' The data contract is too large (256 KB at most)',
  ])
  let deep: object = {}
  for (let i = 0; i < 100_000; i++) deep = { deep }
  expect(problems({ ...withColumn({}), deep })).toEqual([' The data contract is nested too deeply'])
})

it('date formats are read as they are usually written', () => {
  expect(dateFormatOf("yyyy-MM-dd'T'HH:mm:ss.SSSZ")).toBe('%Y-%m-%dT%H:%M:%S.%gZ')
  expect(dateFormatOf('dd.MM.yyyy')).toBe('%d.%m.%Y')
  expect(dateFormatOf('yyyyMMdd')).toBe('%Y%m%d')
  expect(dateFormatOf('MMM d')).toBeNull()
})
