/**
 * Shares places among attempts. An attempt has a place for a moment; then others begin in its place, and it still waits for its
 * answer. Where too many wait, one of the organization with most of them is cut off.
 */
export type Attempt = {
  organization: string
  work: Promise<void>
  /** Ends the attempt without an outcome. */
  cut: () => void
}

export type PlaceLimits = {
  /** Limits attempts that have just begun, at endpoints that answered lately. */
  working: number
  /** Limits attempts at endpoints that fail or were slow lately, for as long as they take. */
  heldBack: number
  /** Limits attempts that have given up their place and wait for an answer. */
  waiting: number
  /** Sets the time that an attempt has its place for. */
  placeMs: number
}

/** Calls a function later. Returns what prevents that. */
export type After = (ms: number, then: () => void) => () => void

const afterTime: After = (ms, then) => {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

export function openPlaces(limits: PlaceLimits, after: After = afterTime) {
  const working = new Set<Attempt>()
  const heldBack = new Set<Attempt>()
  const waiting = new Set<Attempt>()
  const sets = [working, heldBack, waiting]
  const giveUpPlace = (attempt: Attempt) => {
    if (!working.delete(attempt)) return
    waiting.add(attempt)
    if (waiting.size <= limits.waiting) return
    const least = longestOfMost(waiting)
    if (!least) return
    waiting.delete(least)
    least.cut()
  }
  return {
    /** Says how many attempts of either kind may begin now. */
    free: () => ({
      working: limits.working - working.size,
      heldBack: limits.heldBack - heldBack.size,
    }),
    /** Gives an attempt its place. */
    begin: (attempt: Attempt, isHeldBack: boolean) => {
      const set = isHeldBack ? heldBack : working
      set.add(attempt)
      const keep = isHeldBack ? () => {} : after(limits.placeMs, () => giveUpPlace(attempt))
      void attempt.work.finally(() => {
        keep()
        for (const one of sets) one.delete(attempt)
      })
    },
    /** Lists what is under way. */
    all: () => sets.flatMap((set) => [...set].map(({ work }) => work)),
  }
}

/** Returns the attempt that has waited longest, of the organization with most that wait. */
function longestOfMost(waiting: ReadonlySet<Attempt>): Attempt | undefined {
  const byOrganization = Map.groupBy(waiting, ({ organization }) => organization)
  let most: Attempt[] = []
  for (const attempts of byOrganization.values()) if (attempts.length > most.length) most = attempts
  return most[0]
}
