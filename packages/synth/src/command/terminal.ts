/** Describes a command's output streams and its abort signal. */
export type Terminal = {
  out: (text: string) => void
  error: (text: string) => void
  /** True if a person watches `error`. */
  isWatched: boolean
  signal: AbortSignal
}
