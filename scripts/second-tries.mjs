/** Reports, at the end of a run of Vitest, each test that failed once and passed when it was tried again. */

/** Begins each reported line; `scripts/check.mjs` repeats these lines last. */
export const secondTry = 'Passed on a second try:'

export class SecondTries {
  #names = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky)
      this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    for (const name of this.#names) console.log(`${secondTry} ${name}`)
    this.#names = []
  }
}
