import { describe, expect, it } from 'vitest'
import { actionInWords, objectPath } from './audit-words.ts'

describe('the audit log in words', () => {
  it('names what was done', () => {
    expect(actionInWords('job.retry')).toBe('Job tried again')
    expect(actionInWords('something.older')).toBe('something.older')
  })

  it('leads to the object where staff have a page for it', () => {
    expect(objectPath('dispute:DSP-7')).toBe('/admin/disputes/DSP-7')
    expect(objectPath('ledger')).toBe('/admin/ledger')
    expect(objectPath('user:a&b')).toBe('/admin/users?q=a%26b')
    expect(objectPath('invitation:7')).toBeNull()
  })
})
