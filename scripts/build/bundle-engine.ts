/** Bundles what a process of the engine loads, about 300 files, into a few. Does nothing while the bundle is fresh. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OutputChunk, Plugin } from 'rolldown'
import {
  type BundleManifest,
  ENGINE_BUNDLE,
  isBundleFresh,
} from '../../apps/server/src/delivery/engine/engine-entry.ts'

const ENTRY = join(import.meta.dirname, '../../apps/server/src/delivery/engine/engine.worker.ts')

/** Stays outside because it loads a native library from its own directory. */
const EXTERNAL = ['@duckdb/node-api', 'pg-native']

const WORKER_URL = /new URL\('(\.\/[\w-]+\.worker)\.ts', import\.meta\.url\)/g

/** Bundles the scripts of threads, too, and lets the code that starts them find them. */
const bundleWorkers: Plugin = {
  name: 'bundle-workers',
  transform(code, id) {
    const bundled = code.replace(WORKER_URL, (_, path: string) => {
      const fileName = `${basename(path)}.js`
      this.emitFile({ type: 'chunk', id: resolve(dirname(id), `${path}.ts`), fileName })
      return `new URL('./${fileName}', import.meta.url)`
    })
    return bundled === code ? null : { code: bundled, map: null }
  },
}

/** Writes the bundle. Its functions keep their names, which reports of crashes show. */
export async function bundleEngine(): Promise<void> {
  if (isBundleFresh()) return
  const builtAt = Date.now()
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: { 'engine.worker': ENTRY },
    platform: 'node',
    external: (id) => EXTERNAL.includes(id),
    plugins: [bundleWorkers],
  })
  const { output } = await bundle.generate({
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  })
  await bundle.close()
  const directory = fileURLToPath(ENGINE_BUNDLE)
  mkdirSync(directory, { recursive: true })
  rmSync(join(directory, 'manifest.json'), { force: true })
  const chunks = output.filter((file) => file.type === 'chunk')
  for (const { fileName, code } of chunks) replaceFile(join(directory, fileName), code)
  const sources = sourcesOf(chunks).map((path) => relative(directory, path))
  const manifest: BundleManifest = { builtAt, sources }
  replaceFile(join(directory, 'manifest.json'), JSON.stringify(manifest))
}

/** Lists our own files one by one, and of each library its package.json, which every installation replaces. */
function sourcesOf(chunks: OutputChunk[]): string[] {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => resolve(id) === id)
  return [...new Set(modules.map((id) => manifestOfLibrary(id) ?? id))]
}

function manifestOfLibrary(path: string): string | null {
  const [library] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path) ?? []
  return library ? join(library, 'package.json') : null
}

/** Replaces a file by a rename: a process that starts at that moment reads either file whole. */
function replaceFile(path: string, content: string): void {
  const own = `${path}.${process.pid}`
  writeFileSync(own, content)
  renameSync(own, path)
}

if (import.meta.main) await bundleEngine()
