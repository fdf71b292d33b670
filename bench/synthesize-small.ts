/**
 * Simulates the small tables of the accuracy bench. Noise is large next to their few rows, so that ideas which help public
 * tables of tens of thousands of rows may cost these. A table is the same at every call.
 */

import {
  type RandomSource,
  uniform,
  uniformBelow,
} from '../packages/synth/src/random/random-source.ts'
import { seededRandom } from '../packages/synth/src/random/seeded-random.ts'
import { type Table, tableOf } from './synthesize-tables.ts'

/** Describes a simulated table; `target` is the column that usefulness is measured on. */
type SmallTable = { rows: number; names: string; target: number; row: (draw: Draw) => unknown[] }

type Draw = {
  uniform: () => number
  normal: () => number
  below: (bound: number) => number
  /** One of the values, by weights. */
  pick: <Value>(values: Value[], weights: number[]) => Value
}

/** Half of the rows are held out. */
export const SMALL_TABLES: Record<string, SmallTable> = {
  /** Ages and incomes; one city has a range of incomes of its own. */
  people: {
    rows: 4000,
    names: 'city age income children active',
    target: 4,
    row: ({ pick, below, uniform }) => {
      const city = pick(['Rome', 'Oslo', 'Lima'], [0.4, 0.3, 0.3])
      const age = 18 + below(60)
      const income = city === 'Oslo' ? 4000 + below(2000) : 1000 + below(2000)
      const active = uniform() < (age < 40 ? 0.8 : 0.3) ? 'yes' : 'no'
      return [city, age, income, pick([0, 1, 2, 3, 4], [0.4, 0.25, 0.2, 0.1, 0.05]), active]
    },
  },
  /** Two narrow ranges away from zero, and readings that follow them. */
  sensors: {
    rows: 2000,
    names: 'room temperature humidity pressure state',
    target: 4,
    row: ({ pick, normal, below }) => {
      const temperature = 18 + below(60) / 10
      const humidity = Math.round(65 - 1.5 * (temperature - 18) + 2 * normal())
      const pressure = (1013 + 4 * normal()).toFixed(1)
      const state = temperature + 0.4 * normal() > 21.5 ? 'on' : 'off'
      return [pick(['hall', 'lab'], [0.5, 0.5]), temperature.toFixed(1), humidity, pressure, state]
    },
  },
  /** Few and round numbers, and an amount that is a product. */
  orders: {
    rows: 3000,
    names: 'product quantity price discount amount returned',
    target: 5,
    row: ({ pick, below, uniform }) => {
      const product = pick(['pen', 'bag', 'lamp', 'desk'], [0.4, 0.3, 0.2, 0.1])
      const price = { pen: 1.99, bag: 24.5, lamp: 59, desk: 249 }[product]!
      const quantity = 1 + below(product === 'pen' ? 20 : 4)
      const discount = pick([0, 5, 10, 25], [0.6, 0.2, 0.15, 0.05])
      const amount = (quantity * price * (1 - discount / 100)).toFixed(2)
      const returned = uniform() < (product === 'desk' ? 0.3 : 0.08) ? 'yes' : 'no'
      return [product, quantity, price, discount, amount, returned]
    },
  },
  /** Mostly zeros, and a tail over four decades. */
  claims: {
    rows: 4000,
    names: 'age years claims paid fraud',
    target: 4,
    row: ({ below, uniform, normal }) => {
      const age = 18 + below(70)
      const years = Math.min(age - 18, Math.floor(-8 * Math.log(1 - uniform())))
      const claims = uniform() < 0.7 ? 0 : 1 + Math.floor(-Math.log(1 - uniform()))
      const paid = claims === 0 ? 0 : Math.round(claims * Math.exp(6.5 + 1.2 * normal()))
      const fraud = paid > 0 && uniform() < (paid > 2000 ? 0.4 : 0.1) ? 'yes' : 'no'
      return [age, years, claims, paid, fraud]
    },
  },
  /** Answers from 1 to 5 that go together. */
  survey: {
    rows: 800,
    names: 'group q1 q2 q3 q4 q5 q6 recommends',
    target: 7,
    row: ({ pick, normal }) => {
      const mood = normal()
      const answer = () => Math.max(1, Math.min(5, Math.round(3 + mood + 0.7 * normal())))
      const answers = Array.from({ length: 6 }, answer)
      const group = pick(['18-29', '30-49', '50+'], [0.3, 0.4, 0.3])
      return [group, ...answers, mood + 0.5 * normal() > 0 ? 'yes' : 'no']
    },
  },
  /** Measurements with decimals, some missing, of which some go together. */
  laboratory: {
    rows: 1200,
    names: 'sex age weight height pulse glucose diabetic',
    target: 6,
    row: ({ pick, normal, below, uniform }) => {
      const sex = pick(['f', 'm'], [0.5, 0.5])
      const height = (sex === 'm' ? 178 : 165) + 7 * normal()
      const weight = 22 * (height / 100) ** 2 * Math.exp(0.2 + 0.15 * normal())
      const age = 20 + below(65)
      const glucose = Math.exp(1.6 + 0.004 * (weight - 75) + 0.004 * (age - 50) + 0.2 * normal())
      const pulse = uniform() < 0.15 ? '' : Math.round(72 + 9 * normal())
      const diabetic = glucose + 0.8 * normal() > 7 ? 'yes' : 'no'
      return [sex, age, weight.toFixed(1), height.toFixed(0), pulse, glucose.toFixed(2), diabetic]
    },
  },
}

/** Returns a simulated table by its name. */
export function smallTable(name: string): Table {
  const { rows, names, row } = SMALL_TABLES[name]!
  const draw = drawFrom(seededRandom(1))
  const records = Array.from({ length: rows }, () => row(draw).map(String))
  return tableOf(names.split(' '), records)
}

function drawFrom(random: RandomSource): Draw {
  const next = () => uniform(random)
  return {
    uniform: next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    below: (bound) => uniformBelow(random, bound),
    pick: (values, weights) => {
      const at = next() * weights.reduce((sum, weight) => sum + weight, 0)
      let below = 0
      const place = weights.findIndex((weight) => {
        below += weight
        return at < below
      })
      return values[place] ?? values.at(-1)!
    },
  }
}
