import { createHash } from 'node:crypto'
import type { DeclaredSchema } from '@semblance/synth'
import engine from '@semblance/synth/package.json' with { type: 'json' }

/** Decides what is measured, and how rows are split: with all of it equal, the same measurement would be made again. */
export type Recipe = {
  /** In the order in which they are read; tables go by the names. */
  files: { name: string; sha256: string | null }[]
  schema: DeclaredSchema | undefined
  epsilon: number
}

/** Returns a hash of a recipe, engine included; null while the hash of a file is not known. */
export function recipeOf({ files, schema, epsilon }: Recipe): string | null {
  if (files.some(({ sha256 }) => sha256 === null)) return null
  const text = JSON.stringify([engine.version, epsilon, files, schema ?? null], sorted)
  return createHash('sha256').update(text).digest('hex')
}

/** Writes the properties of objects in the order of their names. */
const sorted = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
