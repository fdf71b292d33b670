/** Describes a receiver's rules for a table: its rows are counted against them. */

/** Describes the number or the share of rows that may break a rule. */
type RuleLimit = {
  operator:
    | 'mustBe'
    | 'mustNotBe'
    | 'mustBeGreaterThan'
    | 'mustBeGreaterOrEqualTo'
    | 'mustBeLessThan'
    | 'mustBeLessOrEqualTo'
    | 'mustBeBetween'
    | 'mustNotBeBetween'
  value: number | [number, number]
  unit: 'rows' | 'percent'
}

export type ColumnRule = { limit: RuleLimit } & (
  | {
      check: 'type'
      type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'timestamp' | 'time'
      /** Holds a format for strptime; null for ISO 8601. */
      format: string | null
    }
  /** Counts `texts` as missing, in addition to the usual missing values. */
  | { check: 'missing'; texts: string[] }
  | { check: 'duplicates' }
  | {
      check: 'bound'
      bound: 'minimum' | 'exclusiveMinimum' | 'maximum' | 'exclusiveMaximum'
      /** A date or a time in ISO 8601. */
      value: number | string
    }
  | { check: 'multiple'; of: number }
  | { check: 'length'; bound: 'minLength' | 'maxLength'; value: number }
  | { check: 'format'; format: string }
  /** None of the values, or without a match of the pattern (RE2). */
  | { check: 'invalid'; values: string[] | null; pattern: string | null }
)

export type ColumnRules = { name: string; names: string[]; rules: ColumnRule[] }

export type TableRule = { limit: RuleLimit } & (
  | { check: 'rows' }
  | { check: 'duplicates'; columns: string[] }
)

export type TableRules = {
  name: string
  /** Lists the names that the column may have in a file. */
  names: string[]
  columns: ColumnRules[]
  rules: TableRule[]
}

/** `count` is of rows that break the rule; of `rows`, of all there are. */
type Finding<Rule> = { rule: Rule; count: number; pass: boolean }

export type TableFindings = {
  name: string
  isThere: boolean
  rowCount: number
  rules: Finding<TableRule>[]
  columns: { name: string; isThere: boolean; rules: Finding<ColumnRule>[] }[]
}

export function isWithin({ operator, value, unit }: RuleLimit, count: number, rows: number) {
  const found = unit === 'rows' ? count : rows === 0 ? 0 : (100 * count) / rows
  const [low, high] = [value].flat() as [number, number]
  switch (operator) {
    case 'mustBe':
      return found === low
    case 'mustNotBe':
      return found !== low
    case 'mustBeGreaterThan':
      return found > low
    case 'mustBeGreaterOrEqualTo':
      return found >= low
    case 'mustBeLessThan':
      return found < low
    case 'mustBeLessOrEqualTo':
      return found <= low
    case 'mustBeBetween':
      return found >= low && found <= high
    case 'mustNotBeBetween':
      return found < low || found > high
  }
}
