import { ORPCError } from '@orpc/client'
import { expect, it, vi } from 'vitest'
import { markFields } from './mark-fields.ts'

const refusal = new ORPCError('bad_input', {
  status: 400,
  message: 'Two fields are wrong.',
  data: {
    issues: [
      { field: 'evidenceIds', message: 'Attach it again' },
      { field: 'statement', message: 'Statement is required' },
      { field: 'refundCents', message: 'Enter less' },
    ],
  },
})

it('marks the fields that the form has, and goes to the first of them', () => {
  const form = { getValues: () => ({ statement: '', refundCents: '' }), setError: vi.fn() }
  const { message } = markFields(form, refusal)
  expect(message).toBe('Two fields are wrong.')
  expect(form.setError.mock.calls).toEqual([
    ['statement', { message: 'Statement is required' }, { shouldFocus: true }],
    ['refundCents', { message: 'Enter less' }, { shouldFocus: false }],
  ])
})
