import { describe, expect, it } from 'vitest'
import {
  applicationForm,
  competition,
  dprForm,
  dprStatuses,
  dprTabStatuses,
  isRoutingNumber,
} from './index.ts'

describe('the rules both sides share', () => {
  it.each([
    [0, 'Low'],
    [5, 'Low'],
    [6, 'Medium'],
    [10, 'Medium'],
    [11, 'High'],
  ])('%i offers are %s competition', (offers, label) => expect(competition(offers)).toBe(label))

  it('put every status of a request under one tab', () => {
    const tabbed = Object.values(dprTabStatuses).flat()
    expect([...tabbed].sort()).toEqual([...dprStatuses].sort())
  })

  it('know a routing number by its checksum', () => {
    expect(isRoutingNumber('021000021')).toBe(true)
    expect(isRoutingNumber('021 000 021')).toBe(true)
    expect(isRoutingNumber('021000022')).toBe(false)
    expect(isRoutingNumber('12345')).toBe(false)
  })
})

describe('a form with a missing field', () => {
  it('names the field that is missing', () => {
    const fields = dprForm
      .safeParse({})
      .error?.issues.map((issue) => [issue.path.join('.'), issue.message])
    expect(fields).toContainEqual(['title', 'Data type is required'])
    expect(fields?.every(([, message]) => !message!.startsWith('Invalid input'))).toBe(true)
  })

  it('names an e-mail address that is none', () => {
    const issues = applicationForm.safeParse({ business_email: 'nobody' }).error?.issues
    expect(issues).toContainEqual(
      expect.objectContaining({ path: ['business_email'], message: 'Enter a valid email address' }),
    )
  })
})
