import type { BudgetPlan, PrivacyUnit } from '../../model/private/budget.ts'
import type { TotalSpent } from '../../model/private/spent-budget.ts'
import { CLIPPED_RANK, MIN_BIN_ROWS } from '../../model/protected/guarded-cells.ts'
import { MIN_LEAF_ROWS } from '../../model/protected/protected-tree.ts'
import type { ColumnSchema, InferredFact } from '../../schema/column-schema.ts'
import type { SeriesPlan } from '../../schema/series-plan.ts'

/** Describes the guarantee in plain words: the claim, the protected unit, and exactly its exclusions. */
export function guaranteeText(
  { epsilon, delta, unit }: Pick<BudgetPlan, 'epsilon' | 'delta' | 'unit'>,
  columns: ColumnSchema[],
  hasRules: boolean,
  series?: SeriesPlan,
): string {
  return [
    `${unit.family ? 'The twins of all related tables and their reports' : 'The twin and this report'} together satisfy (${epsilon}, ${deltaText(delta)})-differential privacy per ${neighborText(unit)}, by discrete Gaussian noise and zero-concentrated accounting.`,
    unitText(unit),
    `Taken as public, and not covered: ${publicFacts(columns, hasRules, unit, series).join('; ')}.`,
    ['All else is covered.', ...votedText(columns)].join(' '),
    'Categories that are not declared are found privately, and rare ones pooled as "Other".',
    'Every further run on the same original spends again.',
  ].join(' ')
}

/** Describes in words the difference between two neighboring tables that cannot be distinguished. */
function neighborText({ entity, family }: PrivacyUnit): string {
  if (family) {
    const hanging = family.others.map(({ table, rows }) => `at most ${rows} of ${table}`)
    return `row of "${family.root}" with all rows that hang on it (add or remove it with ${hanging.join(', ')})`
  }
  return entity === null
    ? 'row (add or remove one row)'
    : `entity (add or remove all rows with one value of "${entity}")`
}

function unitText({ entity, rows, family }: PrivacyUnit): string {
  if (family) {
    return `More rows than those do not count, nor do rows that hang on none. One person with several rows of "${family.root}" is protected less.`
  }
  return entity === null
    ? 'One person with several rows is protected less.'
    : `At most ${count(rows, 'row')} of each, drawn at random, ${rows === 1 ? 'counts' : 'count'}; rows without a value there count as entities of their own.`
}

/** Describes in words the guarantee that all runs on the same original satisfy together. */
export function totalText(total: TotalSpent | null): string {
  return total
    ? `With the earlier runs on the same original, all of them together satisfy (${roundedUp(total.epsilon)}, ${deltaText(total.delta)})-differential privacy: rho ${total.rhoSpent.toFixed(4)} in all.`
    : 'An earlier run on the same original was without a formal guarantee, so all of them together have none.'
}

/** Rounds epsilon up to two decimals. */
function roundedUp(epsilon: number): string {
  return (Math.ceil(100 * epsilon) / 100).toFixed(2)
}

/** Labels protected mode: its guards, that they prove nothing, and what they do not stop. */
export function protectedText(): string {
  return [
    'Protected by guards, without a formal guarantee: there is no epsilon to claim.',
    `Every value is drawn from at least ${MIN_LEAF_ROWS} rows of the original, and within these from ranges and labels that more than one row has; labels and ranges of fewer than ${MIN_BIN_ROWS} rows are pooled, the ${CLIPPED_RANK - 1} lowest and highest values of a column are cut off, and numbers are redrawn within their range.`,
    'Guards lower what a twin shows of a single row, and checks test for some of it; neither bounds it. Someone who knows nearly all other rows may find out whether a row unlike them was there.',
    'What the columns are is read from the data exactly. The figures of this report have no noise. Where a bound is needed, the twin has to be made in private mode.',
  ].join(' ')
}

/** Says what of the columns was decided by votes that the budget paid for. */
function votedText(columns: ColumnSchema[]): string[] {
  const voted = FACTS.flatMap(([fact, words]) =>
    named(
      `${words} of`,
      columns.filter(({ inferred }) => inferred.includes(fact)),
      columns,
    ),
  )
  return voted.length > 0 ? [`So are the noisy votes that decided ${voted.join('; ')}.`] : []
}

/**
 * Lists the facts that the twin reveals in addition to the paid counts: declared by the owner, or
 * taken from the data without noise.
 */
function publicFacts(
  columns: ColumnSchema[],
  hasRules: boolean,
  { family }: PrivacyUnit,
  series?: SeriesPlan,
): string[] {
  const isDeclared = ({ bounds, range, values, unit }: ColumnSchema) =>
    bounds !== null || range !== undefined || values !== null || unit !== null
  return [
    'which columns there are, their names and their order',
    'how the file or database writes them (delimiter, header, notation of numbers, types of stored columns)',
    'the order of magnitude of the row count, and that it is at least 100',
    ...(family ? familyFacts(family) : []),
    ...(hasRules ? ['declared rules between columns'] : []),
    ...(series ? seriesFacts(series, columns) : []),
    ...named(
      'declared kinds of',
      columns.filter(({ inferred }) => !inferred.includes('type')),
      columns,
    ),
    ...named('declared bounds, categories or units of', columns.filter(isDeclared), columns),
    ...columns.flatMap(({ name, sentinel }) =>
      sentinel === undefined ? [] : [`that ${sentinel} stands for a missing value in ${name}`],
    ),
  ]
}

function familyFacts({ others }: NonNullable<PrivacyUnit['family']>): string[] {
  const usual = others.flatMap(({ table, isUsual }) => (isUsual ? [table] : []))
  return [
    'that the keys by which tables refer to each other are there, and unique, and that at least 100 rows of each other table hang on them',
    ...(usual.length > 0
      ? [`how many rows of ${usual.join(', ')} may count, by what 95% of the file's have`]
      : []),
  ]
}

function seriesFacts({ time }: SeriesPlan, columns: ColumnSchema[]): string[] {
  const { name } = columns[time]!
  return [
    `that rows follow each other by ${name}`,
    `the usual step of ${name}, its median in the file`,
  ]
}

const FACTS: [InferredFact, string][] = [
  ['type', 'types'],
  ['decimals', 'decimals'],
  ['date format', 'date formats'],
  ['pattern', 'usual shapes of the values'],
  ['sign for missing values', 'signs for missing values'],
]

/** More names than this would hide the sentence they stand in. */
const MAX_NAMED = 8

function named(what: string, some: ColumnSchema[], all: ColumnSchema[]): string[] {
  if (some.length === 0) return []
  if (some.length === all.length) return [`${what} all columns`]
  if (some.length > MAX_NAMED) {
    const others = all.filter((column) => !some.includes(column))
    return others.length > MAX_NAMED
      ? [`${what} ${some.length} of ${all.length} columns`]
      : [`${what} all columns but ${namesOf(others)}`]
  }
  return [`${what} ${namesOf(some)}`]
}

function namesOf(columns: ColumnSchema[]): string {
  return columns.map(({ name }) => name).join(', ')
}

function count(n: number, noun: string): string {
  return n === 1 ? `one ${noun}` : `${n} ${noun}s`
}

/** Formats a small number with two digits: 1e-6. */
export function deltaText(delta: number): string {
  return Number(delta.toPrecision(2)).toExponential()
}
