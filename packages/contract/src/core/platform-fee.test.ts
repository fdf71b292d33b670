import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeCents, formatBps, PLATFORM_FEE_BPS } from './platform-fee.ts'

const rate = fc.integer({ min: 0, max: 10_000 })
const price = fc.bigInt({ min: 0n, max: 10n ** 14n })

describe('the platform fee', () => {
  it.each([
    [250, 46_250n],
    [300, 55_500n],
    [175, 32_375n],
    [0, 0n],
    [10_000, 1_850_000n],
  ])('at %i basis points is %i cents on 18,500 dollars', (feeBps, cents) =>
    expect(feeCents(1_850_000n, feeBps)).toBe(cents),
  )

  it('rounds half a cent up', () => {
    expect(feeCents(20n, 250)).toBe(1n)
    expect(feeCents(19n, 250)).toBe(0n)
    expect(feeCents(60n, 250)).toBe(2n)
  })

  it('is within half a cent of its rate, whatever price and rate', () => {
    fc.assert(
      fc.property(price, rate, (priceCents, feeBps) => {
        const off = feeCents(priceCents, feeBps) * 10_000n - priceCents * BigInt(feeBps)
        expect(off > -5_000n && off <= 5_000n).toBe(true)
      }),
    )
  })

  it('never falls while the part of the price grows', () => {
    fc.assert(
      fc.property(price, price, rate, (a, b, feeBps) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        expect(feeCents(less, feeBps) <= feeCents(more, feeBps)).toBe(true)
      }),
    )
  })

  it('of new contracts is a rate that a contract may have', () => {
    expect(Number.isInteger(PLATFORM_FEE_BPS)).toBe(true)
    expect(PLATFORM_FEE_BPS).toBeGreaterThanOrEqual(0)
    expect(PLATFORM_FEE_BPS).toBeLessThanOrEqual(10_000)
  })
})

it.each([
  [250, '2.5%'],
  [300, '3%'],
  [29, '0.29%'],
  [1, '0.01%'],
  [0, '0%'],
  [1_000, '10%'],
  [10_000, '100%'],
])('%i basis points are written %s', (bps, text) => expect(formatBps(bps)).toBe(text))

describe('the rate is written down once: no file but its owner', () => {
  const root = join(import.meta.dirname, '../../../..')
  const owner = 'packages/contract/src/core/platform-fee'
  const lines = globSync(
    [
      '{apps,packages}/*/{src,testing}/**/*.{ts,tsx}',
      'apps/web/*.html',
      '{bench,e2e,scripts}/**/*.{ts,mjs}',
      'docs/**/*.md',
      'README.md',
    ],
    { cwd: root },
  )
    .filter((path) => !path.startsWith(owner) && !path.endsWith('.gen.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return text.split('\n').map((line, index) => ({ path, at: `${path}:${index + 1}`, line }))
    })
  const found = (isWritten: (line: (typeof lines)[number]) => boolean) =>
    lines.filter(isWritten).map(({ at, line }) => `${at} ${line.trim()}`)

  it('prints it as a text', () => {
    expect(lines.length).toBeGreaterThan(50_000)
    expect(found(({ line }) => /\b2[.,]5\s?(%|percent|per cent)/i.test(line))).toEqual([])
  })

  /** Tests and their fixtures set rates of their own. */
  it('computes with it', () => {
    const rate = /\b(250|25n|250n)\b|\b0?\.025\b|\/ ?40n?\b/
    const isRate = ({ path, line }: (typeof lines)[number]) =>
      !/\.test\.tsx?$|\/testing\//.test(path) && /fee(?!d)|platform/i.test(line) && rate.test(line)
    expect(found(isRate)).toEqual([])
  })
})
