import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { isLong } from '../../../testing/test-length.ts'
import { guaranteeText } from '../../evaluate/privacy/guarantee.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { ColumnKind } from '../../schema/column-schema.ts'
import { inferKind } from '../../schema/infer/infer-column.ts'
import { planVotes, unitOf } from '../private/budget.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import { openLedger, rhoSpent } from '../private/privacy-ledger.ts'
import { tallyTexts } from './tally-texts.ts'
import { type Ballot, voteOnColumns } from './vote-columns.ts'

const ROWS = 2000
const SEEDS = isLong ? 200 : 50
/** Allows one of 200 seeds to decide otherwise. */
const UNLUCKY = isLong ? 1 : 0
/** Sets the number of tables in which a vote is close. */
const CLOSE = isLong ? 8 : 2

/** A table of every kind of column, written as files do. */
const TABLE: Record<string, (row: number) => string> = {
  amount: (row) => (1000 + ((row * 7919) % 90_000) / 100).toFixed(2),
  count: (row) => String((row * 31) % 70),
  seen: (row) => new Date(Date.UTC(2019, 0, 1 + (row % 700))).toISOString().slice(0, 10),
  city: (row) => ['Rome', 'Oslo', 'Lima'][row % 3]!,
  order_id: (row) => `A-${10_000 + row}`,
  active: (row) => (row % 3 === 0 ? 'yes' : 'no'),
}

const KINDS = ['number', 'integer', 'date', 'category', 'key', 'boolean']

/** Seven rows unlike all others, each of which decided something when no noise was added. */
const PROBES: Record<string, string>[] = [
  { count: 'many' },
  { count: '3.123456789' },
  { count: '007' },
  { count: '99999999999999' },
  { amount: '0.123456789' },
  { seen: 'yesterday', active: 'perhaps' },
  { order_id: 'A-10000', city: 'p0@corp.test' },
]

function ballots(rows: number, probe?: Record<string, string>, texts = TABLE): Ballot[] {
  return Object.entries(texts).map(([name, textOf]) => {
    const counts = new Map<string, number>()
    const add = (text: string) => counts.set(text, (counts.get(text) ?? 0) + 1)
    for (let row = 0; row < rows; row++) add(textOf(row))
    if (probe) add(probe[name] ?? textOf(0))
    return { name, kind: null, isFormOpen: true, isPatternOpen: true, tally: tallyTexts(counts) }
  })
}

type Decided = { kind: string; decimals: number; format: string; mask: string }

function decide(of: Ballot[], seed: number, epsilon = 3): Decided[] {
  const ledger = openLedger(1)
  const plan = planVotes(epsilon, 1e-6, 1, 1)
  const profiles = voteOnColumns(of, { plan, ledger, random: seededRandom(seed) })
  expect(rhoSpent(ledger)).toBeLessThanOrEqual(plan.rho * (1 + 1e-9))
  return profiles.map((profile) => {
    const { kind } = inferKind(profile)
    return {
      kind,
      decimals: kind === 'number' ? profile.decimals : 0,
      format: profile.dateFormats[0]?.format ?? '',
      mask: kind === 'key' ? profile.mask : '',
    }
  })
}

test('every kind stays as it is when one row is unlike all others, but for one seed in 200', {
  tags: 'scaled',
}, () => {
  for (const probe of [undefined, ...PROBES]) {
    const of = ballots(ROWS, probe)
    let changed = 0
    for (let seed = 1; seed <= SEEDS; seed++) {
      const kinds = decide(of, seed).map(({ kind }) => kind)
      if (kinds.join() !== KINDS.join()) changed++
    }
    expect(changed, JSON.stringify(probe)).toBeLessThanOrEqual(UNLUCKY)
  }
})

