/** Provides a directory for the tests' files, removed after all tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    sourcesDir: string
  }
}

export default function setup(project: TestProject): () => void {
  const dir = mkdtempSync(path.join(tmpdir(), 'sources-test-'))
  project.provide('sourcesDir', dir)
  return () => rmSync(dir, { recursive: true })
}
