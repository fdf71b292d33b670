import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PublishedReport } from '@semblance/contract'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { report as base, sha256Of } from '../../../testing/fixtures/certificate-fixtures.ts'
import { pdfText } from '../../../testing/fixtures/pdf-text.ts'
import { csvRecords } from '../../platform/storage/csv-records.ts'
import { describeDelivery } from './describe-files.ts'
import { readTwinColumns } from './twin-columns.ts'
import type { CertificateDraft, WrittenFile } from './types.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'semblance-describe-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

const write = (name: string, text: string): WrittenFile => {
  const path = join(dir, name)
  writeFileSync(path, text)
  return { path, name }
}

const draft: CertificateDraft = {
  id: '0d3f3c0e-4b57-4f0e-9c6e-3a1f2f1d9b11',
  address: 'https://semblance.test/certificates/0d3f3c0e-4b57-4f0e-9c6e-3a1f2f1d9b11',
  license: {
    id: '7a4b6f3e-98c5-4a35-9c58-0d2b6a1f4c22',
    address: 'https://semblance.test/licenses/7a4b6f3e-98c5-4a35-9c58-0d2b6a1f4c22',
  },
  subject: {
    id: 'CTR-2001',
    dpr_id: 'DPR-1001',
    title: 'Loyalty members',
    client: 'c',
    vendor: 'v',
    client_public_id: 'ORG-1',
    client_name: 'Halden',
    is_sample: false,
    vendor_public_id: 'ORG-2',
    vendor_name: 'Meridian',
    data_formats: ['csv'],
    sample_records: null,
    min_accuracy_percent: 90,
    privacy_level: 'standard',
    min_records: null,
  },
}

const kinds: [string, string][] = [
  ['visits', 'integer'],
  ['income, net', 'number'],
  ['age', 'integer'],
  ['member', 'boolean'],
  ['born', 'date'],
  ['joined', 'date'],
  ['seen', 'timestamp'],
  ['zip', 'category'],
]
const sides = { original: [0.7, 0.3], synthetic: [0.65, 0.35] }
const plots: Record<string, PublishedReport['columns'][number]['plot']> = {
  visits: { type: 'histogram', edges: [0, 1500, 31_000], format: 'integer', ...sides },
  joined: { type: 'histogram', edges: [0, 864e5, 1728e5], format: 'date', ...sides },
  zip: { type: 'categories', labels: ['0101', 'Other'], ...sides },
}
const numbers: Record<string, PublishedReport['columns'][number]['numbers']> = {
  age: {
    format: 'integer',
    figures: [
      { id: 'mean', original: { value: 31.5, low: 30.25, high: 32.75 }, synthetic: 33 },
      { id: 'total', original: null, synthetic: 94.5 },
    ],
  },
}
const report: PublishedReport = {
  ...base,
  rows: { synthetic: 3, columns: kinds.length },
  columns: kinds.map(([name, kind]) => ({
    name,
    kind,
    shape: 0.987,
    plot: plots[name] ?? null,
    numbers: numbers[name] ?? null,
  })),
  correlations: {
    columns: ['visits', 'age'],
    original: [
      [1, 0.42],
      [0.42, 1],
    ],
    synthetic: [
      [1, -0.37],
      [-0.37, 1],
    ],
  },
}
const twin = [
  'visits,"income, net",age,member,born,joined,seen,zip',
  '3,10.5,?,true,1990-01-02,02/03/2020,2026-01-01T10:00:00,"0101, ""A""\nB"',
  ',7,41,false,,03/03/2020,2026-01-01T11:00:00,0202',
  '-4,1e3,?,,1991-05-06,04/03/2020,,0303',
  '',
].join('\n')

const account = {
  sourceId: 'SRC-8001',
  before: { epsilon: 3, delta: 1e-6 },
  with: { epsilon: 4.3511, delta: 2e-6 },
  limitEpsilon: 6,
  runs: 2,
}

async function describeTwin(draftOf = draft) {
  const twinFile = write('people_synthetic.csv', twin)
  const reportFile = write('validation_report.json', '{}\n')
  const tables = [{ twin: twinFile, reportFile, report }]
  const at = new Date('2026-03-01T12:00:00Z')
  const files = await describeDelivery(draftOf, { at, dir, tables, account })
  const read = (name: string) => readFileSync(files.find((file) => file.name === name)!.path)
  return {
    names: files.map(({ name }) => name),
    croissant: JSON.parse(read('croissant.json').toString()),
    dataPackage: JSON.parse(read('datapackage.json').toString()),
    pdf: pdfText(read('validation_report.pdf')),
  }
}

