import { describe, expect, it } from 'vitest'
import { hatchLines, layOutBins, twinCurve } from './histogram.ts'
import { tickLabels } from './tick-labels.ts'

const box = { width: 100, height: 10, padTop: 0 }

describe('histogram', () => {
  it('draws the tallest bin at full height and the others in proportion', () => {
    const bins = layOutBins({ edges: [0, 1, 2], original: [0.5, 0.25], synthetic: [0.4, 0.35] })
    expect(hatchLines(bins, 2, box).map((line) => line.top)).toEqual([0, 5])
  })

  it('compares bins of unequal width by density', () => {
    const bins = layOutBins({ edges: [0, 1, 3], original: [0.5, 0.5], synthetic: [0.5, 0.5] })
    expect(bins[0]?.original).toBe(1)
    expect(bins[1]?.original).toBeCloseTo(0.5)
  })

  it('draws as many lines as asked for, whatever the number of bins', () => {
    const edges = Array.from({ length: 65 }, (_, i) => i)
    const shares = Array.from({ length: 64 }, () => 1 / 64)
    const bins = layOutBins({ edges, original: shares, synthetic: shares })
    expect(hatchLines(bins, 13, box)).toHaveLength(13)
  })

  it('survives a column without rows', () => {
    const bins = layOutBins({ edges: [0, 1], original: [0], synthetic: [0] })
    expect(twinCurve(bins, box).line).not.toContain('NaN')
  })

  it('labels the ends of the range in the column’s own unit', () => {
    expect(tickLabels([0, 50, 120], 'integer').map((tick) => tick.label)).toEqual([
      '0',
      '30',
      '60',
      '90',
      '120',
    ])
    const dates = [Date.UTC(2025, 0, 1), Date.UTC(2026, 10, 1)]
    expect(tickLabels(dates, 'date').map((tick) => tick.label)).toEqual([
      'Jan 2025',
      'Dec 2025',
      'Nov 2026',
    ])
  })
})
