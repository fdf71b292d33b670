import type { RowRule, RuleColumn } from '@semblance/contract'
import { expect, it } from 'vitest'
import { ruleText } from './rule-text.tsx'

const columns: RuleColumn[] = [
  { name: 'from', kind: 'date' },
  { name: 'to', kind: 'timestamp' },
  { name: 'total', kind: 'number' },
]

it.each<[rule: RowRule, text: string]>([
  [{ order: ['from', 'to'] }, 'from is never after to'],
  [{ order: ['net', 'total'] }, 'net is never above total'],
  [{ sum: 'total', of: ['net'], rest: false }, 'total equals net'],
  [
    { sum: 'total', of: ['net', 'tax', 'tip'], rest: false },
    'total is the sum of net, tax and tip',
  ],
  [{ sum: 'total', of: ['net', 'tax'], rest: true }, 'net and tax together are never above total'],
  [{ sum: 'total', of: ['net'], rest: true }, 'net is never above total'],
  [{ dependency: 'city', on: ['zip'] }, 'zip decides city'],
  [{ dependency: 'city', on: ['zip', 'state'] }, 'zip and state decide city'],
])('%j reads "%s"', (rule, text) => {
  expect(ruleText(rule, columns)).toBe(text)
})
