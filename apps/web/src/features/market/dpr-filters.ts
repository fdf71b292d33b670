import type { MarketDpr } from '@semblance/contract'
import { budgetText } from './dpr-labels.ts'

export const budgetMarks = ['15K', '25K', '30K'] as const
export const filterIndustries = ['retail', 'healthcare', 'finance'] as const
export const paces = ['urgent', 'moderate', 'flexible'] as const
export type Pace = (typeof paces)[number]

export type DprFilters = {
  search: string
  budget: (typeof budgetMarks)[number][]
  industry: (typeof filterIndustries)[number][]
  timeline: Pace[]
}

/** Urgent: 5 days or fewer; moderate: 6 to 10; flexible: more. */
export function paceOf(timelineDays: number): Pace {
  return timelineDays <= 5 ? 'urgent' : timelineDays <= 10 ? 'moderate' : 'flexible'
}

/** A budget range matches by its text, so that "$15K – $25K" is found under $15K and under $25K. */
const holdsMark = (dpr: MarketDpr, mark: string) => budgetText(dpr).includes(`$${mark}`)

/** Choices within a group widen the result, groups narrow it; an empty group asks nothing. */
export function matchesFilters(dpr: MarketDpr, filters: DprFilters): boolean {
  const words = filters.search.trim().toLowerCase()
  return (
    (!words || `${dpr.title} ${dpr.clientName} ${dpr.description}`.toLowerCase().includes(words)) &&
    (filters.budget.length === 0 || filters.budget.some((mark) => holdsMark(dpr, mark))) &&
    (filters.industry.length === 0 ||
      filters.industry.some((industry) => industry === dpr.category)) &&
    (filters.timeline.length === 0 || filters.timeline.includes(paceOf(dpr.timelineDays)))
  )
}

export type FilterCounts = Record<
  'budget' | 'industry' | 'timeline',
  Partial<Record<string, number>>
>

/** How many of the rows each choice would find by itself. */
export function countChoices(rows: readonly MarketDpr[]): FilterCounts {
  const countWith = (test: (dpr: MarketDpr) => boolean) => rows.filter(test).length
  return {
    budget: Object.fromEntries(
      budgetMarks.map((mark) => [mark, countWith((dpr) => holdsMark(dpr, mark))]),
    ),
    industry: Object.fromEntries(
      filterIndustries.map((industry) => [industry, countWith((dpr) => dpr.category === industry)]),
    ),
    timeline: Object.fromEntries(
      paces.map((pace) => [pace, countWith((dpr) => paceOf(dpr.timelineDays) === pace)]),
    ),
  }
}