describe('beside a dataset', () => {
  let made: Awaited<ReturnType<typeof describeTwin>>
  beforeAll(async () => {
    made = await describeTwin()
  })

  it('lie its report for reading and its metadata in two standards', () => {
    expect(made.names).toEqual(['validation_report.pdf', 'croissant.json', 'datapackage.json'])
  })

  it('Croissant has every property that version 1.0 requires', () => {
    const { croissant } = made
    expect(croissant).toMatchObject({
      '@type': 'sc:Dataset',
      conformsTo: 'http://mlcommons.org/croissant/1.0',
      name: 'Loyalty members',
      url: draft.address,
      license: { '@type': 'sc:CreativeWork', url: draft.license.address },
      creator: { '@type': 'sc:Organization', name: 'Meridian' },
      datePublished: '2026-03-01',
    })
    expect(croissant['@context']).toMatchObject({
      '@vocab': 'https://schema.org/',
      conformsTo: 'dct:conformsTo',
    })
    expect(croissant.description).toContain('3 synthetic records')
    expect(croissant.distribution[0]).toEqual({
      '@type': 'cr:FileObject',
      '@id': 'people_synthetic.csv',
      name: 'people_synthetic.csv',
      contentSize: `${Buffer.byteLength(twin)} B`,
      contentUrl: 'people_synthetic.csv',
      encodingFormat: 'text/csv',
      sha256: sha256Of(twin),
    })
  })

  it('Croissant describes every column by its own ID, type and place in the file', () => {
    const [{ field }] = made.croissant.recordSet
    expect(new Set(field.map((one: { '@id': string }) => one['@id'])).size).toBe(kinds.length)
    expect(field[1]).toMatchObject({
      '@type': 'cr:Field',
      name: 'income, net',
      dataType: 'sc:Float',
      source: {
        fileObject: { '@id': 'people_synthetic.csv' },
        extract: { column: 'income, net' },
      },
    })
    expect(field.map((one: { dataType: string }) => one.dataType)).toEqual([
      'sc:Integer',
      'sc:Float',
      'sc:Text', // "?" is no number to a reader that converts strictly
      'sc:Boolean',
      'sc:Date',
      'sc:Text',
      'sc:DateTime',
      'sc:Text',
    ])
  })

  it('the Data Package names each file with hash and size, and each field with its type', () => {
    const { $schema, name, licenses, resources } = made.dataPackage
    expect(licenses).toEqual([
      { title: 'License of contract CTR-2001', path: draft.license.address },
    ])
    expect({ $schema, name }).toEqual({
      $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
      name: 'ctr-2001',
    })
    const [table, reportResource] = resources
    expect(table).toMatchObject({
      type: 'table',
      path: 'people_synthetic.csv',
      bytes: Buffer.byteLength(twin),
      hash: `sha256:${sha256Of(twin)}`,
    })
    expect(reportResource).toMatchObject({
      path: 'validation_report.json',
      hash: `sha256:${sha256Of('{}\n')}`,
    })
    for (const resource of resources) expect(resource.name).toMatch(/^[a-z0-9._-]+$/)
    expect(table.schema.fields).toEqual([
      { name: 'visits', type: 'integer' },
      { name: 'income, net', type: 'number' },
      { name: 'age', type: 'integer', missingValues: ['', '?'] },
      { name: 'member', type: 'boolean' },
      { name: 'born', type: 'date' },
      { name: 'joined', type: 'string' },
      { name: 'seen', type: 'datetime' },
      { name: 'zip', type: 'string' },
    ])
  })

  it('the PDF draws columns, pairs and correlations, with their ends, names and figures', () => {
    const text = made.pdf.join('\n')
    for (const part of [
      'Columns side by side',
      '31K',
      'Jan 1, 1970',
      'Jan 3',
      '0101',
      'city × age',
      '20–39',
      'Oslo',
      'Brass: Original, with noise',
      'Left: Original, with noise',
      '.42',
      '-.37',
    ])
      expect(text, part).toContain(part)
    expect(text).toMatch(/0\.1% of the rows used for/)
    // A likeness of the noisy pair with the twin that was made from it would flatter.
    expect(text).not.toContain('98.0%')
  })

  it('the PDF of what its vendor measured says no more than Semblance knows', async () => {
    const { pdf } = await describeTwin({ ...draft, isMeasuredByVendor: true })
    const text = pdf.join(' ').replace(/\s+/g, ' ')
    expect(text).not.toMatch(/knows most again|checked its ledger and/)
    expect(text).toMatch(/has not seen these rows/)
    expect(text).toMatch(/coarse counts of pairs of columns alone/)
  })

  it('the PDF says every figure with its meaning, and where the certificate is', () => {
    const text = made.pdf.join('\n')
    for (const part of [
      'Privacy account of the source',
      'epsilon 4.36, delta 2e-6',
      'SRC-8001',
      '2 runs on this source',
      'Loyalty members',
      draft.id,
      '99.0 of 100: agrees to 95.0%',
      'epsilon 3, delta 1e-6',
      '31.5 (30.25 to 32.75)',
      '33, outside',
      'cannot tell',
      'No more exact',
      'income, net',
      '98.7%',
    ])
      expect(text).toContain(part)
  })
})

test('records are the same wherever a text is cut into chunks', async () => {
  const whole: string[][] = []
  for await (const records of csvRecords(chunks([twin]))) whole.push(...records)
  expect(whole).toHaveLength(4)
  expect(whole[1]!.at(-1)).toBe('0101, "A"\nB')
  const cut: string[][] = []
  for await (const records of csvRecords(chunks([...twin]))) cut.push(...records)
  expect(cut).toEqual(whole)
})

async function* chunks(texts: string[]) {
  yield* texts
}

test('a column of two different texts beside its numbers is a column of text', async () => {
  const { path } = write('mixed.csv', 'n\n1\nnone\n2\nmany\n')
  expect(await readTwinColumns(path, [{ name: 'n', kind: 'integer' }])).toEqual([
    { name: 'n', type: 'string', missing: null },
  ])
})
