/** Changes between two twins, from what was released of them alone: their own rows and their reports. Pure. */
import {
  type ColumnChange,
  type ColumnState,
  columnKinds,
  type ReportColumn,
  type RevisionChanges,
} from '@semblance/contract'
import type { Twin } from '../deliveries/service.ts'
import { figuresOf } from '../listings/service.ts'

type Plot = NonNullable<ReportColumn['plot']>
type Placed = { table: string; column: ReportColumn }

/** Limits the values of a column whose shares are stated, those that changed most first. */
const SHOWN_VALUES = 4

/** Compares two twins, column by column; those that changed most first. Null where one states no guarantee. */
export function changesOf(
  before: { number: number; twin: Twin },
  after: { number: number; twin: Twin },
): RevisionChanges | null {
  const [from, to] = [stateOf(before), stateOf(after)]
  if (!from || !to) return null
  const [old, young] = [columnsOf(before.twin), columnsOf(after.twin)]
  const keys = new Set([...young.keys(), ...old.keys()])
  const columns = [...keys].map((key) => changeOf(old.get(key), young.get(key)))
  return { from, to, columns: columns.toSorted((a, b) => (b.shift ?? 1) - (a.shift ?? 1)) }
}

function stateOf({ number, twin }: { number: number; twin: Twin }): RevisionChanges['from'] | null {
  const figures = figuresOf(twin)
  return (
    figures && {
      number,
      records: figures.records,
      columns: figures.columns,
      accuracyPercent: figures.accuracy.percent,
      epsilon: figures.epsilon,
      deliveredAt: figures.deliveredAt,
    }
  )
}

/** Keys columns by table and name; the table of a twin that has one alone goes by no name, as files may be named by their day. */
function columnsOf({ tables }: Twin): Map<string, Placed> {
  const isSole = tables.length === 1
  return new Map(
    tables.flatMap(({ name: table, report }) =>
      report.columns.map((column) => [
        JSON.stringify([isSole ? '' : table, column.name]),
        { table, column },
      ]),
    ),
  )
}

function changeOf(old: Placed | undefined, young: Placed | undefined): ColumnChange {
  const { table, column } = young ?? old ?? never()
  const [a, b] = [old?.column.plot ?? null, young?.column.plot ?? null]
  return {
    table,
    name: column.name,
    kind: columnKinds.find((kind) => kind === column.kind) ?? null,
    presence: old && young ? 'both' : young ? 'added' : 'removed',
    shift: old && young ? shiftBetween(a, b) : null,
    before: old ? stateOfColumn(old.column, b) : null,
    after: young ? stateOfColumn(young.column, a) : null,
  }
}

function never(): never {
  throw new Error('A column of no twin.')
}

/** Returns the total variation between the distributions that both twins have, 0 to 1; null where they cannot be compared. */
export function shiftBetween(a: Plot | null, b: Plot | null): number | null {
  if (!a || !b || a.type !== b.type) return null
  if (a.type === 'categories' && b.type === 'categories') {
    const [before, after] = [sharesOf(a), sharesOf(b)]
    const labels = new Set([...before.keys(), ...after.keys()])
    return half([...labels].map((label) => (after.get(label) ?? 0) - (before.get(label) ?? 0)))
  }
  if (a.type === 'histogram' && b.type === 'histogram') {
    const edges = [...new Set([...a.edges, ...b.edges])].toSorted((x, y) => x - y)
    const [before, after] = [below(a), below(b)]
    return half(
      edges
        .slice(1)
        .map(
          (edge, i) =>
            after(edge) - after(edges[i] ?? edge) - before(edge) + before(edges[i] ?? edge),
        ),
    )
  }
  return null
}

const half = (differences: number[]) =>
  Math.min(1, differences.reduce((sum, each) => sum + Math.abs(each), 0) / 2)

const sharesOf = ({ labels, synthetic }: Extract<Plot, { type: 'categories' }>) =>
  new Map(labels.map((label, i) => [label, synthetic[i] ?? 0]))

/** Returns a function of the share of rows below a value, which are taken as spread evenly within each bin. */
function below({ edges, synthetic }: Extract<Plot, { type: 'histogram' }>) {
  return (value: number) =>
    synthetic.reduce((sum, share, i) => {
      const [low, high] = [edges[i] ?? 0, edges[i + 1] ?? 0]
      const part = high > low ? (value - low) / (high - low) : value >= high ? 1 : 0
      return sum + share * Math.min(1, Math.max(0, part))
    }, 0)
}

/** States the middle half of a number as the twin's rows have it, or the shares of values that differ most from the other twin's. */
function stateOfColumn({ plot, numbers }: ReportColumn, other: Plot | null): ColumnState | null {
  const quantile = (id: string) =>
    numbers?.figures.find((figure) => figure.id === id)?.synthetic ?? null
  const [low, median, high] = [quantile('q25'), quantile('q50'), quantile('q75')]
  if (numbers && low !== null && median !== null && high !== null)
    return { type: 'range', low, median, high, format: numbers.format }
  if (plot?.type !== 'categories') return null
  const theirs = other?.type === 'categories' ? sharesOf(other) : new Map<string, number>()
  const own = sharesOf(plot)
  const labels = [...new Set([...own.keys(), ...theirs.keys()])]
  const changed = labels.toSorted(
    (x, y) => difference(y) - difference(x) || (own.get(y) ?? 0) - (own.get(x) ?? 0),
  )
  function difference(label: string) {
    return Math.abs((own.get(label) ?? 0) - (theirs.get(label) ?? 0))
  }
  return {
    type: 'shares',
    values: changed.slice(0, SHOWN_VALUES).map((label) => ({ label, share: own.get(label) ?? 0 })),
  }
}
