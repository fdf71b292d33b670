import { expect, test } from 'vitest'
import { MAX_ROWS, parseQuery, parseResolution, parseRows } from './parse.ts'
import { tables } from './tables.ts'

const profiles = tables.get('profiles')!
const parse = (query: string) => parseQuery(profiles, new URLSearchParams(query))
const plain = (column: string) => ({ column, path: [], name: column, cast: null })
const toRestError = (work: () => unknown) => {
  try {
    work()
    return null
  } catch (error) {
    return (error as { code?: string }).code
  }
}

test('nothing asked means every column and the first thousand rows', () => {
  const query = parse('')
  expect(query).toEqual({
    selected: profiles.columns.map(plain),
    conditions: [],
    order: [],
    limit: MAX_ROWS,
    offset: 0,
  })
})

test.each([
  ['email=eq.a.b@c', { column: 'email', negated: false, operator: 'eq', value: 'a.b@c' }],
  ['email=not.neq.a', { column: 'email', negated: true, operator: 'neq', value: 'a' }],
  ['email=ilike.*a*', { column: 'email', negated: false, operator: 'ilike', value: '%a%' }],
  ['phone=is.null', { column: 'phone', negated: false, operator: 'is', value: 'null' }],
  ['phone=not.is.NULL', { column: 'phone', negated: true, operator: 'is', value: 'null' }],
  ['phone=in.()', { column: 'phone', negated: false, operator: 'in', values: [] }],
  [
    'phone=in.(1,"a,b","q\\"uo\\\\te",)',
    { column: 'phone', negated: false, operator: 'in', values: ['1', 'a,b', 'q"uo\\te', ''] },
  ],
])('%s is a filter', (query, filter) => {
  expect(parse(query).conditions).toEqual([{ path: [], ...filter }])
})

test('columns, order and range are read', () => {
  expect(
    parse('select=email,%20phone,email&order=email.desc.nullslast,phone&limit=5&offset=10'),
  ).toEqual({
    selected: [plain('email'), plain('phone')],
    conditions: [],
    order: [
      { column: 'email', path: [], descending: true, nulls: 'last' },
      { column: 'phone', path: [], descending: false, nulls: null },
    ],
    limit: 5,
    offset: 10,
  })
})

test.each([
  ['select=email;drop', '42703'],
  ['password_hash=eq.1', '42703'],
  ['order=(select 1)', '42703'],
  ['select=organizations(*)', 'PGRST100'],
  ['select=email::regclass', 'PGRST100'],
  ['select=email->a;b', 'PGRST100'],
  ['email=a', 'PGRST100'],
  ['email=match.a', 'PGRST100'],
  ['email=is.0', 'PGRST100'],
  ['email=in.a', 'PGRST100'],
  ['email=in.("a"b)', 'PGRST100'],
  ['or=email.eq.a', 'PGRST100'],
  ['or=()', 'PGRST100'],
  ['or=(email.eq.a', 'PGRST100'],
  ['or=(email.eq.a),(phone.eq.b)', 'PGRST100'],
  ['or=(password_hash.eq.a)', '42703'],
  ['or=(and(password_hash.eq.a))', '42703'],
  [`or=${'(and'.repeat(12)}(email.eq.a)${')'.repeat(12)}`, 'PGRST100'],
  ['order=email.sideways', 'PGRST100'],
  ['limit=-1', 'PGRST100'],
])('%s is refused', (query, code) => {
  expect(toRestError(() => parse(query))).toBe(code)
})

test('a body is one object or a list of them, with known columns', () => {
  expect(parseRows(profiles, '{"phone":"1"}')).toEqual({
    rows: [{ phone: '1' }],
    columns: ['phone'],
  })
  expect(parseRows(profiles, '[{"phone":"1"},{"email":"a"}]').columns).toEqual(['phone', 'email'])
  expect(toRestError(() => parseRows(profiles, ''))).toBe('PGRST102')
  expect(toRestError(() => parseRows(profiles, '[1]'))).toBe('PGRST102')
  expect(toRestError(() => parseRows(profiles, '{"is_admin":true}'))).toBe('PGRST204')
})

test('a selection renames, converts and goes into JSON', () => {
  const { selected } = parse('select=mail:email,created_at::text,a:phone->b->>0::int')
  expect(selected).toEqual([
    { column: 'email', path: [], name: 'mail', cast: null },
    { column: 'created_at', path: [], name: 'created_at', cast: 'text' },
    {
      column: 'phone',
      path: [
        { key: 'b', asText: false },
        { key: 0, asText: true },
      ],
      name: 'a',
      cast: 'int',
    },
  ])
})

test('conditions nest in and and or', () => {
  const field = (column: string) => ({ column, path: [], negated: false })
  const { conditions } = parse(
    'or=(email.eq."a,b",not.and(phone.in.(1,2),job_title.not.is.null))&not.and=(phone->>x.eq.1)',
  )
  expect(conditions).toEqual([
    {
      logic: 'or',
      negated: false,
      terms: [
        { ...field('email'), operator: 'eq', value: 'a,b' },
        {
          logic: 'and',
          negated: true,
          terms: [
            { ...field('phone'), operator: 'in', values: ['1', '2'] },
            { ...field('job_title'), negated: true, operator: 'is', value: 'null' },
          ],
        },
      ],
    },
    {
      logic: 'and',
      negated: true,
      terms: [
        { ...field('phone'), path: [{ key: 'x', asText: true }], operator: 'eq', value: '1' },
      ],
    },
  ])
})

test('an upsert goes by the primary key, or by what it names', () => {
  const resolution = (query: string, prefer: string) =>
    parseResolution(profiles, new URLSearchParams(query), prefer)
  expect(resolution('', 'return=minimal')).toBeNull()
  expect(resolution('', 'resolution=merge-duplicates')).toEqual({
    columns: ['user_id'],
    onConflict: 'merge',
  })
  expect(resolution('on_conflict=email,phone', 'resolution=ignore-duplicates')).toEqual({
    columns: ['email', 'phone'],
    onConflict: 'ignore',
  })
  expect(toRestError(() => resolution('on_conflict=secret', 'resolution=merge-duplicates'))).toBe(
    '42703',
  )
})
