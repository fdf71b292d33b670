/**
 * The tables of the accuracy bench, by name: public ones, whose files argument `directory` holds, and small simulated ones.
 * Noise is large next to the few rows of those, so that ideas which help tables of tens of thousands of rows may cost them.
 */
import {
  type RandomSource,
  uniform,
  uniformBelow,
} from '../../packages/synth/src/random/random-source.ts'
import { seededRandom } from '../../packages/synth/src/random/seeded-random.ts'
import type { Relations } from './figures.ts'
import { declareDomain, readRecords, type Table, type TableColumn, tableOf } from './tables.ts'

const ADULT_COLUMNS =
  'age workclass fnlwgt education education_num marital_status occupation relationship race sex capital_gain capital_loss hours_per_week native_country income'
const PIMA_COLUMNS = 'pregnancies glucose pressure skin insulin bmi pedigree age diabetes'

/** UCI Adult, 48,842 rows x 15, "?" as missing. */
export function adult(directory: string): Table {
  const train = readRecords(directory, 'adult_train.csv')
  const test = readRecords(directory, 'adult_test.csv')
  const records = [...train, ...test].filter((record) => record.length === 15)
  const cells = records.map((record) => [...record.slice(0, 14), record[14]!.replace('.', '')])
  return tableOf(ADULT_COLUMNS.split(' '), cells)
}

/** Width of the 100 cells of the final weight, from its least to its largest value. */
const WEIGHT_LOW = 12_285
const WEIGHT_WIDTH = (1_490_400 - WEIGHT_LOW) / 100

/**
 * Maps the ordered columns of Adult to the codes of private-pgm's adult.csv, with the bounds of
 * adult-domain.json.
 */
const CODED: Record<string, { bounds: [number, number]; code: (value: number) => number }> = {
  age: { bounds: [0, 84], code: (value) => value - 16 },
  fnlwgt: {
    bounds: [0, 99],
    code: (value) => Math.min(99, Math.floor((value - WEIGHT_LOW) / WEIGHT_WIDTH)),
  },
  education_num: { bounds: [0, 15], code: (value) => value - 1 },
  capital_gain: { bounds: [0, 99], code: (value) => Math.min(99, Math.floor(value / 1000)) },
  capital_loss: { bounds: [0, 99], code: (value) => Math.floor(value / 50) },
  hours_per_week: { bounds: [0, 98], code: (value) => value - 1 },
}

/**
 * Adult as private-pgm has it, 48,842 x 14 with 2 to 100 codes per column: education left out, missing values a
 * category. The domain is public, as it is to private-pgm.
 */
export function codedAdult(directory: string): Table {
  const { rowCount, columns } = adult(directory)
  const coded = columns
    .filter(({ schema }) => schema.name !== 'education')
    .map((column): TableColumn => {
      const coding = CODED[column.schema.name]
      if (coding) return { ...column, values: column.values.map(coding.code) }
      const unknown = column.labels.length
      if (!column.values.some(Number.isNaN)) return column
      const values = column.values.map((value) => (Number.isNaN(value) ? unknown : value))
      return { ...column, labels: [...column.labels, '?'], values }
    })
  const bounds = Object.entries(CODED).map(([name, coding]) => [name, coding.bounds])
  return declareDomain({ rowCount, columns: coded }, Object.fromEntries(bounds))
}

/** UCI credit card default, 30,000 x 24 without its ID: six months of bills, payments and arrears. */
export function credit(directory: string): Table {
  return withoutFirstColumn(readRecords(directory, 'uci_credit_card_default.csv.gz'))
}

/** Telco churn, 7,043 x 20 without its ID. */
export function telco(directory: string): Table {
  return withoutFirstColumn(readRecords(directory, 'telco_churn.csv'))
}

function withoutFirstColumn([header, ...records]: string[][]): Table {
  return tableOf(
    header!.slice(1),
    records.map((record) => record.slice(1)),
  )
}

/** Pima diabetes, 768 x 9. */
export function pima(directory: string): Table {
  return tableOf(PIMA_COLUMNS.split(' '), readRecords(directory, 'pima_diabetes.csv'))
}

/** California housing, 20,640 x 10: caps, whole numbers written "880.0", places. */
export function housing(directory: string): Table {
  return withHeader(readRecords(directory, 'housing.csv.gz'))
}

/** Diamonds, 53,940 x 10: sizes that determine weight and depth. */
export function diamonds(directory: string): Table {
  return withHeader(readRecords(directory, 'diamonds.csv.gz'))
}

/** Online shoppers, 12,330 x 18: long tails, rare codes. */
export function shoppers(directory: string): Table {
  return withHeader(readRecords(directory, 'shoppers.csv.gz'))
}

function withHeader([header, ...records]: string[][]): Table {
  return tableOf(header!, records)
}

/** Grams of a diamond of 1 cubic millimeter's box, in carats: a fit of weight to sizes. */
const CARATS_PER_BOX = 0.0061

/** Returns what nearly all rows of the table keep, by its name in the bench. */
export function relationsOf(name: string, table: Table): Relations {
  return name === 'adult' ? educationNumbers(table) : (RELATIONS[name] ?? {})
}

/** Each education of Adult has its number. */
function educationNumbers({ columns }: Table): Relations {
  const [names, numbers] = ['education', 'education_num'].map(
    (name) => columns.find(({ schema }) => schema.name === name)!.values,
  )
  const numberOf = new Map([...names!].map((code, row) => [code, numbers![row]!]))
  return {
    'education against its number': (row) => numberOf.get(row.education!) !== row.education_num!,
  }
}

const RELATIONS: Record<string, Relations> = {
  housing: {
    'west of -124.4': (row) => row.longitude! < -124.4,
    'value above 500001': (row) => row.median_house_value! > 500_001,
    'fractional population': (row) => row.population! % 1 !== 0,
    'bedrooms > rooms': (row) => row.total_bedrooms! > row.total_rooms!,
    'households > population': (row) => row.households! > row.population!,
  },
  diamonds: {
    '|x - y| > 0.5': (row) => Math.abs(row.x! - row.y!) > 0.5,
    'weight off sizes by 20%': (row) =>
      Math.abs(row.x! * row.y! * row.z! * CARATS_PER_BOX - row.carat!) > 0.2 * row.carat!,
    'depth off sizes by 2': (row) => Math.abs((200 * row.z!) / (row.x! + row.y!) - row.depth!) > 2,
  },
  shoppers: { 'BounceRates > ExitRates': (row) => row.BounceRates! > row.ExitRates! },
  credit: { 'limit not a multiple of 10,000': (row) => row.LIMIT_BAL! % 10_000 !== 0 },
}

/** Describes a simulated table; `target` is the column that usefulness is measured on. */
type SmallTable = { rows: number; names: string; target: number; row: (draw: Draw) => unknown[] }

type Draw = {
  uniform: () => number
  normal: () => number
  below: (bound: number) => number
  /** One of the values, by weights. */
  pick: <Value>(values: Value[], weights: number[]) => Value
}

/** Half of the rows are held out; a table is the same at every call. */
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
