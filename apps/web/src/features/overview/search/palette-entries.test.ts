import type { Hit } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import { commandsFor } from './commands.ts'
import { placeOf } from './hit-links.ts'
import { entryGroupsOf } from './palette-entries.ts'
import { withRecent } from './recent-places.ts'

const hit = (fields: Partial<Hit>): Hit => ({
  kind: 'contract',
  id: 'CTR-2001',
  title: 'Retail Customer Purchase Histories',
  detail: 'Meridian Synthetics',
  status: 'in_progress',
  side: 'client',
  page: null,
  ...fields,
})
const keysOf = (viewer: Parameters<typeof commandsFor>[0]) =>
  commandsFor(viewer).map(({ key }) => key)

describe('commands', () => {
  it('are those of the roles that a person holds', () => {
    const client = keysOf({ isSignedIn: true, isStaff: false, roles: ['client'] })
    expect(client).toEqual(expect.arrayContaining(['create-dpr', 'client-overview', 'sign-out']))
    expect(client.filter((key) => /^(vendor|staff)-|bank/.test(key))).toEqual([])
    const vendor = keysOf({ isSignedIn: true, isStaff: false, roles: ['vendor'] })
    expect(vendor).toEqual(expect.arrayContaining(['vendor-earnings', 'bank-tax-info']))
    expect(vendor).not.toContain('create-dpr')
  })

  it('lead staff to every desk', () => {
    const staff = keysOf({ isSignedIn: true, isStaff: true, roles: ['super_admin'] })
    expect(staff).toEqual(expect.arrayContaining(['staff-ledger', 'staff-audit', 'sign-out']))
    expect(staff).not.toContain('billing')
  })

  it('let a visitor look around and sign in', () => {
    const visitor = keysOf({ isSignedIn: false, isStaff: false, roles: [] })
    expect(visitor).toEqual(expect.arrayContaining(['client-dprs', 'vendor-earnings', 'sign-in']))
    expect(visitor.filter((key) => /overview|sign-out|settings/.test(key))).toEqual([])
  })

  it('name no page twice', () => {
    const both = commandsFor({ isSignedIn: true, isStaff: false, roles: ['client', 'vendor'] })
    const places = both.flatMap((command) => ('to' in command ? [command.to] : []))
    expect(new Set(places).size).toBe(places.length)
  })
})

describe('the list', () => {
  const commands = commandsFor({ isSignedIn: true, isStaff: false, roles: ['client'] })
  const groups = [{ kind: 'contract' as const, hits: [hit({})], hasMore: false }]
  const labelsOf = (typed: string, isStaff = false) =>
    entryGroupsOf({ typed, commands, groups, recent: [], isStaff }).map(({ label }) => label)

  it('begins with recent places and all pages', () => {
    const recent = [hit({})]
    const shown = entryGroupsOf({ typed: '', commands, groups: [], recent, isStaff: false })
    expect(shown.map(({ label }) => label)).toEqual(['Recent', 'Go to'])
    expect(shown[1]!.entries).toHaveLength(commands.length)
  })

  it('puts a typed ID before pages, and pages before other hits', () => {
    expect(labelsOf('CTR-2001')).toEqual(['Contracts'])
    expect(labelsOf('con')).toEqual(['Go to', 'Contracts'])
  })

  it('offers staff all results', () => {
    expect(labelsOf('zzz', true)).toEqual(['Contracts', 'Everything'])
  })

  it('has no two entries of one key, and none with a space', () => {
    const all = entryGroupsOf({ typed: 'c', commands, groups, recent: [], isStaff: true })
    const keys = all.flatMap(({ entries }) => entries.map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.join('')).not.toContain(' ')
  })
})

describe('a hit', () => {
  it('leads each side to its own page', () => {
    const offer = hit({ kind: 'offer', id: 'OFR-1', page: 'DPR-9' })
    expect(placeOf(offer, false)).toBe('/vendor-offers/DPR-9')
    expect(placeOf({ ...offer, side: 'vendor' }, false)).toBe('/offer-details/OFR-1')
    expect(placeOf(hit({ kind: 'conversation', id: 'abc' }), false)).toBe('?messages=abc')
    expect(placeOf(hit({ kind: 'invoice', id: 'INV-1', page: null }), false)).toBe(
      '/billing-payments',
    )
  })

  it('leads staff to a desk with its filter', () => {
    const payment = hit({ kind: 'payment', id: 'x', page: 'CTR-2001' })
    expect(placeOf(payment, true)).toBe('/admin/ledger?tab=entries&contract=CTR-2001')
    expect(placeOf(hit({}), true)).toBe('/admin/search?q=CTR-2001')
    expect(placeOf(hit({ kind: 'user', page: 'a+b@c.test' }), true)).toBe(
      '/admin/users?q=a%2Bb%40c.test',
    )
  })

  it('is remembered once, by ID and title alone', () => {
    const first = withRecent([], hit({}))
    expect(first).toEqual([
      {
        kind: 'contract',
        id: 'CTR-2001',
        title: 'Retail Customer Purchase Histories',
        side: 'client',
        page: null,
      },
    ])
    const both = withRecent(first, hit({ id: 'CTR-2' }))
    expect(withRecent(both, hit({})).map(({ id }) => id)).toEqual(['CTR-2001', 'CTR-2'])
    const many = Array.from({ length: 9 }, (_, n) => hit({ id: `CTR-${n}` }))
    expect(many.reduce(withRecent, [] as ReturnType<typeof withRecent>)).toHaveLength(6)
  })
})
