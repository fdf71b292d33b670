import { expect, test } from 'vitest'
import { usefulnessFact } from './usefulness.ts'

test('a buyer who asks how much better the original teaches is told, or told why not', () => {
  const taught = { column: 'income', auc: 0.906, interval: { low: 0.893, high: 0.919 } }
  const real = { auc: 0.913, low: 0.9, high: 0.926 }
  expect(usefulnessFact({ ...taught, real })).toMatchObject({
    value: '0.91',
    note: expect.stringContaining('0.89 to 0.92; learned from the original 0.91'),
  })
  expect(usefulnessFact({ ...taught, real: null }).note).toContain('cannot be told')
  expect(usefulnessFact({ ...taught, real }).note).toContain('rows that the twin was not made from')
  expect(usefulnessFact({ ...taught, real: null }).note).toContain('AUC on all sampled real rows')
  expect(usefulnessFact(null).value).toBe('Cannot tell')
})
