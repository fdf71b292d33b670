import { expect, it } from 'vitest'
import { withFormatsTogether } from './export-formats.ts'

it('puts a table’s other formats behind it, and leaves the rest in its order', () => {
  const names = ['a.csv', 'b.csv', 'report.json', 'b.parquet', 'a.xlsx', 'lost.parquet']
  const files = names.map((name) => ({ id: name, name, bytes: 1, sha256: '' }))
  expect(withFormatsTogether(files).map(({ name }) => name)).toEqual([
    'a.csv',
    'a.xlsx',
    'b.csv',
    'b.parquet',
    'report.json',
    'lost.parquet',
  ])
})
