import type { SynthesisStage } from '../evaluate/report.ts'
import type { RandomSource } from '../rng/random-source.ts'
import type { DeclaredSchema } from '../schema/declared-schema.ts'

/** `protected` has no formal guarantee: see fit/protected-trees.ts. */
export type SynthesisMode = 'private' | 'protected'

export type SynthesisOptions = {
  /** Files with one table or several. */
  inputPaths: string[]
  /** An existing directory: each table is written to `<table>.csv`, UTF-8 with a header, in the original's columns. */
  outputDir: string
  /** An existing directory; a subdirectory of it holds the work and is removed at the end. */
  tempDir: string
  /** What the owner says of the tables; the rest is inferred. */
  schema?: DeclaredSchema
  /** Default `private`. */
  mode?: SynthesisMode
  /** Rows to write per table; by default the original's noisy row count, rounded to three digits. */
  rows?: number
  /** Default 3. */
  epsilon?: number
  /** Default min(1e-6, 1 / (10 n)), n rounded up to a power of two. */
  delta?: number
  /** DuckDB threads, default 2. */
  threads?: number
  /** DuckDB memory before it spills to `tempDir`, default 1024. */
  memoryLimitMb?: number
  /** `fraction` runs from 0 to 1 over all tables and stages and never falls. */
  onProgress?: (progress: { table: string; stage: SynthesisStage; fraction: number }) => void
  signal?: AbortSignal
  /** Tests only; the default is the system's cryptographic generator. */
  random?: RandomSource
}
