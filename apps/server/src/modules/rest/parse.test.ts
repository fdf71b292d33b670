import { expect, test } from 'vitest'
import { MAX_ROWS, parseQuery, parseRows } from './parse.ts'
import { tables } from './tables.ts'

const profiles = tables.get('profiles')!
const parse = (query: string) => parseQuery(profiles, new URLSearchParams(query))
const faultOf = (work: () => unknown) => {
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
    columns: profiles.columns,
    filters: [],
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
  expect(parse(query).filters).toEqual([filter])
})

test('columns, order and range are read', () => {
  expect(
    parse('select=email,%20phone,email&order=email.desc.nullslast,phone&limit=5&offset=10'),
  ).toEqual({
    columns: ['email', 'phone'],
    filters: [],
    order: [
      { column: 'email', descending: true, nulls: 'last' },
      { column: 'phone', descending: false, nulls: null },
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
  ['select=e:email', 'PGRST100'],
  ['email=a', 'PGRST100'],
  ['email=match.a', 'PGRST100'],
  ['email=is.0', 'PGRST100'],
  ['email=in.a', 'PGRST100'],
  ['email=in.("a"b)', 'PGRST100'],
  ['or=(email.eq.a)', 'PGRST100'],
  ['order=email.sideways', 'PGRST100'],
  ['limit=-1', 'PGRST100'],
])('%s is refused', (query, code) => {
  expect(faultOf(() => parse(query))).toBe(code)
})

test('a body is one object or a list of them, with known columns', () => {
  expect(parseRows(profiles, '{"phone":"1"}')).toEqual({
    rows: [{ phone: '1' }],
    columns: ['phone'],
  })
  expect(parseRows(profiles, '[{"phone":"1"},{"email":"a"}]').columns).toEqual(['phone', 'email'])
  expect(faultOf(() => parseRows(profiles, ''))).toBe('PGRST102')
  expect(faultOf(() => parseRows(profiles, '[1]'))).toBe('PGRST102')
  expect(faultOf(() => parseRows(profiles, '{"is_admin":true}'))).toBe('PGRST204')
})
