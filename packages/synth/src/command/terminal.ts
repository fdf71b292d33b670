/** Where a command writes and when it stops. */
export type Terminal = {
  out: (text: string) => void
  error: (text: string) => void
  /** Whether somebody watches what goes to `error`. */
  isWatched: boolean
  signal: AbortSignal
}
