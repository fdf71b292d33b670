import { expect, it } from 'vitest'
import { plainForm } from './written-form.ts'
import { formsOf, writtenAs } from './written-values.ts'

const csv = `price,seen,day,ok,note,share
12.50,2024-01-02T10:00,2024-01-02,True,"a, ""b""
c",0.5
,,,,,
3.00,2024-01-03T11:30,2024-01-03,False,x,0.25
`

it('writes values as the first rows of the file do', () => {
  const [price, seen, day, ok, note, share] = formsOf(csv)
  expect(writtenAs(7, price ?? plainForm)).toBe('7.00')
  expect(writtenAs('2024-01-02 10:00:00', seen ?? plainForm)).toBe('2024-01-02T10:00')
  expect(writtenAs('2024-01-02', day ?? plainForm)).toBe('2024-01-02')
  expect(writtenAs(false, ok ?? plainForm)).toBe('False')
  expect(writtenAs('007', note ?? plainForm)).toBe('007')
  expect(writtenAs(0.125, share ?? plainForm)).toBe('0.125')
})

it('a value that its column’s form would change is written in full', () => {
  const [price, seen] = formsOf('price,seen\n12.50,2024-01-02T10:00\n')
  expect(writtenAs(0.125, price ?? plainForm)).toBe('0.125')
  expect(writtenAs(1e-7, price ?? plainForm)).toBe('0.0000001')
  expect(writtenAs(1.5e-12, price ?? plainForm)).toBe('1.5e-12')
  expect(writtenAs('2024-01-02 10:00:30', seen ?? plainForm)).toBe('2024-01-02T10:00:30')
})

it('writes without a form as the database does, and never with an exponent', () => {
  expect(writtenAs('2024-01-02 10:00:00', plainForm)).toBe('2024-01-02 10:00:00')
  expect(writtenAs(1e-7, plainForm)).toBe('0.0000001')
  expect(writtenAs(9007199254740993n, plainForm)).toBe('9007199254740993')
  expect(writtenAs(0.1 + 0.2, plainForm)).toBe('0.30000000000000004')
  expect(formsOf('')).toEqual([])
})
