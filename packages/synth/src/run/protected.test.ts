import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredSchema, seededRandom, synthesize, type TableReport } from '../index.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'protected-test-'))
afterAll(() => rmSync(dir, { recursive: true }))

const ROWS = 2000
const adult = gunzipSync(
  readFileSync(new URL('../../testdata/adult-5000.csv.gz', import.meta.url)),
).toString('utf8')
const csv = adult.split('\n', ROWS + 1).join('\n')

const recordsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))

let report: TableReport
let twin: string[][]
beforeAll(async () => {
  const input = path.join(dir, 'adult.csv')
  writeFileSync(input, csv)
  const schema = declaredSchema.parse({
    tables: { adult: { rules: [{ dependency: 'education_num', on: ['education'] }] } },
  })
  const { tables } = await synthesize({
    inputPaths: [input],
    outputDir: mkdtempSync(path.join(dir, 'twins-')),
    tempDir: dir,
    random: seededRandom(3),
    schema,
    mode: 'protected',
  })
  report = tables[0]!
  twin = recordsOf(readFileSync(report.path, 'utf8'))
})

test('a protected twin says at once that it has no formal guarantee', () => {
  const { privacy } = report.published
  expect(privacy).toMatchObject({ mode: 'protected', epsilon: null, delta: null, rhoSpent: null })
  expect(privacy.guarantee).toMatch(/without a formal guarantee/)
  expect(privacy.guarantee).not.toMatch(/differential/)
  expect(privacy.checks.map(({ id }) => id)).not.toContain('budget')
  expect(report.internal.ledger).toEqual([])
})

test('whoever knows all other rows finds no correlation that tells whether one is among them', () => {
  expect(report.published.correlations).toBeNull()
  const { columns, original } = report.internal.evaluation.correlations!
  expect(original).toHaveLength(columns.length)
})

test('its checks pass, and its fidelity is close to that of a fresh real sample', () => {
  expect(report.published.privacy.checks.filter(({ pass }) => !pass)).toEqual([])
  expect(report.published.fidelity.relative).toBeGreaterThan(0.98)
})

test('no value of fewer than 20 rows of the original is written as a category', () => {
  const [header, ...rows] = recordsOf(csv)
  for (const name of ['workclass', 'occupation', 'native_country', 'race']) {
    const j = header!.indexOf(name)
    expect(j).toBeGreaterThanOrEqual(0)
    const counts = new Map<string, number>()
    for (const row of rows) counts.set(row[j]!, (counts.get(row[j]!) ?? 0) + 1)
    for (const value of new Set(twin.slice(1).map((row) => row[j]!)))
      if (value !== 'Other')
        expect(counts.get(value), `${name} ${value}`).toBeGreaterThanOrEqual(20)
  }
})

test('rules hold in every row', () => {
  const [header, ...rows] = twin
  const [on, column] = ['education', 'education_num'].map((name) => header!.indexOf(name))
  const values = new Map<string, Set<string>>()
  for (const row of rows) {
    const seen = values.get(row[on!]!) ?? new Set()
    values.set(row[on!]!, seen.add(row[column!]!))
  }
  expect(values.size).toBeGreaterThan(10)
  expect([...values.values()].every((seen) => seen.size === 1)).toBe(true)
})
