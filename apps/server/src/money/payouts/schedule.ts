/** Schedules payouts: on banking days of New York, at 9 a.m. local time, with or without daylight saving. */
import type { PayoutSchedule } from '@semblance/contract'
import { REAL_DAY_SECONDS } from '../../platform/config.ts'
import { bankingDaysAfter } from '../bank-gateway/service.ts'

type Clock = { bankDaySeconds: number }

const PAYOUT_HOUR = 9
const DAY_MS = REAL_DAY_SECONDS * 1000
/** No schedule leaves more days between two payouts. */
const MAX_DAYS = 40

/**
 * Returns the schedule of a vendor that has chosen none. With shortened banking days it is daily,
 * as there is no week to wait for.
 */
export const defaultSchedule = ({ bankDaySeconds }: Clock): PayoutSchedule =>
  bankDaySeconds === REAL_DAY_SECONDS ? { cadence: 'weekly', weekday: 5 } : { cadence: 'daily' }

/** Returns the time of the last payout. All releases up to then are due. */
export function lastPayoutAt(schedule: PayoutSchedule, clock: Clock, now: Date): Date {
  if (isShortened(schedule, clock)) return new Date(now.getTime() - clock.bankDaySeconds * 1000)
  return findPayoutAt(schedule, now, -1, (at) => at <= now)
}

/** Returns the time of the schedule's next payout. */
export function nextPayoutAt(schedule: PayoutSchedule, clock: Clock, now: Date): Date {
  if (isShortened(schedule, clock)) return bankingDaysAfter(clock, now, 1)
  return findPayoutAt(schedule, now, 1, (at) => at > now)
}

const isShortened = ({ cadence }: PayoutSchedule, { bankDaySeconds }: Clock) =>
  cadence === 'daily' && bankDaySeconds !== REAL_DAY_SECONDS

function findPayoutAt(
  schedule: PayoutSchedule,
  now: Date,
  step: 1 | -1,
  fits: (at: Date) => boolean,
): Date {
  const today = dayInNewYork(now)
  for (let i = 0; i <= MAX_DAYS; i++) {
    const day = today + step * i * DAY_MS
    const at = morningOf(day)
    if (isPayoutDay(schedule, day) && fits(at)) return at
  }
  throw new Error(`no payout day within ${MAX_DAYS} days of ${now.toISOString()}`)
}

/** A day is given as its midnight in UTC, whose date is meant. */
function isPayoutDay(schedule: PayoutSchedule, day: number): boolean {
  if (bankingDayFrom(day) !== day) return false
  for (let nominal = day; bankingDayFrom(nominal) === day; nominal -= DAY_MS)
    if (isNominal(schedule, new Date(nominal))) return true
  return false
}

/** Chosen, whether or not banks work on it. */
function isNominal(schedule: PayoutSchedule, day: Date): boolean {
  if (schedule.cadence === 'daily') return true
  if (schedule.cadence === 'weekly') return day.getUTCDay() === schedule.weekday
  return day.getUTCDate() === 1
}

/** The day itself or the banking day after it; noon is on the same date in New York. */
const bankingDayFrom = (day: number): number => {
  const noon = new Date(day + DAY_MS / 2)
  return bankingDaysAfter({ bankDaySeconds: REAL_DAY_SECONDS }, noon, 0).getTime() - DAY_MS / 2
}

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
const hourFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
})

const dayInNewYork = (instant: Date): number => Date.parse(dayFormat.format(instant))

/** Nine o'clock, four or five hours behind UTC. */
function morningOf(day: number): Date {
  const inSummer = new Date(day + (PAYOUT_HOUR + 4) * 3_600_000)
  const isSummer = Number(hourFormat.format(inSummer)) === PAYOUT_HOUR
  return isSummer ? inSummer : new Date(inSummer.getTime() + 3_600_000)
}
