import type { Terminal as Streams } from '@semblance/synth/command-line'

/** Describes where a command runs: its streams, its environment and how it ends early. */
export type Terminal = Streams & {
  env: Record<string, string | undefined>
  /** Reads all of the standard input. */
  readInput: () => Promise<string>
  /** Asks for a text that is not shown while it is typed. */
  readSecret: (prompt: string) => Promise<string>
}
