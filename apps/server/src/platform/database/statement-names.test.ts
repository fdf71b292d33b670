import { beforeEach, expect, it } from 'vitest'
import { createStatementNames } from './statement-names.ts'

let statementName: ReturnType<typeof createStatementNames>
beforeEach(() => {
  statementName = createStatementNames()
})

const askedOften = (text: string) => Array.from({ length: 50 }, () => statementName(text)).at(-1)

it('names a statement once it has run often, and always the same', () => {
  const text = 'select a from t where b = $1'
  expect(statementName(text)).toBeUndefined()
  const name = askedOften(text)
  expect(name).toMatch(/^semblance_\d+$/)
  expect(statementName(text)).toBe(name)
  expect(askedOften('select a from t where c = $1')).not.toBe(name)
})

it.each([
  'select * from t',
  'select distinct * from t',
  'select "t".* from "t"',
  'select a, t.* from t',
  'insert into t (a) values ($1) returning *',
  'select a from t; select b from t',
  "select a from t where words @@ websearch_to_tsquery('english', $1)",
  'select a from t where name ilike $1',
  'select a from t where words @> $1',
  'select /* plan for the values */ a from t where b < $1',
])('does not name %s', (text) => {
  expect(askedOften(text)).toBeUndefined()
})

it.each([
  'select count(*) from t',
  'select a from (select * from t where b in ($1, $2)) k',
  'select a * b as area from t',
])('names %s', (text) => {
  expect(askedOften(text)).toBeDefined()
})

it('names no more statements than a connection can keep', () => {
  for (let index = 0; index < 500; index++) askedOften(`select ${index} from t`)
  expect(askedOften('select beyond from t')).toBeUndefined()
})
