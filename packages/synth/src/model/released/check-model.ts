/** Checks that the parts of a stored model fit together: a forged file may contain anything. */
import type { FittedColumn } from '../fitted-model.ts'
import { cellsOfColumn } from '../fitted-rules.ts'
import { at } from '../pairs/at.ts'
import type { StoredTable } from './model-shape.ts'

type StoredModel = StoredTable['model']
type StoredPrivate = Extract<StoredModel, { pairs: unknown }>
type StoredProtected = Extract<StoredModel, { trees: unknown }>

/** Bins are counted in bytes. */
const MAX_BINS = 256

/** Returns what does not fit in the tables of a family, in the terms of the file; null if all does. */
export function misfitOf(tables: StoredTable[]): string | null {
  try {
    for (const [place, table] of tables.entries()) {
      checkColumns(table.model)
      checkRules(table.model)
      if ('pairs' in table.model) checkPairs(table.model)
      else checkTrees(table.model)
      checkLinks(tables, place)
    }
    return null
  } catch (error) {
    if (error instanceof Misfit) return error.message
    throw error
  }
}

class Misfit extends Error {}

function need(fits: boolean, what: string): asserts fits {
  if (!fits) throw new Misfit(what)
}

const isBelow = (values: ArrayLike<number>, limit: number): boolean =>
  Array.from(values).every((value) => value >= 0 && value < limit)

function checkColumns({ schemas, columns, context, rules }: StoredModel): void {
  const { plan } = rules
  need(plan.width === schemas.length, 'The plan has another number of columns.')
  need(plan.width <= plan.schemas.length, 'The plan has too few columns.')
  need(plan.uses.length === plan.schemas.length, 'A column of the plan has no use.')
  need(plan.ranges.length >= plan.width, 'A column of the plan has no range.')
  const lookedUp = [...rules.lookups.values()].flatMap(({ on }) => on)
  for (const column of [...columns, ...context, ...rules.alone.values(), ...lookedUp])
    checkColumn(column)
  for (const { index } of columns)
    need(plan.uses[index] === 'modeled', 'A modeled column is not in the plan.')
  for (const index of rules.alone.keys()) need(index < plan.width, 'A column is not in the table.')
}

function checkColumn({ schema, marginal, binning, values }: FittedColumn): void {
  const cells = values.type === 'grid' ? values.grid.starts.length : values.labels.length + 2
  const fits = (of: { length: number }) => of.length === cells
  need(
    fits(marginal.noisy) &&
      fits(marginal.variances) &&
      fits(binning.binOfCell) &&
      fits(binning.cellWeights),
    `The column ${schema.name} has counts of other cells than its own.`,
  )
  need(
    binning.binCount > 0 && binning.binCount <= MAX_BINS,
    `The column ${schema.name} has no bins.`,
  )
  need(isBelow(binning.binOfCell, binning.binCount), `A cell of ${schema.name} is in no bin.`)
  if (values.type === 'labels') return
  const { starts, fills } = values.grid
  const rises = starts.every((start, i) => i === 0 || start > at(starts, i - 1))
  need(starts.length > 1 && rises, `The cells of ${schema.name} are in no order.`)
  need(!fills || fills.length === cells - 1, `The cells of ${schema.name} are filled for others.`)
}

function checkRules({ columns, missingShares, rules }: StoredModel): void {
  const { plan, alone, lookups } = rules
  const made = new Set([...columns.map(({ index }) => index), ...alone.keys()])
  const isKnown = (column: number) => column < plan.schemas.length
  for (const derivation of plan.derivations) {
    const { column } = derivation
    need(isKnown(column), 'A rule is about no column.')
    if (derivation.type === 'lookup') {
      const lookup = lookups.get(column)
      need(lookup !== undefined, 'A dependency has no values.')
      const combinations = lookup.on.reduce((size, member) => size * cellsOfColumn(member), 1)
      need(lookup.results.length === combinations, 'A dependency has values of other columns.')
      need(lookup.on.length === derivation.on.length, 'A dependency is on other columns.')
      const { labels } = lookup
      const isValue = (value: number) => Number.isNaN(value) || value < labels!.length
      need(!labels || lookup.results.every(isValue), 'A dependency has a value without a label.')
      const pools = [...lookup.pools.values()]
      need(
        !labels || pools.every((pool) => pool.length <= labels.length + 1),
        'A pool has other labels.',
      )
    } else if (derivation.type === 'sum') {
      const { terms, rest, needed, yielding } = derivation
      const others = [...terms.map((term) => term.column), ...yielding, rest ?? 0, needed ?? 0]
      need(others.every(isKnown), 'A sum has a term that is no column.')
    } else {
      const others = [...derivation.bases.map((base) => base.column), derivation.difference]
      need(others.every(isKnown), 'An order is with no column.')
    }
    made.add(column)
  }
  for (const index of plan.schemas.slice(0, plan.width).keys())
    need(made.has(index) || missingShares.has(index), 'A column of the table has no values.')
}

