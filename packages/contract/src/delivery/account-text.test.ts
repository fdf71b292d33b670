import { expect, test } from 'vitest'
import {
  accountFacts,
  accountLimits,
  accountText,
  choiceText,
  epsilonText,
  guaranteeText,
} from './account-text.ts'

test('no figure is rounded below what was spent', () => {
  expect(epsilonText(2.981)).toBe('2.99')
  expect(epsilonText(3)).toBe('3')
  expect(epsilonText(0.29)).toBe('0.29')
  expect(guaranteeText({ epsilon: 4.3511, delta: 1.51e-6 })).toBe('ε 4.36, δ 1.6e-6')
  expect(guaranteeText({ epsilon: 4, delta: 9.96e-7 })).toBe('ε 4, δ 1e-6')
  expect(guaranteeText({ epsilon: 0, delta: 0 })).toBe('nothing')
})

test('an account says what was before, what is now, and what may be at most', () => {
  const account = {
    before: { epsilon: 3, delta: 1e-6 },
    with: { epsilon: 3.12, delta: 2e-6 },
    limitEpsilon: 6,
  }
  expect(accountText(account, false)).toBe(
    "Earlier measurements of this source: ε 3, δ 1e-6. All together, per row: ε 3.12, δ 2e-6. The vendor's limit: ε 6.",
  )
  expect(accountText({ ...account, before: { epsilon: 0, delta: 0 } }, false)).toMatch(
    /^No earlier measurement is entered/,
  )
})

test('of several measured runs it says that all are counted', () => {
  const account = {
    before: { epsilon: 3, delta: 1e-6 },
    with: { epsilon: 4.3, delta: 2e-6 },
    limitEpsilon: 6,
  }
  expect(accountText({ ...account, runs: 2 }, false)).toMatch(
    /ε 6\. For this contract, 2 runs .* covered\.$/,
  )
  for (const runs of [1, undefined])
    expect(accountText({ ...account, runs }, false)).toMatch(/ε 6\.$/)
})

test('of several twins that were measured for listings it counts the runs of all', () => {
  const account = {
    ...{ before: { epsilon: 3, delta: 1e-6 }, with: { epsilon: 4.3, delta: 2e-6 } },
    ...{ limitEpsilon: 6, runs: 3 },
  }
  expect(accountText(account, false, true)).toMatch(
    /ε 6\. For listings, 3 runs on this source are entered in its account, and this is the last/,
  )
})

test('of a copy it says how many runs its vendor could choose from, and what all of them cost', () => {
  const account = {
    ...{ before: { epsilon: 0, delta: 0 }, with: { epsilon: 3, delta: 1e-6 }, limitEpsilon: 6 },
    choice: { runs: 4, with: { epsilon: 5.121, delta: 4e-6 } },
  }
  expect(accountText(account, false)).toMatch(
    /ε 6\. When this copy was made, 4 runs .* this twin's among them, .* by then, per row: ε 5\.13, δ 4e-6, so that the choice/,
  )
  expect(choiceText(account.choice, 'listing')).toMatch(/^So far, 4 runs/)
  const only = { ...account.choice, runs: 1 }
  expect(accountText({ ...account, choice: only }, false)).toMatch(/is the only one .* source\.$/)
})

test('of what a vendor measured it does not say that all is known', () => {
  const account = {
    before: { epsilon: 0, delta: 0 },
    with: { epsilon: 4.3, delta: 2e-6 },
    limitEpsilon: 6,
    runs: 2,
  }
  const text = `${accountText(account, true)} ${accountLimits(true)}`
  expect(text).not.toMatch(/Nothing was measured|All of them are counted|knows most rows/)
  expect(text).toMatch(/cannot tell whether the vendor made others .* has not seen these rows/)
  expect(accountLimits(false)).toMatch(
    /Of rows that it read itself, Semblance knows most again.* at most those of files whose keyed hashes/,
  )
})

test('of rows drawn from an earlier measurement it says which, and that it is among those before', () => {
  const id = '0190a1b2-0000-7000-8000-000000000001'
  const drawnFrom = { id, measuredAt: '2026-11-26T09:30:00.000Z', epsilon: 2.981, delta: 1e-6 }
  const account = {
    before: { epsilon: 2.981, delta: 1e-6 },
    with: { epsilon: 3.061, delta: 1e-6 },
    limitEpsilon: 6,
    drawnFrom,
  }
  expect(accountText(account, false)).toMatch(
    `ε 2.99, δ 1e-6. The rows were drawn from the model of an earlier measurement of the same files, of 2026-11-26 (ε 2.99, δ 1e-6; ID ${id}), which is one of those`,
  )
  expect(accountFacts(account).at(-2)?.value).toBe('ε 2.99, δ 1e-6, of 2026-11-26')
  expect(accountFacts({ ...account, drawnFrom: undefined })).toHaveLength(3)
})
