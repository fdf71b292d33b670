/** Decides which figures about the market may be shown: none that discloses a few organizations. Pure. */

/** Sets how many organizations stand behind a figure without the one that reads it. */
export const LEAST_ORGANIZATIONS = 5
/** Sets the step that counts are rounded to. */
export const COUNT_STEP = 5

/** Describes what a figure counts; related organizations have one name. */
export type CountedFact = {
  id: string
  /** Names an organization for each side: the client, or client and vendor. */
  sides: readonly string[]
}

/**
 * Returns true if a reader that takes its own facts out of these is left with at least five organizations
 * of each side, none with more than half of what is left.
 */
export function standsOnEnough(facts: readonly CountedFact[]): boolean {
  const counts = countsOf(facts)
  const most = Math.max(0, ...counts.values())
  const sides = facts[0]?.sides.map(
    (_, side) => new Set(facts.map((fact) => fact.sides[side])).size,
  )
  if (!sides?.every((size) => size > LEAST_ORGANIZATIONS)) return false
  // Proceeds without a search where no reader can take much away.
  if (3 * most <= facts.length && sides.every((size) => size >= LEAST_ORGANIZATIONS + most))
    return true
  return [...counts.keys()].every((reader) => isEnoughWithout(facts, reader))
}

function isEnoughWithout(facts: readonly CountedFact[], reader: string): boolean {
  const rest = facts.filter(({ sides }) => !sides.includes(reader))
  const sides = facts[0]?.sides.map((_, side) => new Set(rest.map((fact) => fact.sides[side])).size)
  if (!sides?.every((size) => size >= LEAST_ORGANIZATIONS)) return false
  return [...countsOf(rest).values()].every((count) => 2 * count <= rest.length)
}

/** Counts the facts of each organization, of whichever side. */
function countsOf(facts: readonly CountedFact[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { sides } of facts)
    for (const one of new Set(sides)) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** Holds the facts behind a figure; `key` is null for all that have no cell of their own. */
export type Cell<Fact extends CountedFact, Key extends string = string> = {
  key: Key | null
  facts: readonly Fact[]
}

/** Returns true if one of two figures taken from the other leaves facts that do not stand on enough. */
export function isolates(one: readonly CountedFact[], other: readonly CountedFact[]): boolean {
  const [large, small] = one.length >= other.length ? [one, other] : [other, one]
  const within = new Set(large.map(({ id }) => id))
  if (small.some(({ id }) => !within.has(id))) return false
  const taken = new Set(small.map(({ id }) => id))
  const rest = large.filter(({ id }) => !taken.has(id))
  return rest.length > 0 && !standsOnEnough(rest)
}

type PartitionOptions<Fact extends CountedFact> = {
  /** Lists what is shown of the same facts already. */
  against: readonly (readonly CountedFact[])[]
  isEnough?: (facts: readonly Fact[]) => boolean
}

/**
 * Divides facts into cells of which each stands on enough. Cells that do not are one with the rest,
 * and with them the smallest others until the rest stands on enough, too, and no cell isolates
 * anything in comparison with what is shown already. Null if that leaves
 * one cell, which would say the same of all.
 */
export function partition<Fact extends CountedFact, Key extends string>(
  facts: readonly Fact[],
  keyOf: (fact: Fact) => Key,
  { against, isEnough = standsOnEnough }: PartitionOptions<Fact>,
): Cell<Fact, Key>[] | null {
  const all = [...Map.groupBy(facts, keyOf)].toSorted(
    ([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1),
  )
  const kept = all.filter(([, own]) => isEnough(own))
  let rest = all.filter((cell) => !kept.includes(cell)).flatMap(([, own]) => own)
  const mayStay = () => {
    const cells = [...kept.map(([, own]) => own), ...(rest.length > 0 ? [rest] : [])]
    return (
      (rest.length === 0 || isEnough(rest)) &&
      cells.every((cell) => !against.some((shown) => isolates(cell, shown)))
    )
  }
  while (kept.length > 0 && !mayStay()) rest = [...rest, ...(kept.pop()?.[1] ?? [])]
  const cells: Cell<Fact, Key>[] = kept.map(([key, own]) => ({ key, facts: own }))
  if (rest.length > 0) cells.push({ key: null, facts: rest })
  return cells.length > 1 ? cells : null
}

/**
 * Returns the lower and the upper half of facts by a value, without the middle one of an odd number; null if
 * one of them does not stand on enough, so that its mean may not be shown.
 */
export function halvesOf<Fact extends CountedFact>(
  facts: readonly Fact[],
  measureOf: (fact: Fact) => number,
): { lower: Fact[]; upper: Fact[] } | null {
  const sorted = facts.toSorted((a, b) => measureOf(a) - measureOf(b) || (a.id < b.id ? -1 : 1))
  const size = Math.floor(sorted.length / 2)
  const lower = sorted.slice(0, size)
  const upper = sorted.slice(sorted.length - size)
  return standsOnEnough(lower) && standsOnEnough(upper) ? { lower, upper } : null
}

/** Rounds a count as it is shown. */
export const roundedCount = (count: number) => COUNT_STEP * Math.round(count / COUNT_STEP)
