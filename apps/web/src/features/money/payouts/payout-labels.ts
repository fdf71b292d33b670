import { type PayoutSchedule, weekdays } from '@semblance/contract'

/** "Every Friday" */
export function scheduleText(schedule: PayoutSchedule): string {
  if (schedule.cadence === 'daily') return 'Every banking day'
  if (schedule.cadence === 'monthly') return 'On the 1st of every month'
  return `Every ${weekdays[schedule.weekday as keyof typeof weekdays]}`
}
