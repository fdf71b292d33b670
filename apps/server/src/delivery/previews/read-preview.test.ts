import { expect, it } from 'vitest'
import { firstRows } from './read-preview.ts'

const first = (csv: string, maxRows = 10) => firstRows(Buffer.from(csv), maxRows)

it('takes the header and as many rows as are wanted', () => {
  expect(first('a,b\n1,2\n3,4\n5,6\n', 2)).toEqual({ csv: 'a,b\n1,2\n3,4\n', rows: 2 })
  expect(first('a,b\n')).toEqual({ csv: 'a,b\n', rows: 0 })
})

it('leaves out a record of which only the beginning is there', () => {
  expect(first('a,b\n1,2\n3,')).toEqual({ csv: 'a,b\n1,2\n', rows: 1 })
  expect(first('a,b\n1,2\n"3,4\n')).toEqual({ csv: 'a,b\n1,2\n', rows: 1 })
})

it('counts a record with line breaks in quotes, and quotes in quotes, as one', () => {
  const csv = 'a,b\n"1\n""x""\n",2\n3,4\n'
  expect(first(csv)).toEqual({ csv, rows: 2 })
})

it('keeps no zero byte, which the database could not', () => {
  expect(first('a\nx\0y\n').csv).toBe('a\nxy\n')
})