/** Returns the sentences of the published report that depend on the columns. */
function publishedText(decided: Decided[]): string {
  const columns = decided.map(({ kind }, j) => ({
    ...blankColumn,
    name: `column ${j}`,
    kind: kind as ColumnKind,
    inferred: kind === 'number' ? ['type' as const, 'decimals' as const] : ['type' as const],
  }))
  return guaranteeText(
    { epsilon: 3, delta: 1e-6, unit: unitOf({ columns, entity: null }) },
    columns,
    false,
  )
}

/**
 * Bounds how much likelier an event is in one of two neighboring tables: by more than the guarantee
 * of the votes alone allows, with four deviations of the counts to spare.
 */
function isAllowed(a: number, b: number, runs: number, epsilon: number, delta: number): boolean {
  const [more, less] = [Math.max(a, b) / runs, Math.min(a, b) / runs]
  const spread =
    4 * Math.sqrt((more * (1 - more) + Math.exp(2 * epsilon) * less * (1 - less)) / runs)
  return more <= Math.exp(epsilon) * less + delta + spread + 10 / runs
}

test('no decision is much likelier with one row more, also where a vote is close', {
  tags: 'scaled',
}, () => {
  const random = seededRandom(11)
  const below = (bound: number) => random.nextUint32() % bound
  const odd = ['x', '1.5', '007', '2020-01-02', 'p@corp.test', '', '12', 'yes', 'a b c d e f']
  const { rho } = planVotes(3, 1e-6, 1, 1)
  const sigma = sigmaOfRho((0.7 * rho) / 3)
  for (let table = 0; table < CLOSE; table++) {
    // As many odd values as the votes tolerate, or see: one more would turn them, were there no noise.
    const share = Math.floor([4.5, 4][table % 2]! * sigma)
    const kind = odd[table]!
    const texts = {
      a: (row: number) => (row < share ? kind : String(10 + (row % 90))),
      b: (row: number) => (row < share / 2 ? kind : `${row % 7}.${row % 10}`),
      order_id: (row: number) => `K${row % (400 + share)}`,
    }
    const probe = { a: kind, b: odd[below(odd.length)]!, order_id: 'K-1' }
    const [without, with_] = [ballots(700, undefined, texts), ballots(700, probe, texts)]
    const counts = new Map<string, [number, number]>()
    const RUNS = 150
    for (let seed = 0; seed < RUNS; seed++) {
      for (const [side, of] of [without, with_].entries()) {
        const decided = decide(of, 1000 * table + 2 * seed + side)
        const events = [...decided.map((each, j) => `${j} ${JSON.stringify(each)}`)]
        for (const key of [...events, publishedText(decided)]) {
          const pair = counts.get(key) ?? [0, 0]
          pair[side]!++
          counts.set(key, pair)
        }
      }
    }
    // rho-zCDP is (rho + 2 sqrt(rho ln(1 / delta)), delta)-DP.
    const delta = 0.01
    const epsilon = rho + 2 * Math.sqrt(rho * Math.log(1 / delta))
    for (const [event, [a, b]] of counts) {
      expect(isAllowed(a, b, RUNS, epsilon, delta), `${event}: ${a}, ${b}`).toBe(true)
    }
  }
})

test('a unit of m rows is told as little as a row: the noise is m times as large', () => {
  const of = (rows: number) => planVotes(3, 1e-6, rows, 1)
  expect(of(5).rho * 25).toBeCloseTo(of(1).rho, 12)
  const ledger = openLedger(1, 5)
  voteOnColumns(ballots(500), { plan: of(5), ledger, random: seededRandom(1) })
  expect(rhoSpent(ledger)).toBeLessThanOrEqual(of(1).rho * (1 + 1e-9))
})

test('too few rows to vote make categories, and kinds by name, and hardly ever something else', {
  tags: 'scaled',
}, () => {
  const texts = { amount_usd: TABLE.amount!, customer_id: TABLE.order_id!, city: TABLE.city! }
  const of = ballots(100, undefined, texts)
  let other = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const kinds = decide(of, seed, 0.5).map(({ kind }) => kind)
    if (kinds.join() !== 'integer,key,category') other++
  }
  expect(other).toBeLessThan(0.05 * SEEDS)
})
