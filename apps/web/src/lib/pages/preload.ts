/** Runs slow first calls while the first answers are being fetched, not while a page is drawn. */
import { cn } from '../cn.ts'
import { dateTime, usd } from '../format.ts'

const firsts = [() => cn('p-1'), () => usd(0), () => dateTime(0)]

/** Makes the first calls in separate tasks, so that an answer waits for at most one of them. */
export function preloadModules(): void {
  for (const first of firsts) setTimeout(first)
}
