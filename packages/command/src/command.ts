import type { ParseArgsOptionsConfig } from 'node:util'
import type { Client, RetryOptions } from '@semblance/client'
import type { Terminal } from './terminal.ts'

export type Values = Record<string, string | string[] | boolean | undefined>

/** Holds what the words of a command line say. */
export type Given = { values: Values; words: string[] }

/** Describes where a command of the marketplace works: in a terminal, with the API, printing what it answers. */
export type Place = {
  terminal: Terminal
  client: Client
  url: string
  /** The key of the login. */
  key: string
  retries: RetryOptions
  /** Prints the API's answer with `--json`, and the sentence otherwise. */
  answer: (answer: unknown, sentence: string) => void
  /** Says on the error stream what goes on. */
  say: (sentence: string) => void
}

/** Describes a command of the marketplace. */
export type Command = {
  summary: string
  help: string
  options: ParseArgsOptionsConfig
  run: (given: Given, place: Place) => Promise<void>
}
