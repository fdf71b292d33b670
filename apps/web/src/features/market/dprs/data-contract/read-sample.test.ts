import { describe, expect, test } from 'vitest'
import { personalOf, readSample } from './read-sample.ts'

function columns(text: string) {
  const read = readSample(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.columns
}

describe('a pasted header or sample', () => {
  test('names the columns of a header, by whatever separates them', () => {
    for (const header of ['a,b,c', 'a;b;c', 'a\tb\tc', '\uFEFF"a","b","c"\r\n'])
      expect(columns(header).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  test('reads the type of each column, and whether values are missing', () => {
    const sample = [
      'id,price,bought,at,flag,zip,note',
      '1,0.19,2026-01-31,2026-01-31T08:00,true,01067,"a, ""quoted""\nline"',
      '2,899,2026-02-01,2026-02-01 09:30,no,10115,',
    ].join('\n')
    expect(columns(sample).map(({ type, required }) => [type, required])).toEqual([
      ['integer', true],
      ['number', true],
      ['date', true],
      ['timestamp', true],
      ['boolean', true],
      ['string', true],
      ['string', false],
    ])
    expect(columns(sample).map(({ note }) => note)).toMatchObject({
      1: '0.19 to 899',
      6: 'a, "quoted"\nline; 1 of 2 missing',
    })
  })

  test('puts no bound on a column, since a sample holds only some of its values', () => {
    const [column] = columns('quantity\n1\n2\n3')
    expect(column).toMatchObject({ min: '', max: '', values: '', unique: false })
  })

  test.each([
    ['', 'There is no header in it.'],
    ['a,,c', 'Line 1: column 2 has no name.'],
    ['a,b,a', 'Line 1: "a" is there twice.'],
    ['a,b\n1,2\n\n1,2,3', 'Line 4: 3 fields, but the header has 2.'],
    ['a,b\n"x\ny",2\n1', 'Line 4: 1 field, but the header has 2.'],
    ['a,b\n1,2\n3,"open\n5,6', 'Line 3: a quotation mark is not closed.'],
  ])('%j is refused with its line', (text, problem) => {
    expect(readSample(text)).toEqual({ problem })
  })
})

describe('a column looks personal', () => {
  test.each([
    ['birth_date', 'birth'],
    ['dateOfBirth', 'birth'],
    ['DOB', 'birth'],
    ['email', 'identifier'],
    ['customerEmail', 'identifier'],
    ['Last Name', 'identifier'],
    ['phone', 'identifier'],
    ['birthplace_id', 'identifier'],
    ['session_id', null],
    ['shipment', null],
    ['renamed', null],
    ['price', null],
  ])('by its name: %s', (name, kind) => {
    expect(personalOf(name)).toBe(kind)
  })

  test('by its values, whatever its name', () => {
    const [column] = columns('contact,n\na@b.test,1\nc@d.test,2\n-,3')
    expect(column?.personal).toBe('identifier')
  })
})
