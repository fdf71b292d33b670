import { describe, expect, it } from 'vitest'
import { routes } from '@/routes.ts'
import { isActive, navItems, splitForPhone } from './nav.ts'

const labels = (items: readonly { label: string }[]) => items.map((item) => item.label)

describe('nav', () => {
  it('marks the entry that a detail page belongs under', () => {
    const active = navItems.client.filter((item) => isActive(item, '/contract-details/CTR-2041'))
    expect(labels(active)).toEqual(['Contracts'])
  })

  it('marks the offers for the preview of one, on either side', () => {
    for (const items of [navItems.client, navItems.vendor]) {
      const active = items.filter((item) => isActive(item, '/offer-preview/OFR-355'))
      expect(active.map(({ key }) => key)).toEqual(['offers'])
    }
  })

  it('does not take one address for another that begins alike', () => {
    expect(navItems.vendor.some((item) => isActive(item, '/vendor-my-offers-archive'))).toBe(false)
  })

  it('gives phones four pages and Messages, and keeps the rest for a menu', () => {
    const { bar, rest } = splitForPhone(navItems.client)
    expect(labels(bar)).toEqual(['Overview', 'DPRs', 'Offers', 'Contracts', 'Messages'])
    expect(labels(rest)).toEqual(['Marketplace', 'Catalog', 'Organization'])
  })

  it('gives phones of staff the queues that wait most, and everything else under More', () => {
    const { bar, rest } = splitForPhone(navItems.staff)
    expect(labels(bar)).toEqual(['Overview', 'Applications', 'Disputes', 'Support'])
    expect(rest).toHaveLength(navItems.staff.length - bar.length)
  })

  it('has an entry for each page of staff but the search and the pages of one record', () => {
    const pages = routes.map(({ path }) => path).filter((path) => /^\/admin(\/[^:]*)?$/.test(path))
    const entries = [...navItems.staff.map(({ to }) => to), '/admin/search']
    expect(pages.filter((path) => !entries.includes(path))).toEqual([])
  })
})
