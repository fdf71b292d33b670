/** Divides what a host has for the engine among the runs that it may hold at once. */
import type { Config } from '../../platform/config.ts'

export type EngineShare = Pick<Config, 'engineMemoryMb' | 'synthesisMemoryMb'>

/** Limits one run: its memory in MiB, and the threads of its database. */
export type RunLimits = { memoryMb: number; threads: number }

/** Returns the number of runs at once: as many as the engine's memory holds syntheses, at least one. */
export function engineSlots({ engineMemoryMb, synthesisMemoryMb }: EngineShare): number {
  return Math.max(1, Math.floor(engineMemoryMb / synthesisMemoryMb))
}

/** Returns what one run may take when all slots are in use: its share of the threads, at least one. */
export function runLimits(config: EngineShare & Pick<Config, 'engineThreads'>): RunLimits {
  const threads = Math.max(1, Math.floor(config.engineThreads / engineSlots(config)))
  return { memoryMb: config.synthesisMemoryMb, threads }
}
