import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { type BundleManifest, ENGINE_BUNDLE, engineEntry, isBundleFresh } from './engine-entry.ts'

const BUILT_AT = Date.UTC(2026, 0, 1)

let directory: string
let bundle: URL
let source: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'semblance-bundle-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  bundle = pathToFileURL(`${directory}/`)
  source = join(directory, 'source.ts')
  const manifest: BundleManifest = { builtAt: BUILT_AT, sources: ['source.ts'] }
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(source, '')
})

const changeAt = (ms: number) => utimesSync(source, ms / 1000, ms / 1000)

it('the engine starts from its bundle until one of the sources changes or goes', () => {
  changeAt(BUILT_AT)
  expect(engineEntry(bundle)).toEqual(new URL('engine.worker.js', bundle))
  changeAt(BUILT_AT + 1000)
  expect(engineEntry(bundle).pathname).toMatch(/\/delivery\/engine\/engine\.worker\.ts$/)
  rmSync(source)
  expect(engineEntry(bundle).pathname).toMatch(/\/engine\.worker\.ts$/)
})

it('without a bundle the engine starts from its sources', () => {
  rmSync(join(directory, 'manifest.json'))
  expect(engineEntry(bundle).pathname).toMatch(/\/engine\.worker\.ts$/)
})

it('these tests run the engine that was bundled before them', () => {
  expect(isBundleFresh(ENGINE_BUNDLE)).toBe(true)
  expect(engineEntry()).toEqual(new URL('engine.worker.js', ENGINE_BUNDLE))
})
