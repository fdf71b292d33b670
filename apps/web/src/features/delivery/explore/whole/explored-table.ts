import type { PreviewTable } from '@semblance/contract'
import type { TwinFile } from './twin-file.ts'

/** Holds the first rows of a twin, and its file if all of it can be read. */
export type ExploredTable = PreviewTable & { whole?: TwinFile | null }
