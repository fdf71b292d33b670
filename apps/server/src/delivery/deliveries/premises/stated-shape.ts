/** Checks that a vendor's report holds together: its figures are believed no further, and none may be of any size. */
import { columnKinds } from '@semblance/contract'
import { qualityScore } from '@semblance/plots'
import { z } from 'zod'

/** Names the checks of a report in the platform's words. */
export const checkLabels: Record<string, string> = {
  budget: 'Privacy budget kept',
  'closest-record': 'No closer to the rows it learned from',
  'exact-matches': 'No more exact matches than by chance',
  'singling-out': 'Nobody singled out',
  linkability: 'Separate facts not linked',
  inference: 'Nothing inferred about single rows',
  identifiers: 'No identifiers or free text passed on',
}

const ALWAYS = ['budget', 'closest-record', 'identifiers']
/** These are not made where they could not fail. */
const MADE_OR_UNTESTED = ['exact-matches', 'singling-out']
/** These take two columns of the model. */
const OF_TWO_COLUMNS = ['linkability', 'inference']

/** Allows for sums of doubles. */
const ROUNDING = 1e-9
const MAX_COLUMNS = 20_000
const MAX_BARS = 100
const MAX_PLACES = 50
const MAX_PAIRS = 50

const within = (least: number, most: number) =>
  z
    .number()
    .min(least - ROUNDING)
    .max(most + ROUNDING)
const share = within(0, 1)
const signed = within(-1, 1)
const amount = within(-1e12, 1e12)
const shares = z.array(share).max(MAX_BARS)
const label = z.string().max(10_000)
const interval = z.object({ low: share, high: share })

const plot = z
  .object({
    edges: z.array(z.number()).optional(),
    labels: z.array(label).optional(),
    original: shares,
    synthetic: shares,
  })
  .refine(({ edges, labels, original, synthetic }) => {
    const places = labels ? labels.length : (edges?.length ?? 0) - 1
    return original.length === places && synthetic.length === places
  })

const column = z.object({
  name: z.string(),
  kind: z.enum(columnKinds),
  shape: share,
  plot: plot.nullable(),
  numbers: z.object({ figures: z.array(z.unknown()).max(7) }).nullable(),
})

const axis = z.object({ column: z.string(), labels: z.array(label).min(1).max(MAX_PLACES) })
const grid = z.array(z.array(share))

/** Returns true if all of them have as many lines, of one width. */
const areOf = (height: number, width: number, ...of: unknown[][][]): boolean =>
  of.every((lines) => lines.length === height && lines.every((line) => line.length === width))

const pair = z
  .object({ x: axis, y: axis, original: grid, synthetic: grid, match: share })
  .refine(({ x, y, original, synthetic }) =>
    areOf(y.labels.length, x.labels.length, original, synthetic),
  )

const matrix = z.array(z.array(signed))
const correlations = z
  .object({
    columns: z.array(z.string()).max(MAX_PLACES),
    original: matrix,
    synthetic: matrix,
    reach: z.array(z.array(within(0, 2))).optional(),
  })
  .refine(({ columns: { length }, original, synthetic, reach = original }) =>
    areOf(length, length, original, synthetic, reach),
  )

const figure = z
  .object({
    unit: z.string(),
    value: amount.nullable(),
    interval: z.object({ low: amount, high: amount }).nullable(),
    ideal: amount,
    limit: amount.nullable(),
  })
  .refine(({ unit, value, interval: around, ideal, limit }) => {
    const all = [value ?? 0, around?.low ?? 0, around?.high ?? 0, ideal, limit ?? 0]
    return unit !== 'share' || all.every((one) => signed.safeParse(one).success)
  })

const checkId = z.string().refine((id) => Object.hasOwn(checkLabels, id))
const privacy = z.object({
  mode: z.literal('private'),
  closestRecordShare: share,
  checks: z.array(
    z.object({
      id: checkId,
      minimumDetectableEffect: amount.nullish(),
      figure: figure.nullable(),
    }),
  ),
  untested: z.array(checkId).default([]),
})

const fidelity = z
  .object({
    shapes: share,
    pairs: share,
    accuracy: z.object({ univariate: share, bivariate: share, trivariate: share }).nullable(),
    overall: share,
    ceiling: share,
    relative: share,
    interval: interval.nullable(),
  })
  .refine(
    ({ overall, ceiling, relative }) =>
      Math.abs(relative - Math.min(1, overall / Math.max(ROUNDING, ceiling))) <= 1e-6,
  )

const report = z
  .object({
    rows: z.object({ columns: z.number() }),
    columns: z.array(column).min(1).max(MAX_COLUMNS),
    pairs: z.array(pair).max(MAX_PAIRS),
    correlations: correlations.nullable(),
    fidelity,
    usefulness: z
      .object({
        auc: share,
        interval: interval.nullable(),
        real: interval.extend({ auc: share }).nullable(),
      })
      .nullable(),
    privacy,
    qualityScore: z.number().optional(),
  })
  .refine(({ rows, columns }) => rows.columns === columns.length, { path: ['rows'] })
  .refine(namesItsColumns, { path: ['columns'] })
  .refine(
    ({ fidelity, qualityScore: score }) =>
      (score ?? qualityScore(fidelity)) === qualityScore(fidelity),
    {
      path: ['qualityScore'],
    },
  )
  .refine(statesAllChecks, { path: ['privacy', 'checks'] })

/** Parses what of the reports is checked; the rest is free. */
export const statedShape = z.array(z.object({ report }))

function namesItsColumns({
  columns,
  pairs,
  correlations: of,
}: {
  columns: { name: string }[]
  pairs: { x: { column: string }; y: { column: string } }[]
  correlations: { columns: string[] } | null
}): boolean {
  const names = new Set(columns.map(({ name }) => name))
  const named = [...pairs.flatMap(({ x, y }) => [x.column, y.column]), ...(of?.columns ?? [])]
  return named.every((name) => names.has(name))
}

/** Each check is made once, or named as one that was not. */
function statesAllChecks({
  columns,
  privacy: { checks, untested },
}: {
  columns: { plot: unknown }[]
  privacy: { checks: { id: string }[]; untested: string[] }
}): boolean {
  const made = checks.map(({ id }) => id)
  const stated = [...made, ...untested]
  const plotted = columns.filter((one) => one.plot !== null).length
  const needed = [...MADE_OR_UNTESTED, ...(plotted > 1 ? OF_TWO_COLUMNS : [])]
  return (
    new Set(stated).size === stated.length &&
    ALWAYS.every((id) => made.includes(id)) &&
    needed.every((id) => stated.includes(id))
  )
}
