import type { ColumnSchema } from '../column-schema.ts'

/**
 * Converts a column's coded integers into another's unit: value * multiply / divide, rounded, plus
 * `add`.
 */
export type Conversion = { multiply: number; divide: number; round: 'up' | 'down'; add: number }

export const isTime = ({ kind }: ColumnSchema): boolean => kind === 'date' || kind === 'timestamp'
export const isNumeric = ({ kind }: ColumnSchema): boolean =>
  kind === 'integer' || kind === 'number'

/** Returns the least value of `high` that is not below a value of `low`. */
export function leastAbove(low: ColumnSchema, high: ColumnSchema): Conversion {
  // A day stands for all its instants, so that an instant is not after the day it falls on.
  return { ...ratio(low, high), round: isTime(low) ? 'down' : 'up', add: 0 }
}

/** Returns the largest value of `low` that is not above a value of `high`. */
export function mostBelow(high: ColumnSchema, low: ColumnSchema): Conversion {
  const { multiply, divide } = ratio(high, low)
  return { multiply, divide, round: 'down', add: isTime(low) ? multiply - 1 : 0 }
}

/**
 * Returns the number of the finer column's steps in one of the coarser's: one side of the ratio is
 * always 1.
 */
function ratio(from: ColumnSchema, to: ColumnSchema): { multiply: number; divide: number } {
  const [a, b] = isTime(from)
    ? [from.unitSeconds, to.unitSeconds]
    : [
        10 ** Math.max(0, to.decimals - from.decimals),
        10 ** Math.max(0, from.decimals - to.decimals),
      ]
  return a >= b ? { multiply: a / b, divide: 1 } : { multiply: 1, divide: b / a }
}

/** Infinite values stay as they are; integers stay exact below 2^53. */
export function convert({ multiply, divide, round, add }: Conversion, value: number): number {
  const scaled = divide === 1 ? value * multiply : (value * multiply) / divide
  return (round === 'up' ? Math.ceil(scaled) : Math.floor(scaled)) + add
}

/** Returns `convert` as standard SQL over a numeric expression. */
export function convertSql({ multiply, divide, round, add }: Conversion, value: string): string {
  const scaled = multiply === 1 ? value : `${value} * ${multiply}`
  const whole =
    divide === 1 ? scaled : `${round === 'up' ? 'ceil' : 'floor'}(${scaled} / ${divide}.0)`
  return add === 0 ? `(${whole})` : `(${whole} + ${add})`
}
