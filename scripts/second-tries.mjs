/** Reports, at the end of a run of Vitest, each test that failed once and passed when it was tried again, and why it failed. */
import { stripVTControlCharacters } from 'node:util'

/** Begins each reported line; `scripts/check.mjs` repeats these lines last. */
export const secondTry = 'Passed on a second try:'

export class SecondTries {
  #lines = []

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const [error] = test.result().errors ?? []
    this.#lines.push(`${test.module.relativeModuleId} > ${test.fullName}: ${reasonOf(error)}`)
  }

  onTestRunEnd() {
    for (const line of this.#lines) console.log(`${secondTry} ${line}`)
    this.#lines = []
  }
}

/** Returns an error's message in one line, with the place in our code that threw it. */
function reasonOf(error) {
  const message = stripVTControlCharacters(error?.message ?? 'cannot tell').replace(/\s+/g, ' ')
  const [place] = error?.stacks ?? []
  return `${message.slice(0, 300)}${place ? ` (${place.file.split('/').at(-1)}:${place.line})` : ''}`
}
