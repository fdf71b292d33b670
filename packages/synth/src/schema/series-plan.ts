import type { ColumnSchema } from './column-schema.ts'
import type { RulePlan } from './rules/rule-plan.ts'
import { SynthesisError } from './synthesis-error.ts'
import type { TableSchema } from './table-schema.ts'

/**
 * Plans the sequences of a table's rows. Positions from `clock` on are columns of the coded table
 * that no file has: all in coded integers, `gap`, `start` and `length` missing where they do not
 * apply.
 */
export type SeriesPlan = {
  time: number
  device: number | null
  /**
   * True if devices are surrogate IDs, each with its own sequence, instead of a few that are known
   * by name.
   */
  hasMadeUpDevices: boolean
  /** The hour of the day, or the day of the week of dates; null where time is only a number. */
  clock: { column: number; cycle: Cycle } | null
  /** Names the column of the time since the previous row, less the usual step. */
  gap: number
  /** Name the columns of a sequence's first row: its time, and the sequence's number of rows. */
  start: number
  length: number
}

/** Adds the usual time between rows, in steps of the time column. */
export type MeasuredSeriesPlan = SeriesPlan & { usualStep: number }

/**
 * Describes a series with the table's rules, which include the clock as one more modeled column.
 */
export type PlannedSeries = { plan: SeriesPlan; rules: RulePlan }

/**
 * Describes the clock's cycle: `slots` of `slotUnits` each, in steps of the time column, after
 * which it restarts.
 */
export type Cycle = { slots: number; slotUnits: number }

/** Sets the steps of the usual length in a block of time that is held out or kept as one. */
export const BLOCK_STEPS = 50

const SECONDS_PER_HOUR = 3600
const SECONDS_PER_DAY = 86_400

/**
 * Plans a declared series; null for other tables. Throws SynthesisError `invalid_schema` if
 * sequences cannot be made.
 */
export function planSeries(
  { columns, series, entity }: TableSchema,
  rules: RulePlan,
): PlannedSeries | null {
  if (!series) return null
  const { time, device } = series
  if (entity && entity.column !== device) {
    throw refuse(
      `The rows of "${columns[entity.column]!.name}" count as one entity, so they have to be the sequences of the series too: declare it as the device.`,
    )
  }
  const isTime = ['integer', 'date', 'timestamp'].includes(columns[time]!.kind)
  if (!isTime || rules.uses[time] !== 'modeled') {
    throw refuse(
      `"${columns[time]!.name}" cannot order a series: it has to be a time, a date or a whole number, and not computed by a rule.`,
    )
  }
  const hasMadeUpDevices = device !== null && rules.uses[device] === 'outside'
  if (device !== null && !hasMadeUpDevices) {
    const isName = columns[device]!.kind === 'category' || columns[device]!.kind === 'boolean'
    if (!isName || rules.uses[device] !== 'modeled') {
      throw refuse(
        `"${columns[device]!.name}" cannot tell the devices of a series: it has to be a key or a category, and not computed by a rule.`,
      )
    }
  }
  const next = rules.schemas.length
  const cycle = cycleOf(columns[time]!)
  return {
    plan: {
      time,
      device,
      hasMadeUpDevices,
      clock: cycle && { column: next, cycle },
      gap: next + 1,
      start: next + 2,
      length: next + 3,
    },
    rules: cycle
      ? {
          ...rules,
          schemas: [...rules.schemas, clockSchema(columns[time]!, cycle)],
          uses: [...rules.uses, 'modeled'],
        }
      : rules,
  }
}

function cycleOf({ kind, unitSeconds }: ColumnSchema): Cycle | null {
  if (kind === 'integer') return null
  return unitSeconds < SECONDS_PER_DAY
    ? { slots: 24, slotUnits: SECONDS_PER_HOUR / unitSeconds }
    : { slots: 7, slotUnits: SECONDS_PER_DAY / unitSeconds }
}

/** Returns the slot of the clock at a time, from 0. */
export function slotAt({ slots, slotUnits }: Cycle, time: number): number {
  const slot = Math.floor(time / slotUnits) % slots
  return slot < 0 ? slot + slots : slot
}

/** Returns SQL of the slot of the clock at a time, from 0. */
export function slotSql({ slots, slotUnits }: Cycle, time: string): string {
  const slot = `floor(${time} / ${slotUnits})`
  return `${slot} - ${slots} * floor(${slot} / ${slots})`
}

function clockSchema(time: ColumnSchema, { slots }: Cycle): ColumnSchema {
  return {
    ...time,
    name: `clock of ${time.name}`,
    kind: 'integer',
    unitSeconds: 1,
    bounds: { low: 0, high: slots - 1 },
  }
}

function refuse(message: string): SynthesisError {
  return new SynthesisError('invalid_schema', message)
}