function checkPairs({ columns, context, margins, pairs, orders, series }: StoredPrivate): void {
  const modeled = [...context, ...columns]
  need(margins.length === modeled.length, 'There are counts of other columns.')
  for (const [j, margin] of margins.entries())
    need(margin.length === at(modeled, j).binning.binCount, 'There are counts of other bins.')
  need(pairs.groups.length === margins.length, 'There are groups of other columns.')
  for (const [j, { groupOf, count }] of pairs.groups.entries())
    need(
      groupOf.length === at(margins, j).length && isBelow(groupOf, count),
      'A bin is in no group.',
    )
  const isPair = ({ a, b }: { a: number; b: number }) => a < b && b < margins.length
  for (const table of pairs.tables)
    need(
      isPair(table) &&
        table.counts.length === at(pairs.groups, table.a).count * at(pairs.groups, table.b).count,
      'A table of two columns has another size.',
    )
  for (const table of pairs.closer)
    need(
      isPair(table) &&
        table.cellOf.length === at(margins, table.a).length * at(margins, table.b).length &&
        isBelow(table.cellOf, table.counts.length),
      'A close table of two columns has another size.',
    )
  for (const { low, high } of orders)
    need(
      [low, high].every((j) => j < modeled.length && at(modeled, j).values.type === 'grid'),
      'An order is of columns that have none.',
    )
  if (series) checkSeries(series, columns)
}

function checkSeries(
  { plan, gap, devices, starts, steps }: NonNullable<StoredPrivate['series']>,
  columns: FittedColumn[],
): void {
  for (const column of [gap, ...(devices ? [devices.start, devices.length] : [])])
    checkColumn(column)
  const isModeled = (index: number) => columns.some((column) => column.index === index)
  need(isModeled(plan.time), 'A series has no time.')
  need(!plan.clock || isModeled(plan.clock.column), 'A series has no clock.')
  need(starts.length > 0, 'A series has no start.')
  need((devices !== null) === plan.hasMadeUpDevices, 'A series has other devices.')
  for (const { column, binCount, given, after, first, beside } of steps) {
    const own = [{ column, binCount }, ...given, ...(beside ? [beside] : [])]
    need(
      own.every((of) => columns[of.column]?.binning.binCount === of.binCount),
      'A step of a series is about other columns.',
    )
    const size = given.reduce((product, of) => product * of.binCount, 1)
    need(
      after.length === size * binCount * binCount &&
        first.length === size * binCount &&
        (!beside || beside.ratios.length === size * beside.binCount * binCount),
      'A step of a series has another size.',
    )
  }
}

function checkTrees({ columns, context, trees }: StoredProtected): void {
  need(trees.length === columns.length, 'There are trees of other columns.')
  const binsOf = [...context, ...columns].map(({ binning }) => binning.binCount)
  for (const [i, tree] of trees.entries()) {
    const target = context.length + i
    for (const [place, node] of tree.entries()) {
      if ('counts' in node) {
        need(node.counts.length === binsOf[target], 'A leaf counts other bins.')
        continue
      }
      const { column, goesLeft, left, right } = node
      // Nodes further on alone: so that a way down ends.
      need(
        column < target &&
          goesLeft.length >= at(binsOf, column) &&
          [left, right].every((next) => next > place && next < tree.length),
        'A tree leads nowhere.',
      )
    }
  }
}

function checkLinks(tables: StoredTable[], place: number): void {
  const { links, model } = at(tables, place)
  const { width } = model.rules.plan
  need(links.key === null || links.key < width, 'A key is no column.')
  need(links.children.length === 0 || links.key !== null, 'A table with children has no key.')
  const { parent } = links
  const above = parent && tables[parent.place]
  need(!parent || (parent.place < place && parent.column < width), 'A table hangs on no other.')
  need(
    model.context.length === (above?.model.columns.length ?? 0),
    'A table is drawn for another parent.',
  )
  need(
    (parent === null) === (place === 0) &&
      (!above || above.links.children.some((child) => child.place === place)),
    'Tables do not hang together.',
  )
  for (const { place: below, count, maxRows } of links.children) {
    need(tables[below]?.links.parent?.place === place, 'A child hangs on another table.')
    const counted = model.columns.find(({ index }) => index === count)
    const starts = counted?.values.type === 'grid' ? counted.values.grid.starts : null
    need(
      starts?.every((start) => start >= 0 && start <= maxRows + 1) ?? false,
      'A row has more children than may count.',
    )
  }
}
