import { describe, expect, it } from 'vitest'
import { signUpForm } from './sign-up-variants.ts'

const person = {
  organization_id: ' org-12345-abcde ',
  first_name: 'Priya',
  last_name: 'Raman',
  name: 'Priya Raman',
  role: 'Data Scientist',
  email: 'priya@halden.example',
  company_name: '',
  job_title: '',
  phone: '',
  password: 'secret',
  confirmPassword: 'secret',
  agreeToTerms: true,
}
const refusals = (...[variant, changes]: [Parameters<typeof signUpForm>[0], object]) =>
  signUpForm(variant)
    .safeParse({ ...person, ...changes })
    .error?.issues.map((issue) => issue.message) ?? []

describe('the sign-up form', () => {
  it('reads an organization ID however it was typed', () => {
    expect(signUpForm('employee').parse(person).organization_id).toBe('ORG-12345-ABCDE')
  })

  it('names every rule between the fields that is broken', () => {
    const broken = { password: 'short', confirmPassword: 'other', agreeToTerms: false }
    expect(refusals('tab', broken)).toEqual([
      'Passwords do not match',
      'Password must be at least 6 characters',
      'Please agree to the terms and conditions',
    ])
    expect(refusals('tab', {})).toEqual([])
  })

  it('needs what its page shows, and nothing else', () => {
    expect(refusals('employee', { role: ' ' })).toEqual(['Role is required'])
    expect(refusals('tab', { role: ' ', name: '' })).toEqual([])
    expect(refusals('join', { agreeToTerms: false })).toEqual([])
    expect(refusals('join', { last_name: '' })).toEqual(['Last name is required'])
  })
})
