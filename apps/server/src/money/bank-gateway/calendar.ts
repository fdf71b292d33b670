/** Banking days: without weekends and the Federal Reserve's holidays. Where a banking day is shortened, every one counts. */
import { type Config, REAL_DAY_SECONDS } from '../../platform/config.ts'

const DAY_MS = REAL_DAY_SECONDS * 1000

/**
 * Returns the same time of day some banking days later; on a day off, counting starts with the next
 * banking day.
 */
export function bankingDaysAfter(
  { bankDaySeconds }: Pick<Config, 'bankDaySeconds'>,
  from: Date,
  days: number,
): Date {
  if (bankDaySeconds !== REAL_DAY_SECONDS)
    return new Date(from.getTime() + days * bankDaySeconds * 1000)
  const start = dayInNewYork(from)
  let day = nextBankingDay(start)
  for (let i = 0; i < days; i++) day = nextBankingDay(day + DAY_MS)
  return new Date(from.getTime() + day - start)
}

const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

/** The Federal Reserve's day, as that day's midnight in UTC. */
const dayInNewYork = (instant: Date): number => Date.parse(newYork.format(instant))

/** The day itself, if it is one. */
function nextBankingDay(day: number): number {
  while (isDayOff(new Date(day))) day += DAY_MS
  return day
}

/** https://www.federalreserve.gov/aboutthefed/k8.htm: a holiday on a Sunday is kept on Monday, one on a Saturday not at all. */
function isDayOff(day: Date): boolean {
  const [month, date, weekday] = [day.getUTCMonth() + 1, day.getUTCDate(), day.getUTCDay()]
  const isMonday = weekday === 1
  const isOn = (m: number, d: number) => month === m && (date === d || (isMonday && date === d + 1))
  const isMondayNumber = (m: number, number: number) =>
    month === m && isMonday && Math.ceil(date / 7) === number
  return (
    weekday === 0 ||
    weekday === 6 ||
    isOn(1, 1) ||
    isOn(6, 19) ||
    isOn(7, 4) ||
    isOn(11, 11) ||
    isOn(12, 25) ||
    isMondayNumber(1, 3) || // Martin Luther King
    isMondayNumber(2, 3) || // Washington's birthday
    (month === 5 && isMonday && date > 24) || // Memorial Day
    isMondayNumber(9, 1) || // Labor Day
    isMondayNumber(10, 2) || // Columbus Day
    (month === 11 && weekday === 4 && Math.ceil(date / 7) === 4) // Thanksgiving
  )
}
