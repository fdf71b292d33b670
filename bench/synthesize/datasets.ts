/** The public tables of the accuracy bench, by name; argument `directory` holds their files. */
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
