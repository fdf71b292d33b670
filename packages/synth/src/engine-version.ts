import { readFileSync } from 'node:fs'

/** The engine's version: models drawn by the same one give the same twins. */
export const ENGINE_VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version
