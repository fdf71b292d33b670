/** Counts of the open market, each of which stops behind a limit: what narrows it has an index. */
import {
  type BudgetMark,
  budgetMarkCents,
  budgetSteps,
  budgetThresholds,
  type Category,
  type ClosingPeriod,
  closingPeriodIds,
  type Pace,
  type PrivacyLevel,
  privacyLevels,
  timelineRanges,
  type VendorWish,
  vendorWishes,
} from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { closesWithin, hasPrivacy, type Narrowing, wishOf } from './narrowing.ts'
import { type Filter, hasPace, isOpen, matches, type Reader } from './queries.ts'

/** Counts up to one more than `most`. */
export const counting = (reader: Reader, condition: RawBuilder<unknown>, most: number) =>
  sql`(select count(*)::integer from (select from dprs d where ${isOpen(reader)} ${condition} limit ${sql.lit(most + 1)}) found)`

/** "and …" conditions, no two true of one request, that together find what the marks find: each is a range of an index. */
function rangesOf(marks: readonly BudgetMark[]): RawBuilder<unknown>[] {
  const within = (column: string, mark: BudgetMark) => {
    const [from, to] = budgetMarkCents[mark]
    return sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`
  }
  const noLowEnd = marks.map((mark) => sql`not (${within('d.budget_min_cents', mark)})`)
  return marks.flatMap((mark) => [
    sql`and ${within('d.budget_min_cents', mark)}`,
    sql`and ${within('d.budget_max_cents', mark)} and ${sql.join(noLowEnd, sql` and `)}`,
  ])
}

const sumOf = (counts: RawBuilder<unknown>[]) => sql`(${sql.join(counts, sql` + `)})`

/** May be more than `most`, which then only says that there are more. */
export async function countMarketDprs(
  tx: Tx,
  reader: Reader,
  filter: Filter,
  most: number,
): Promise<number> {
  if (filter.search && (await isCommon(tx, reader, filter, most))) return most + 1
  const others = matches({ ...filter, budget: [] })
  const counts =
    filter.budget.length === 0
      ? [counting(reader, others, most)]
      : rangesOf(filter.budget).map((range) => counting(reader, sql`${range} ${others}`, most))
  const { rows } = await sql<{ count: number }>`select ${sumOf(counts)} as count`.execute(tx)
  return rows[0]!.count
}

/**
 * Limits the newest requests that are scanned to see if a search finds more than is counted: the
 * index is slow to list common words.
 */
const MAX_WALKED = 1000

async function isCommon(tx: Tx, reader: Reader, filter: Filter, most: number): Promise<boolean> {
  const { category } = filter
  const { rows } = await sql<{ is_common: boolean }>`
    select count(*) filter (where found) > ${most} as is_common
    from (select true ${matches(filter)} as found from dprs d
      where ${isOpen(reader)} ${category ? sql`and d.category = ${category}` : sql``}
      order by d.created_at desc, d.id desc limit ${MAX_WALKED}) newest`.execute(tx)
  return rows[0]!.is_common
}

export type Choice = Category | BudgetMark | Pace | ClosingPeriod | PrivacyLevel | VendorWish

/**
 * Counts the matches of each choice by itself. Above `most`, the count only shows that there are
 * more.
 */
export async function countChoices(
  tx: Tx,
  reader: Reader,
  { categories, most }: { categories: readonly Category[]; most: number },
  vendor: Pick<Narrowing, 'vendor' | 'lines'>,
): Promise<Record<Choice, number>> {
  const count = (condition: RawBuilder<unknown>) => counting(reader, sql`and ${condition}`, most)
  const choices = [
    ...categories.map((name) => [name, count(sql`d.category = ${name}`)] as const),
    ...budgetThresholds.map(
      (mark) =>
        [mark, sumOf(rangesOf([mark]).map((range) => counting(reader, range, most)))] as const,
    ),
    ...timelineRanges.map((pace) => [pace, count(hasPace(pace))] as const),
    ...closingPeriodIds.map((id) => [id, count(closesWithin(reader.now, id))] as const),
    ...privacyLevels.map((level) => [level, count(hasPrivacy([level]))] as const),
    ...vendorWishes.map((wish) => [wish, count(wishOf(wish, vendor))] as const),
  ]
  const columns = choices.map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  const { rows } = await sql<Record<Choice, number>>`select ${sql.join(columns)}`.execute(tx)
  return rows[0]!
}

/** Counts, for each step, the budgets among the newest requests that reach into it. */
export async function countBudgets(tx: Tx, reader: Reader): Promise<number[]> {
  const { rows } = await sql<{ reached: number }>`
    with newest as materialized (select d.budget_min_cents as low, d.budget_max_cents as high from dprs d
      where ${isOpen(reader)} order by d.created_at desc, d.id desc limit ${MAX_WALKED})
    select (select count(*)::integer from newest n where n.high >= s.from_usd * 100::bigint
      and (s.to_usd is null or n.low < s.to_usd * 100::bigint)) as reached
    from (select step as from_usd, lead(step) over (order by step) as to_usd
      from unnest(${[...budgetSteps]}::integer[]) step) s order by s.from_usd`.execute(tx)
  return rows.map(({ reached }) => reached)
}
