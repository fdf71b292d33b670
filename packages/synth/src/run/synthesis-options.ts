import type { DatabaseInput } from '../engines/warehouse/open-warehouse.ts'
import type { RunEstimate } from '../evaluate/estimate-run.ts'
import type { SynthesisStage } from '../evaluate/report.ts'
import type { EarlierRun } from '../model/private/spent-budget.ts'
import type { ReleasedModel } from '../model/released/released-model.ts'
import type { RandomSource } from '../random/random-source.ts'
import type { DeclaredSchema } from '../schema/declared-schema.ts'
import type { ColumnProfile } from '../schema/infer/infer-column.ts'

/** `protected` has no formal guarantee: see fit/fit-protected.ts. */
export type SynthesisMode = 'private' | 'protected'

/**
 * Holds, for each family of tables, what evaluating a model's twins needs in addition to model and originals: which rows
 * were held out, and what the votes decided. It survives JSON. Keep it secret: it shows which rows were measured.
 */
export type MeasuredSplit = {
  families: {
    salt: string
    /** Null in protected mode, which reads it again. */
    profiles: ColumnProfile[][] | null
  }[]
}

export type MeasureOptions = {
  /** Files with one table or several; none with `database`. */
  inputPaths: string[]
  /** Tables that are counted where they are: nothing but a random sample of them leaves the database. */
  database?: DatabaseInput
  /** An existing directory; a subdirectory of it holds the work and is removed at the end. */
  tempDir: string
  /** The owner's declarations about the tables; private mode votes on the rest, protected mode infers it exactly. */
  schema?: DeclaredSchema
  /** Default `private`. */
  mode?: SynthesisMode
  /** Default 3. */
  epsilon?: number
  /** Default min(1e-6, 1 / (10 n)), n rounded up to a power of two. */
  delta?: number
  /**
   * Budgets of earlier private runs on the same original, such as the `privacy` of their reports:
   * they add up, and the report states the guarantee that all runs satisfy together.
   */
  spentBefore?: EarlierRun[]
  /** DuckDB threads, default 2. */
  threads?: number
  /** DuckDB memory before it spills to `tempDir`, default 384. */
  memoryLimitMb?: number
  /**
   * Receives the expected cost and accuracy of a table's run, and what its owner should know of it:
   * after the votes on its columns, before all else is measured.
   */
  onEstimate?: (table: string, estimate: RunEstimate) => void
  /**
   * Runs once after all tables are read and before the first noisy count, which waits for it. When it throws, so
   * does the run, and nothing was measured.
   */
  beforeMeasuring?: () => Promise<void>
  /** Receives, once all is measured, what `evaluate` needs. */
  onSplit?: (split: MeasuredSplit) => void
  /** `fraction` runs from 0 to 1 over all tables and stages and never falls. */
  onProgress?: (progress: { table: string; stage: SynthesisStage; fraction: number }) => void
  signal?: AbortSignal
  /** Tests only; the default is the system's cryptographic generator. */
  random?: RandomSource
}

export type SynthesisOptions = MeasureOptions & {
  /** An existing directory: each table is written to `<table>.csv`, UTF-8 with a header, in the original's columns. */
  outputDir: string
  /** Rows to write per table; by default the original's noisy row count, rounded to three digits. */
  rows?: number
  /** Names the file for the model, from which more rows can be drawn; by default none is kept. */
  modelPath?: string
  /**
   * Receives, once all is measured and before anything is drawn, what a run that ends early can go on from: `sample` and
   * `evaluate` take it. The run waits for it, and throws what it throws.
   */
  afterMeasuring?: (measured: Measured) => Promise<void>
}

/** Holds what was measured of some originals; the split is secret, the model is what was paid for. */
export type Measured = { model: ReleasedModel; split: MeasuredSplit }

export type EvaluateOptions = Omit<MeasureOptions, 'onSplit'> & {
  model: ReleasedModel
  split: MeasuredSplit
  /** CSV files as `sample` writes them, one of each table. */
  twins: { name: string; path: string }[]
}
