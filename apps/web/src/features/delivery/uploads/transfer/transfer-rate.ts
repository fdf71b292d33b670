/** Describes a sample of the sent bytes, for the recent rate and the remaining time. */
type Sample = { at: number; sentBytes: number }

const WINDOW_MS = 8000

/** Keeps what is recent enough to say how fast it goes now. */
export function addSample(samples: readonly Sample[], next: Sample): Sample[] {
  // Sent bytes fall when a file is removed or continues from another offset: earlier samples are
  // then void.
  const before = samples.at(-1)
  if (before && next.sentBytes < before.sentBytes) return [next]
  return [...samples.filter(({ at }) => next.at - at <= WINDOW_MS), next]
}

/** Returns bytes per second; null until there are samples over one second. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < 1000) return null
  return ((last.sentBytes - first.sentBytes) / (last.at - first.at)) * 1000
}
