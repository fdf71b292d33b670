/** Estimates how long a run takes, by the pace so far. */
import type { Delivery, DeliveryStage, synthesisStages } from '@semblance/contract'

/** Before this a pace says nothing. */
const LEAST_PROGRESS = 0.05
const LEAST_MS = 5000

export type RunTimes = {
  /** Null until the run has started. */
  elapsedMs: number | null
  /** Null while no estimate can be made. */
  remainingMs: number | null
  stages: readonly StageTime[]
}

export type StageTime = {
  stage: (typeof synthesisStages)[number]
  state: 'done' | 'now' | 'next'
  share: number
  /** The part of the stage that is done, 0 to 1. */
  done: number
  /** The duration: final, so far, or expected; null if unknown. */
  ms: number | null
}

/** Returns times and estimates of a run; a stage that takes longer moves the estimates, never above the whole. */
export function runTimes(
  { stage, progress, stages }: Pick<Delivery, 'stage' | 'progress' | 'stages'>,
  now: Date,
): RunTimes {
  const place = stages.findIndex((one) => one.stage === stage)
  const start = stages[0]?.startedAt
  const elapsedMs = start ? Math.max(0, now.getTime() - start.getTime()) : null
  const isTelling =
    elapsedMs !== null && progress >= LEAST_PROGRESS && progress < 1 && elapsedMs >= LEAST_MS
  const totalMs = isTelling ? elapsedMs / progress : null
  const before = stages.slice(0, Math.max(0, place)).reduce((sum, { share }) => sum + share, 0)
  return {
    elapsedMs,
    remainingMs: totalMs !== null && elapsedMs !== null ? totalMs - elapsedMs : null,
    stages: stages.map((one, at) => {
      const state = at < place ? 'done' : at === place ? 'now' : 'next'
      return {
        stage: one.stage,
        state,
        share: one.share,
        done: state === 'done' ? 1 : state === 'now' ? partOf(progress - before, one.share) : 0,
        ms:
          state === 'next'
            ? totalMs && totalMs * one.share
            : spentOn(one, stages[at + 1], state === 'now' ? now : null),
      }
    }),
  }
}

const partOf = (progress: number, share: number) => Math.min(1, Math.max(0, progress / share))

function spentOn(
  { startedAt }: DeliveryStage,
  next: DeliveryStage | undefined,
  now: Date | null,
): number | null {
  const end = now ?? next?.startedAt
  return startedAt && end ? Math.max(0, end.getTime() - startedAt.getTime()) : null
}

/** 74000 -> "1:14" */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  const tail = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** 110000 -> "about 2 minutes" */
export function roughly(ms: number): string {
  if (ms < 45_000) return 'less than a minute'
  const minutes = Math.round(ms / 60_000)
  if (minutes < 90) return `about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`
  return `about ${Math.round(minutes / 60)} hours`
}
