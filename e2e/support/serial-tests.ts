/** Tests of which each stands on those before it. */
import { type RunnerTestCase, test } from 'vitest'

export type SetUp = () => Promise<void>

/** Sets up the fixtures of tests: before the first one, and again before any second try. */
export type Begin = (setUp: SetUp, limitMs?: number) => void

/** Adds the next test of a story. */
export type SerialStep = (sentence: string, tell: () => Promise<void>) => void

/** Limits a step in ms: a second try may have to run all steps again. */
const chapterLimitMs = 600_000

/**
 * Repeats all earlier steps before a step that is tried again; a step that fails for good ends the
 * series.
 */
export function describeSerial(begin: Begin): SerialStep {
  const chapters: SetUp[] = []
  let told = 0
  let isBroken = false
  begin(async () => {
    told = 0
  })
  return (sentence, tell) => {
    const number = chapters.push(tell) - 1
    test(
      sentence,
      async ({ task, skip, onTestFailed }) => {
        if (isBroken && !isSecondTry(task)) skip('an earlier chapter failed')
        onTestFailed(() => {
          isBroken = true
        })
        for (; told < number; told += 1) await chapters[told]!()
        await tell()
        told = number + 1
        isBroken = false
      },
      chapterLimitMs,
    )
  }
}

export const isSecondTry = ({ result }: Readonly<RunnerTestCase>) => (result?.retryCount ?? 0) > 0
