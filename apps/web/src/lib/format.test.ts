import { afterEach, describe, expect, it, vi } from 'vitest'
import * as format from './format.ts'

describe('format', () => {
  it('shows cents as whole dollars, and exactly on request', () => {
    expect(format.usd(1_896_250)).toBe('$18,962.50')
    expect(format.usd(1_850_000)).toBe('$18,500')
    expect(format.usd(-1)).toBe('-$0.01')
    expect(format.usdExact(1_896_250)).toBe('$18,962.50')
    expect(format.usdShort(1_850_000)).toBe('$18.5K')
    expect([1_850_000n, 1_850_050n, 5n].map(format.formatUsdInput)).toEqual([
      '18,500',
      '18,500.50',
      '0.05',
    ])
    expect(format.usdRange(1_500_000, 2_500_000)).toBe('$15K – $25K')
  })

  it('shows a bare day as that day in every time zone', () => {
    expect(format.date('2026-11-21')).toBe('Nov 21, 2026')
    expect(format.dayMonth('2026-11-21')).toBe('Nov 21')
    expect(format.monthYear('2024-03-01')).toBe('March 2024')
  })

  it('shows minutes as people say them', () => {
    expect([0.2, 12, 60, 130, 1440, 3000].map(format.duration)).toEqual([
      'under 1 min',
      '12 min',
      '1 h',
      '2 h 10 min',
      '1 day',
      '2 days 2 h',
    ])
  })

  it('counts back from now until a week has passed', () => {
    const now = '2026-11-21T12:00:00Z'
    expect(format.relativeTime('2026-11-21T11:59:30Z', now)).toBe('just now')
    expect(format.relativeTime('2026-11-21T11:48:00Z', now)).toBe('12 min ago')
    expect(format.relativeTime('2026-11-21T09:00:00Z', now)).toBe('3 h ago')
    expect(format.relativeTime('2026-11-20T11:00:00Z', now)).toBe('1 day ago')
    expect(format.relativeTime('2026-11-09T12:00:00Z', now)).toBe('Nov 9')
    expect(format.relativeTime('2025-11-09T12:00:00Z', now)).toBe('Nov 9, 2025')
  })

  it('measures files in units of 1024', () => {
    expect(format.fileSize(0)).toBe('0 Bytes')
    expect(format.fileSize(1023)).toBe('1023 Bytes')
    expect(format.fileSize(1536)).toBe('1.5 KB')
    expect(format.fileSize(5 * 1024 ** 2)).toBe('5 MB')
    expect(format.fileSize(3 * 1024 ** 4)).toBe('3072 GB')
  })

  it('shows shares as percentages without needless zeros', () => {
    expect(format.percent(0.976)).toBe('97.6%')
    expect(format.percent(1)).toBe('100%')
  })

  it('counts things in words', () => {
    expect(format.plural(1, 'offer')).toBe('1 offer')
    expect(format.plural(1204, 'offer')).toBe('1,204 offers')
    expect(format.plural(2, 'company', 'companies')).toBe('2 companies')
  })

  it('shortens names to initials and stored values to title case', () => {
    expect(format.initials('Amara Okafor')).toBe('AO')
    expect(format.initials('sample client')).toBe('SC')
    expect(format.titleCase('in_progress')).toBe('In Progress')
    expect(format.titleCase('ready_for_download')).toBe('Ready for Download')
    expect(format.titleCase('Awaiting Vendor Submissions')).toBe('Awaiting Vendor Submissions')
  })
})

describe('days and hours', () => {
  const inZone = (zone: string) => vi.stubEnv('TZ', zone)
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it.each([
    ['America/Los_Angeles', 'Nov 21, 2026', '3:30 PM', '2026-11-21', 'PST'],
    ['UTC', 'Nov 21, 2026', '11:30 PM', '2026-11-21', 'UTC'],
    ['Asia/Tokyo', 'Nov 22, 2026', '8:30 AM', '2026-11-22', 'GMT+9'],
    ['Pacific/Kiritimati', 'Nov 22, 2026', '1:30 PM', '2026-11-22', 'GMT+14'],
  ])('are those of the reader in %s', (zone, day, hour, isoDay, zoneName) => {
    inZone(zone)
    const late = new Date('2026-11-21T23:30:00Z')
    expect(format.date(late)).toBe(day)
    expect(format.time(late)).toBe(hour)
    expect(format.isoDay(late)).toBe(isoDay)
    expect(format.exactTime(late)).toBe(`${day}, ${hour} ${zoneName}`)
  })

  it.each(['America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati'])(
    'of the books, and bare days, are the same in %s',
    (zone) => {
      inZone(zone)
      expect(format.ledgerDate('2026-11-21T23:30:00Z')).toBe('Nov 21, 2026')
      expect(format.ledgerMonth(new Date('2026-11-01T00:00:00Z'), 'long')).toBe('November')
      expect(format.date('2026-11-21')).toBe('Nov 21, 2026')
      expect(format.weekday('2026-11-21', 'long')).toBe('Saturday')
    },
  )

  it('are right on the days when clocks are changed', () => {
    inZone('America/Los_Angeles')
    expect(['2026-03-08T09:59:00Z', '2026-03-08T10:00:00Z'].map(format.time)).toEqual([
      '1:59 AM',
      '3:00 AM',
    ])
    expect(format.isoDay('2026-03-09T06:59:00Z')).toBe('2026-03-08')
    expect(format.isoDay('2026-11-02T07:59:00Z')).toBe('2026-11-01')
    expect(format.date('2026-11-02T08:00:00Z')).toBe('Nov 2, 2026')
  })
})

it('rounded money is on axes and in budgets alone', () => {
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const rounding = Object.keys(sources).filter(
    (file) => !file.includes('.test.') && /\busd(?:Short|Range)\b/.test(sources[file] ?? ''),
  )
  expect(rounding.sort()).toEqual([
    '../components/viz/market-ruler.tsx',
    '../features/market/dprs/dpr-columns.tsx',
    '../features/market/dprs/form/dpr-view-model.ts',
    '../features/market/marketplace/dpr-labels.ts',
    '../features/market/marketplace/filters/market-chips.tsx',
    '../features/market/marketplace/filters/market-rail.tsx',
    '../features/market/received-offers/offers-against-budget.tsx',
    '../features/market/sent-offers/price-on-budget.tsx',
    '../features/money/earnings/earnings-chart.tsx',
    './format.ts',
  ])
})
