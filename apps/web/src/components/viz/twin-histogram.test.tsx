import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TwinHistogram } from './twin-histogram.tsx'

type Histogram = Omit<Parameters<typeof TwinHistogram>[0], 'label'>
const drawn = (histogram: Histogram) =>
  renderToStaticMarkup(<TwinHistogram label="Histogram of fare" {...histogram} />)
const words = (histogram: Histogram) => drawn(histogram).replaceAll(/<[^>]*>/g, '')

test.each([
  [[0, 0.1], 'number', 'All values: 0 to 0.1'],
  [[7, 8], 'integer', 'All values: 7'],
  [[7.5, 7.5], 'number', 'All values: 7.5'],
] as const)('one bin, %s, is said in words', (edges, format, text) => {
  expect(words({ bars: [1], edges, format })).toBe(text)
})

test('a bin that holds most rows leaves the others to be seen, and the page says how', () => {
  const heavy = { bars: [81, 4, 1], edges: [0, 1, 2, 3], format: 'integer' } as const
  expect(words(heavy)).toContain('√ scale')
  const [first = 0, second, third] = [...drawn(heavy).matchAll(/v-([\d.]+)h/g)].map(([, height]) =>
    Number(height),
  )
  expect(second).toBeCloseTo((first * 2) / 9, 1)
  expect(third).toBeCloseTo(first / 9, 1)
  expect(words({ ...heavy, bars: [3, 4, 3] })).not.toContain('√ scale')
})
