/** A rule while its columns are being picked. */
import {
  type ColumnKind,
  isNumberKind,
  isPassedOn,
  isTimeKind,
  type RowRule,
  type RuleColumn,
} from '@semblance/contract'

export const ruleTypes = ['order', 'sum', 'dependency'] as const
export type RuleType = (typeof ruleTypes)[number]

export type RuleDraft = {
  type: RuleType
  /** The higher column, the total, or the column that is decided. */
  target: string | null
  /** The lower column, the parts, or the columns that decide. */
  from: string[]
  /** Permits the parts of a sum to leave a remainder of the total. */
  rest: boolean
}

/** Converts a draft to a rule; null while a column is missing. */
export function ruleOf({ type, target, from, rest }: RuleDraft): RowRule | null {
  const [first] = from
  if (target === null || first === undefined) return null
  if (type === 'order') return { order: [first, target] }
  return type === 'sum' ? { sum: target, of: from, rest } : { dependency: target, on: from }
}

const suits: Record<RuleType, (kind: ColumnKind) => boolean> = {
  order: (kind) => isNumberKind(kind) || isTimeKind(kind),
  sum: isNumberKind,
  dependency: isPassedOn,
}

/**
 * Returns the columns that a rule of a type can contain, without those `taken`; in an order, those
 * that match a picked one.
 */
export function columnsFor(
  type: RuleType,
  columns: RuleColumn[],
  taken: readonly (string | null)[] = [],
): string[] {
  const picked = columns.find(({ name }) => taken.includes(name))
  const isLikePicked = ({ kind }: RuleColumn) =>
    type !== 'order' || !picked || isTimeKind(kind) === isTimeKind(picked.kind)
  return columns
    .filter((column) => suits[type](column.kind) && isLikePicked(column))
    .map(({ name }) => name)
    .filter((name) => !taken.includes(name))
}

/** Returns the types of rules for which the table has suitable columns. */
export const typesFor = (columns: RuleColumn[]): RuleType[] =>
  ruleTypes.filter((type) =>
    columnsFor(type, columns).some((name) => columnsFor(type, columns, [name]).length > 0),
  )
