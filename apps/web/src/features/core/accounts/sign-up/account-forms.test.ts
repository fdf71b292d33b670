import { describe, expect, it } from 'vitest'
import { employeeForm, signUpForm } from './account-forms.ts'

const employee = {
  organization_id: ' org-12345-abcde ',
  name: 'Priya Raman',
  role: 'Data Scientist',
  email: 'priya@halden.example',
  password: 'secret',
  confirmPassword: 'secret',
}
const person = {
  ...employee,
  first_name: 'Priya',
  last_name: 'Raman',
  company_name: '',
  agreeToTerms: true,
}
const refusals = (form: typeof signUpForm | typeof employeeForm, values: object) =>
  form.safeParse(values).error?.issues.map((issue) => issue.message) ?? []

describe('account forms', () => {
  it('read an organization ID however it was typed', () => {
    expect(employeeForm.parse(employee).organization_id).toBe('ORG-12345-ABCDE')
  })

  it('name every rule between the fields that is broken', () => {
    const broken = { ...person, password: 'short', confirmPassword: 'other', agreeToTerms: false }
    expect(refusals(signUpForm, broken)).toEqual([
      'Passwords do not match',
      'Password must be at least 6 characters',
      'Please agree to the terms and conditions',
    ])
    expect(refusals(signUpForm, person)).toEqual([])
  })

  it('need every field of an employee', () => {
    expect(refusals(employeeForm, { ...employee, role: ' ' })).toEqual(['Role is required'])
  })
})
