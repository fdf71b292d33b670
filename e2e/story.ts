/** Tests of which each stands on those before it. */
import { type RunnerTestCase, test } from 'vitest'

export type SetUp = () => Promise<void>

/** Sets up what tests stand on: before the first one, and anew before any second try. */
export type Begin = (setUp: SetUp, limitMs?: number) => void

/** Adds the next test of a story. */
export type Chapter = (sentence: string, tell: () => Promise<void>) => void

/** A second try may have to tell the whole story. */
const chapterLimitMs = 300_000

/** A chapter that is tried again tells all those before it again; one that fails for good ends the story. */
export function tellStory(begin: Begin): Chapter {
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
