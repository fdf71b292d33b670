import { expect, test } from 'vitest'
import { decodeValue, encodeValue } from './encode-values.ts'

test.each([
  ['numbers', [0, -0, 0.1 + 0.2, 5e-324, Number.MAX_VALUE, Number.NaN, Infinity, -Infinity]],
  ['arrays of numbers', Float64Array.of(1 / 3, -0, Number.NaN, -Infinity)],
  ['single precision', Float32Array.of(0.1, Infinity)],
  ['integers', [Int32Array.of(-1, 2 ** 31 - 1), Uint16Array.of(65_535), Uint8Array.of(255)]],
  [
    'maps with numbers as keys',
    new Map([
      [3, { a: null }],
      [-1, { a: 'x' }],
    ]),
  ],
  ['names that mean something elsewhere', { mapping: { $: 'Map', of: 'x', constructor: 'y' } }],
  ['an empty everything', [{}, [], new Map(), new Float64Array(0), '']],
])('reads %s as they were written', (_, value) => {
  expect(decodeValue(encodeValue(value))).toStrictEqual(value)
})

test('a column named __proto__ stays a name', () => {
  const written = encodeValue({ mapping: Object.fromEntries([['__proto__', 'x']]) })
  const { mapping } = decodeValue(written) as { mapping: Record<string, string> }
  expect(Object.entries(mapping)).toEqual([['__proto__', 'x']])
  const plain = decodeValue('{"__proto__": {"isStaff": true}}') as { isStaff?: boolean }
  expect(plain.isStaff).toBeUndefined()
})

test.each([
  ['{"$": "Function", "of": ["return 1"]}'],
  ['{"$": "Map", "of": [[1]]}'],
  ['{"$": "Float64Array", "of": ["1e9999"]}'],
  ['{"$": "Float64Array", "of": 3}'],
  ['{"$": "number", "of": "7"}'],
  ['{'],
])('refuses %s', (json) => {
  expect(() => decodeValue(json)).toThrow(SyntaxError)
})

test('has no form for what no model holds', () => {
  expect(() => encodeValue({ rows: [1n] })).toThrow(TypeError)
  expect(() => encodeValue([undefined])).toThrow(TypeError)
})
