import type { Hit } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import { bestFirst, type HitGroup, isNamed, scoreOf, splitByName } from './rank-hits.ts'

const command = (label: string, also = '') => ({ label, also })
const labels = (items: { label: string }[]) => items.map(({ label }) => label)

describe('commands', () => {
  it('come in the order of how close to the beginning the words are', () => {
    const items = [
      command('Notification Settings'),
      command('User Profile', 'settings'),
      command('Reset'),
      command('Settings'),
    ]
    expect(labels(bestFirst(items, 'set'))).toEqual([
      'Settings',
      'Notification Settings',
      'User Profile',
      'Reset',
    ])
  })

  it('have to fit every word, in any order and case', () => {
    expect(scoreOf('Create New DPR', '', 'dpr NEW')).toBeGreaterThan(0)
    expect(scoreOf('Create New DPR', '', 'new offer')).toBe(0)
    expect(scoreOf('Create New DPR', '', '  ')).toBe(0)
  })

  it('keep their order among equals', () => {
    expect(labels(bestFirst([command('Contracts A'), command('Contracts B')], 'con'))).toEqual([
      'Contracts A',
      'Contracts B',
    ])
  })
})

const group = (kind: Hit['kind'], ...ids: string[]): HitGroup => ({
  kind,
  hasMore: false,
  hits: ids.map((id) => ({
    kind,
    id,
    title: id,
    detail: null,
    status: null,
    side: null,
    page: null,
  })),
})

describe('hits', () => {
  it('whose ID was typed go first, whatever their kind', () => {
    const groups = [group('request', 'DPR-1', 'DPR-2'), group('contract', 'CTR-7')]
    const kinds = (typed: string) => splitByName(groups, typed).named.map(({ kind }) => kind)
    expect(kinds('ctr-7')).toEqual(['contract'])
    expect(kinds('2')).toEqual(['request'])
    expect(kinds('ctr')).toEqual([])
    expect(splitByName(groups, 'ctr-7').others.map(({ kind }) => kind)).toEqual(['request'])
  })

  it('are not named by a part of their number', () => {
    expect(isNamed({ id: 'DPR-2001' }, '001')).toBe(false)
    expect(isNamed({ id: 'DPR-2001' }, '2001')).toBe(true)
    expect(isNamed({ id: 'DPR-2001' }, ' dpr-2001 ')).toBe(true)
  })
})
