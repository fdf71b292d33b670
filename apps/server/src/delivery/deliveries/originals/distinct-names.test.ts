import { expect, it } from 'vitest'
import { distinctNames, distinctNamesOfKeys } from './distinct-names.ts'

it('names are bare where they are distinct, and have their folders where they are not', () => {
  expect(distinctNames(['a/x.csv', 'b/X.csv', 'b/y.csv'])).toEqual([
    'a - x.csv',
    'b - X.csv',
    'y.csv',
  ])
})

it('a key that no file system takes has a name that all do, with its extensions', () => {
  const long = `exports/${'\u00e9'.repeat(500)}.csv.gz`
  const names = distinctNamesOfKeys([long, long.replace('.gz', ''), 'a:b?.csv', '.csv', '...json'])
  for (const name of names) {
    expect(Buffer.byteLength(name)).toBeLessThan(255)
    expect(name).not.toMatch(/[/:?]/)
  }
  expect(names[0]).toBe('file-1.csv.gz')
  expect(names[1]).toMatch(/^\u00e9{90,}-2\.csv$/)
  expect(names.slice(3)).toEqual(['file-4.csv', 'file-5.json'])
  expect(new Set(names).size).toBe(names.length)
})
