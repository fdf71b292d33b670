/** Names the file that a process of the engine starts from. */
import { readFileSync, statSync } from 'node:fs'

/** Names the folder of the bundle that `npm run build` makes. */
export const ENGINE_BUNDLE = new URL('../../../dist/engine/', import.meta.url)

/** Describes a bundle: when it was begun, in ms since 1970, and from which files, relative to it. */
export type BundleManifest = { builtAt: number; sources: string[] }

/** Returns the bundle's entry while no source is newer, so that a change of the engine is never missed; else the source. */
export function engineEntry(bundle: URL = ENGINE_BUNDLE): URL {
  return isBundleFresh(bundle)
    ? new URL('engine.worker.js', bundle)
    : new URL('./engine.worker.ts', import.meta.url)
}

/** Returns false if there is no bundle, or a file it was made from has changed or is gone. */
export function isBundleFresh(bundle: URL = ENGINE_BUNDLE): boolean {
  try {
    const text = readFileSync(new URL('manifest.json', bundle), 'utf8')
    const { builtAt, sources } = JSON.parse(text) as BundleManifest
    return sources.every((source) => statSync(new URL(source, bundle)).mtimeMs <= builtAt)
  } catch {
    return false
  }
}
