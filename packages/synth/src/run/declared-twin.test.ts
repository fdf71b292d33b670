import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSchema } from '../command/schema-file.ts'
import type { TableReport } from '../evaluate/report.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { synthesize } from './synthesize.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'declared-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** The given names, e-mail addresses and the like of 400 patients with 3 visits each. */
const PERSONAL = ['patient_id', 'name', 'email', 'phone', 'iban', 'ssn', 'ip', 'mac', 'street']

function visitsCsv(): string {
  const random = seededRandom(6)
  const below = (bound: number) => random.nextUint32() % bound
  const lines = [`visit_no,${PERSONAL},ward,score,weight,waited,note,secret`]
  for (let i = 0; i < 1200; i++) {
    const id = Math.floor(i / 3)
    const personal = [
      `PT-${String(id * 37).padStart(6, '0')}`,
      `Maria Realname${id}`,
      `p${id}@corp.test`,
      `+49 30 ${100_000 + id * 13}`,
      id % 2 ? 'DE89370400440532013000' : 'GB82WEST12345698765432',
      `${100 + (id % 500)}-11-${2000 + id}`,
      `10.1.${id >> 8}.${id & 255}`,
      `00:1b:44:11:${(id >> 8).toString(16).padStart(2, '0')}:${(id & 255).toString(16).padStart(2, '0')}`,
      `${id + 500} Realstreet Road`,
    ]
    const note = `patient ${id} told us at length what nobody else should know`
    const ward = ['north', 'south', 'annex'][below(20) === 0 ? 2 : below(2)]!
    const weight = below(12) === 0 ? 'NA' : (50 + below(600) / 10).toFixed(1)
    lines.push(
      [
        i + 1,
        ...personal,
        ward,
        below(140),
        weight,
        below(4) === 0 ? -1 : 5 + below(40),
        note,
        `s${i}`,
      ].join(),
    )
  }
  return `${lines.join('\n')}\n`
}

const SCHEMA = `
tables:
  visits:
    columns:
      visit_no: { kind: key, pattern: "V-9999" }
      patient_id: { missing: "" }
      ward: { values: [north, south, east] }
      score: { kind: integer, min: 10, max: 90, unit: points }
      weight: { kind: number, decimals: 1, min: 60, missing: "?" }
      waited: { kind: integer, sentinel: -1 }
      secret: { drop: true }
    entity: { column: patient_id, maxRows: 2 }
`

const original = visitsCsv().trim().split('\n')
let report: TableReport
let twin: Record<string, string>[]

beforeAll(async () => {
  const input = path.join(dir, 'visits.csv')
  const outputDir = path.join(dir, 'twins')
  mkdirSync(outputDir)
  writeFileSync(input, visitsCsv())
  const { tables } = await synthesize({
    inputPaths: [input],
    outputDir,
    tempDir: dir,
    schema: parseSchema(SCHEMA, 'schema.yaml'),
    rows: 800,
    random: seededRandom(11),
  })
  report = tables[0]!
  const [header, ...lines] = readFileSync(report.path, 'utf8').trim().split('\n')
  const names = header!.split(',')
  twin = lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, j) => [names[j]!, cell])),
  )
})

test('nothing that identifies anybody in the original is in the twin', () => {
  const names = original[0]!.split(',')
  for (const column of [...PERSONAL, 'note']) {
    const real = new Set(original.slice(1).map((line) => line.split(',')[names.indexOf(column)]!))
    expect(real.size, column).toBeGreaterThan(1)
    expect(
      twin.filter((row) => real.has(row[column]!)),
      column,
    ).toEqual([])
  }
  const text = readFileSync(report.path, 'utf8')
  for (const trace of ['Realname', 'Realstreet', 'corp.test', 'nobody else', 'PT-000037']) {
    expect(text).not.toContain(trace)
  }
})

test('the twin keeps to what is declared', () => {
  expect(Object.keys(twin[0]!)).toEqual([
    'visit_no',
    ...PERSONAL,
    'ward',
    'score',
    'weight',
    'waited',
    'note',
  ])
  for (const { visit_no, ward, score, weight } of twin) {
    expect(visit_no).toMatch(/^V-\d{4}$/)
    expect(['north', 'south', 'east', 'Other']).toContain(ward)
    expect(Number(score)).toBeGreaterThanOrEqual(10)
    expect(Number(score)).toBeLessThanOrEqual(90)
    expect(weight).toMatch(/^(\d+\.\d|\?)$/)
  }
  expect(new Set(twin.map(({ visit_no }) => visit_no)).size).toBe(800)
  const shareOf = (value: string) => twin.filter(({ ward }) => ward === value).length / 800
  expect(shareOf('north')).toBeGreaterThan(0.3)
  expect(shareOf('east')).toBeLessThan(0.15)
})

test('values beyond declared bounds are cut off at them, not lost', () => {
  const above = twin.filter(({ score }) => Number(score) > 80).length / 800
  expect(above).toBeGreaterThan(0.25)
})

test('a bound without the other is kept, and what is beyond it is cut off at it', () => {
  const weights = twin.flatMap(({ weight }) => (weight === '?' ? [] : [Number(weight)]))
  expect(Math.min(...weights)).toBe(60)
  expect(Math.max(...weights)).toBeGreaterThan(90)
  const share = weights.filter((weight) => weight < 61).length / weights.length
  expect(share).toBeGreaterThan(0.1)
  expect(share).toBeLessThan(0.3)
})

test('a number that stands for missing values is none in the twin, whose cells are missing', () => {
  const waited = twin.map((row) => row.waited!)
  const numbers = waited.filter((cell) => cell !== '').map(Number)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  const share = 1 - numbers.length / waited.length
  expect(share).toBeGreaterThan(0.15)
  expect(share).toBeLessThan(0.35)
  expect(report.published.privacy.guarantee).toContain(
    'that -1 stands for a missing value in waited',
  )
})

test('the guarantee is given to the entity, and names what is public and no more', () => {
  const { unit, rhoSpent, rhoBudget, guarantee } = report.published.privacy
  expect(unit).toBe('entity')
  expect(rhoSpent!).toBeLessThanOrEqual(rhoBudget! * (1 + 1e-9))
  expect(guarantee).toContain('per entity (add or remove all rows with one value of "patient_id")')
  expect(guarantee).toContain('At most 2 rows of each, drawn at random, count')
  expect(guarantee).toContain('declared bounds, categories or units of ward, score, weight')
  expect(guarantee).toContain(
    'All else is covered. So are the noisy votes that decided types of all columns but visit_no, patient_id, ward, score, weight, waited; usual shapes of the values of patient_id; signs for missing values of all columns but visit_no, patient_id, ward, score, weight, waited.',
  )
  expect(guarantee).not.toContain('decimals of')
  expect(guarantee).not.toContain('secret')
})
