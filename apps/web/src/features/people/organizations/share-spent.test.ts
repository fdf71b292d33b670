import { expect, it } from 'vitest'
import { shareSpent } from './share-spent.ts'

it('shows the share of a limit, marks the last fifth and the end, and takes a limit of nothing', () => {
  expect(shareSpent(260_000n, 1_000_000n)).toEqual({ percent: 26, tone: 'primary' })
  expect(shareSpent(800_000n, 1_000_000n)).toEqual({ percent: 80, tone: 'warn' })
  expect(shareSpent(999_999n, 1_000_000n)).toEqual({ percent: 99.9, tone: 'warn' })
  expect(shareSpent(1_200_000n, 1_000_000n)).toEqual({ percent: 100, tone: 'danger' })
  expect(shareSpent(0n, 0n)).toEqual({ percent: 100, tone: 'danger' })
})
