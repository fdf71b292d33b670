import { describe, expect, it } from 'vitest'
import { actionLabel, objectPath } from './audit-labels.ts'

describe('the audit log in words', () => {
  it('names what was done', () => {
    expect(actionLabel('job.retry')).toBe('Job tried again')
    expect(actionLabel('something.older')).toBe('something.older')
  })

  it('leads to the object where staff have a page for it', () => {
    expect(objectPath('dispute:DSP-7')).toBe('/admin/disputes/DSP-7')
    expect(objectPath('ledger')).toBe('/admin/ledger')
    expect(objectPath('user:a&b')).toBe('/admin/users?q=a%26b')
    expect(objectPath('invitation:7')).toBeNull()
  })
})
