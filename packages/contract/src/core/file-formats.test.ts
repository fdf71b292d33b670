import { describe, expect, it } from 'vitest'
import {
  acceptOf,
  csvNameOf,
  extensionsOf,
  fileFormats,
  formatIds,
  formatOfFile,
  hasRole,
  kindsOf,
  mediaTypeOf,
} from './file-formats.ts'

describe('the list of file formats', () => {
  it('names each format once, and gives no extension to two of them', () => {
    const ids = fileFormats.map(({ id }) => id)
    const extensions = fileFormats.flatMap((format) => format.extensions)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(extensions).size).toBe(extensions.length)
    expect(extensions.every((extension) => /^[a-z]+(\.gz)?$/.test(extension))).toBe(true)
  })

  it('has the formats of agreements and of exports', () => {
    expect(formatIds('delivery')).toEqual(['csv', 'xlsx', 'json'])
    expect(formatIds('export')).toEqual(['xlsx', 'json', 'parquet'])
  })
})

describe('a file, by its name', () => {
  it.each(['a.csv', 'a.XLSX', 'a.xls', 'a.json', 'a.zip', 'a.parquet', 'a.csv.gz', 'A.JSON.GZ'])(
    '%s can be delivered',
    (name) => expect(hasRole(name, 'upload')).toBe(true),
  )

  it.each(['a.exe', 'csv', 'a.csv.exe', 'a.tar.gz', 'a.gz', 'a.zip.gz', 'a.pdf', 'a.pdf.gz'])(
    '%s cannot',
    (name) => expect(hasRole(name, 'upload')).toBe(false),
  )

  it.each(['a.csv', 'a.parquet', 'a.csv.gz'])('%s can be a sample', (name) =>
    expect(hasRole(name, 'sample')).toBe(true),
  )

  it('is no sample where it is an archive of many', () =>
    expect(hasRole('a.zip', 'sample')).toBe(false))

  it('can be sent along as a document or an image too', () => {
    for (const name of ['a.pdf', 'a.JPG', 'a.docx', 'a.csv', 'a.parquet'])
      expect(hasRole(name, 'attachment')).toBe(true)
    for (const name of ['a.html', 'a.svg', 'a.js']) expect(hasRole(name, 'attachment')).toBe(false)
  })

  it('has its media type', () => {
    expect(mediaTypeOf('twin.csv')).toBe('text/csv')
    expect(mediaTypeOf('twin.csv.gz')).toBe('application/gzip')
    expect(mediaTypeOf('SHA256SUMS')).toBe('application/octet-stream')
    expect(formatOfFile('twin.parquet')?.id).toBe('parquet')
  })

  it('leads back to the CSV file that it was made from', () => {
    expect(csvNameOf('a.parquet')).toBe('a.csv')
    expect(csvNameOf('a.b.json')).toBe('a.b.csv')
    expect(csvNameOf('a.zip')).toBe('a.zip')
  })
})

it('a picker offers what may be chosen, compressed files by their last extension', () => {
  const offered = acceptOf('upload').split(',')
  for (const extension of extensionsOf('upload'))
    expect(offered).toContain(`.${extension.split('.').at(-1)}`)
  expect(offered.filter((one) => one === '.gz')).toHaveLength(1)
})

it('a sentence names every kind once, the last one after an "or"', () => {
  const named = kindsOf('sample').split(/, | or /)
  expect(named).toEqual(
    fileFormats
      .filter(({ roles }) => roles.includes('sample'))
      .map(({ extensions }) => extensions[0]),
  )
  expect(kindsOf('sample')).toMatch(/^csv, .+ or csv\.gz$/)
})
