import { expect, test } from 'vitest'
import { SynthesisError } from '../synthesis-error.ts'
import { detectDialect } from './dialect.ts'
import { decimalGrid, linearGrid } from './grid.ts'

test('a header above numbers is told from data', () => {
  expect(detectDialect('age;city\n31;Rome\n42;Oslo\n', true)).toMatchObject({
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
  expect(dialect).toMatchObject({ delimiter: '\t', columnNames: ['a', 'a_2'], skipLines: 1 })
})

test('a header one name short belongs to unnamed row numbers', () => {
  const dialect = detectDialect('"date","light"\n"1","2015-02-04",4\n"2","2015-02-05",5\n', true)
  expect(dialect.columnNames).toEqual(['row', 'date', 'light'])
})

test.each([
  ['no_rows', 'age,city\n'],
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
  for (const grid of [decimalGrid(30_000), decimalGrid(500), linearGrid(-10, 3, 40)]) {
    for (let k = 1; k < grid.starts.length; k++) {
      expect(grid.starts[k]!).toBeGreaterThan(grid.starts[k - 1]!)
      expect(Number.isInteger(grid.starts[k]!)).toBe(true)
    }
  }
})

test.each([
  ['a comma within quotes', 'a,b\n"1;2",x\n"3;4",y\n', ','],
  ['decimal commas without a header', '1,5;2,5;3,5\n2,5;7,25;0,5\n', ';'],
  ['quotes within quotes', 'a,b\n1,"x, ""y"""\n2,"z, ""y"""\n', ','],
  ['spaces after it', 'a, b\n1, "x, y"\n2, "z"\n', ', '],
  ['lists within cells', 'a,b\nx;y;z,1\nx;q;z,2\n', ','],
  ['times of day', 'at,n\n12:30:00,1\n12:31:00,2\n', ','],
  ['bars that are empty cells', 'a|b|c\n1||3\n2||4\n', '|'],
])('the delimiter is seen through %s', (_, text, delimiter) => {
  expect(detectDialect(text, true).delimiter).toBe(delimiter)
})

test('lines above the data are counted as the parser skips them: records and blank lines', () => {
  expect(detectDialect('\n\n"a\nb",c\n1,2\n', true)).toMatchObject({ skipLines: 3 })
  expect(detectDialect('Sales\n\nby month\na,b\n1,2\n3,4\n', true)).toMatchObject({ skipLines: 4 })
})
