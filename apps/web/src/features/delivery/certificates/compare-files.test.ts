import { expect, test } from 'vitest'
import { foundAmong } from './compare-files.ts'

const files = [
  { name: 'people.csv', bytes: 3, sha256: 'aa' },
  { name: 'report.json', bytes: 2, sha256: 'bb' },
]

test('a file is found by its content, whatever its name has become', () => {
  expect(foundAmong(files, 'people.csv', 'aa')).toEqual({ isGood: true, text: 'As certified.' })
  expect(foundAmong(files, 'people (1).csv', 'aa')).toEqual({
    isGood: true,
    text: 'As certified: it is people.csv.',
  })
})

test('another content under a certified name is told apart from a foreign file', () => {
  expect(foundAmong(files, 'people.csv', 'cc').text).toMatch(/content is another/)
  expect(foundAmong(files, 'other.csv', 'cc').text).toMatch(/Not among/)
  expect(foundAmong(files, 'people.parquet', 'cc').text).toMatch(/made after/)
})
