import { expect, it } from 'vitest'
import { isPlainKey, readListing } from './s3-listing.ts'

it('a listing is read up to the first entry without an end', () => {
  const entry =
    '<Contents><Key>a&amp;b.csv</Key><ETag>&quot;e&quot;</ETag><Size>7</Size></Contents>'
  expect(readListing(`<IsTruncated>true</IsTruncated>${entry}<Contents><Key>c.csv`)).toEqual({
    objects: [{ name: 'a&b.csv', bytes: 7, etag: '"e"' }],
    isTruncated: true,
  })
})

it('entries that never end are not searched through again and again', () => {
  const megabytes = 4 * 1024 * 1024
  const { objects } = readListing('<Contents>'.repeat(megabytes / 10))
  expect(objects).toEqual([])
  expect(readListing('<Contents><Key>'.repeat(megabytes / 15)).objects).toEqual([])
})

it.each(['exports/../secret.csv', './a.csv', 'a/..', '\u00e9'.repeat(600)])(
  '%s is no key that is asked for',
  (key) => expect(isPlainKey(key)).toBe(false),
)

it('points within a name lead nowhere else', () => {
  expect(isPlainKey('exports/a..b/...csv')).toBe(true)
})
