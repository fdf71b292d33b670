import type { ColumnKind } from '@semblance/contract'
import { expect, it } from 'vitest'
import { summarizeColumn, summarizeTable } from './summarize.ts'

const column = (kind: ColumnKind, cells: (string | null)[]) =>
  summarizeColumn({ name: 'x', kind }, cells)

it('whole numbers fall into bins of equally many of them, and what is no number is missing', () => {
  expect(column('integer', ['3', '1', '2', '2', 'NA', null])).toEqual({
    name: 'x',
    kind: 'integer',
    plot: { type: 'histogram', edges: [1, 2, 3, 4], counts: [1, 2, 1] },
    distinct: 3,
    missing: 2,
    range: { low: '1', median: '2', high: '3' },
  })
})

it('every value is counted in a bin, the greatest in the last', () => {
  const { plot } = column('number', ['0.5', '7.25', '10.5'])
  expect(plot).toMatchObject({ type: 'histogram' })
  const counts = plot?.counts ?? []
  expect(counts).toHaveLength(24)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(counts.at(-1)).toBe(1)
})

it('a constant is one value, and values stand as the file writes them', () => {
  expect(column('number', ['1.50', '1.50']).range).toEqual({
    low: '1.50',
    median: '1.50',
    high: '1.50',
  })
})

it('moments are ordered in time, in UTC', () => {
  const { range, plot } = column('timestamp', ['2024-03-01T10:00:00', '2024-01-01T00:00:00'])
  expect(range).toMatchObject({ low: '2024-01-01T00:00:00', high: '2024-03-01T10:00:00' })
  expect(plot).toMatchObject({ type: 'histogram' })
  expect(plot?.type === 'histogram' && plot.edges[0]).toBe(Date.UTC(2024, 0, 1))
})

it('categories are ranked; surrogates are counted and not drawn', () => {
  expect(column('category', ['b', 'a', 'b', null])).toMatchObject({
    plot: { type: 'categories', labels: ['b', 'a'], counts: [2, 1] },
    distinct: 2,
    missing: 1,
    range: null,
  })
  expect(column('pii', ['a@x.test', 'b@x.test'])).toMatchObject({ plot: null, distinct: 2 })
  expect(column('integer', [null])).toMatchObject({ plot: null, missing: 1, range: null })
})

it('a table shows its first twenty rows and an answered question, names quoted', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${i},"a ""b"", c"\n`).join('')
  const summary = await summarizeTable({
    name: 'the table',
    columns: [
      { name: 'id', kind: 'integer' },
      { name: 'say "x"', kind: 'category' },
    ],
    rows: 32,
    totalRows: 32,
    csv: `id,"say ""x"""\n${rows}30,\n31,z\n`,
  })
  expect(summary.rows).toBe(32)
  expect(summary.firstRows).toHaveLength(20)
  expect(summary.firstRows[0]).toEqual(['0', 'a "b", c'])
  expect(summary.columns[1]).toMatchObject({ distinct: 2, missing: 1 })
  expect(summary.question).toEqual({
    sql: 'SELECT "say ""x""", count(*) AS "rows"\nFROM "the table"\nGROUP BY ALL\nORDER BY "rows" DESC, "say ""x"""\nLIMIT 5',
    columns: ['say "x"', 'rows'],
    rows: [
      ['a "b", c', '30'],
      ['null', '1'],
      ['z', '1'],
    ],
  })
})
