import { expect, test } from 'vitest'
import { correlationCells, correlationsNote, largestDifference } from './heatmap-cells.ts'

const measured = {
  columns: ['a', 'b', 'c'],
  original: [
    [1, 0.5, 0.9],
    [0.5, 1, 0.1],
    [0.9, 0.1, 1],
  ],
  synthetic: [
    [1, 0.3, 0.1],
    [0.3, 1, 0.15],
    [0.1, 0.15, 1],
  ],
  reach: [
    [0, 0.1, 0.4],
    [0.1, 0, 0.1],
    [0.4, 0.1, 0],
  ],
}

test('a correlation hidden by noise is neither shown nor counted, however far it seems from the twin', () => {
  const texts = correlationCells(measured).cells.map((row) => row.map((cell) => cell?.text))
  expect(texts).toEqual([
    [undefined, '.30', '.10'],
    ['.50', undefined, '.15'],
    ['?', '.10', undefined],
  ])
  expect(largestDifference(measured)).toBeCloseTo(0.2)
  const note = correlationsNote(measured)
  expect(note).toContain('of 1 of 3 pairs we cannot tell')
  expect(note).toContain('with 95% confidence each: 1 of 2 pairs')
})

test('correlations without an interval are shown as they are', () => {
  const { reach: _, ...exact } = measured
  expect(correlationCells(exact).cells[2]?.[0]?.text).toBe('.90')
  expect(largestDifference(exact)).toBeCloseTo(0.8)
  expect(correlationsNote(exact)).not.toContain('noise')
})
