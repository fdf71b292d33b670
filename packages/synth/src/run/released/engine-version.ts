import { readFileSync } from 'node:fs'

/** Holds the engine's version; only the same version draws the same rows from a model and a seed. */
export const ENGINE_VERSION: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version
