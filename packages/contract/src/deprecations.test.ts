import { expect, test } from 'vitest'
import { type Deprecation, deprecationFaults, deprecationHeaders } from './deprecations.ts'

const procedures = new Set(['things.old', 'things.older', 'things.get'])
const announced = (change: Partial<Deprecation> = {}) => ({
  'things.old': { since: '2026-03-01', sunset: '2027-03-01', instead: 'things.get', ...change },
})

test('twelve months after its announcement a procedure may go, and no day sooner', () => {
  expect(deprecationFaults(announced(), procedures)).toEqual([])
  expect(deprecationFaults(announced({ sunset: '2027-02-28' }), procedures)).toEqual([
    'things.old ends before 2027-03-01, twelve months after its announcement',
  ])
})

test('an announcement names days and procedures that there are, and none that goes itself', () => {
  const wrong = announced({ since: '2026-02-31', instead: 'things.no' })
  expect(deprecationFaults(wrong, procedures)).toEqual([
    'things.old: 2026-02-31 is no day',
    'things.old: there is no procedure things.no',
  ])
  const chain = {
    ...announced({ instead: 'things.older' }),
    'things.older': { since: '2026-03-01', sunset: '2027-03-01', instead: 'things.get' },
  }
  expect(deprecationFaults(chain, procedures)).toEqual([
    'things.old: things.older is deprecated, too',
  ])
  expect(deprecationFaults({ 'things.gone': chain['things.old'] }, procedures)).toEqual([
    'things.gone: there is no procedure things.gone',
  ])
})

test('answers carry both days as their standards write them', () => {
  expect(deprecationHeaders(announced()['things.old'])).toEqual([
    ['deprecation', '@1772323200'],
    ['sunset', 'Mon, 01 Mar 2027 00:00:00 GMT'],
  ])
})
