import { expect, test } from 'vitest'
import { detectDialect } from './dialect.ts'
import { gridCellSql, linearGrid, logGrid } from './grid.ts'
import { SynthesisError } from './synthesis-error.ts'

test('a header above numbers is told from data', () => {
  expect(detectDialect('age;city\n31;Rome\n42;Oslo\n', true)).toEqual({
    delimiter: ';',
    columnNames: ['age', 'city'],
    skipLines: 1,
  })
})

test('a file without header gets numbered columns', () => {
  const dialect = detectDialect('39, State-gov\n50, Private\n38, Private\n', true)
  expect(dialect.columnNames).toEqual(['column_1', 'column_2'])
  expect(dialect.skipLines).toBe(0)
})

test('old Macintosh line ends, quoted delimiters and repeated names are understood', () => {
  const dialect = detectDialect('a\ta\r"x\ty"\t1\r"z"\t2\r', true)
  expect(dialect).toEqual({ delimiter: '\t', columnNames: ['a', 'a_2'], skipLines: 1 })
})

test('a header one name short belongs to unnamed row numbers', () => {
  const dialect = detectDialect('"date","light"\n"1","2015-02-04",4\n"2","2015-02-05",5\n', true)
  expect(dialect.columnNames).toEqual(['row', 'date', 'light'])
})

test.each([
  ['no_rows', 'age,city\n'],
  ['too_few_columns', 'age\n31\n42\n'],
  [
    'not_a_table',
    'It was the best of times, it was the worst of times.\nIt was the age of wisdom.\nAnd so, on, and on.\n',
  ],
])('a text is refused as %s', (code, text) => {
  expect(() => detectDialect(text, true)).toThrow(SynthesisError)
  try {
    detectDialect(text, true)
  } catch (error) {
    expect((error as SynthesisError).code).toBe(code)
  }
})

test('grids cover the integers without gaps, whatever the data', () => {
  for (const grid of [logGrid(30_000), logGrid(500), linearGrid(-10, 3, 40)]) {
    for (let k = 1; k < grid.starts.length; k++) {
      expect(grid.starts[k]!).toBeGreaterThan(grid.starts[k - 1]!)
      expect(Number.isInteger(grid.starts[k]!)).toBe(true)
    }
    expect(gridCellSql(grid, 'x0')).toContain('x0')
  }
})
