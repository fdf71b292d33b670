/** Describes the three pages that the sign-up form is on: which fields they show, and in which words. */
import { minPasswordLength } from '@semblance/contract'
import { z } from 'zod'
import { emailField, passwordField, required } from './account-forms.ts'

export type SignUpVariant = 'tab' | 'join' | 'employee'

const optionalText = (label: string, max: number) =>
  z.string().trim().max(max, `${label} is too long`)

const rules = {
  organization_id: required('Organization ID', 40).toUpperCase(),
  first_name: required('First name', 100),
  last_name: required('Last name', 100),
  name: required('Name', 200),
  role: required('Role', 100),
  email: emailField,
  company_name: optionalText('Company name', 200),
  job_title: optionalText('Job title', 100),
  phone: optionalText('Phone', 50),
  password: passwordField,
  confirmPassword: z.string().min(1, 'Confirm your password'),
}
export type SignUpField = keyof typeof rules

export const signUpLabels: Record<SignUpField, string> = {
  organization_id: 'Organization ID',
  first_name: 'First name',
  last_name: 'Last name',
  name: 'Name',
  role: 'Role',
  email: 'E-mail',
  company_name: 'Company name',
  job_title: 'Job title',
  phone: 'Phone',
  password: 'Password',
  confirmPassword: 'Confirm password',
}

/** A pair of fields shares a row. */
type Row = SignUpField | readonly [SignUpField, SignUpField]

type Description = {
  rows: readonly Row[]
  /** Says whether the person ticks a box to accept the legal documents. */
  hasTerms: boolean
  action: string
}

export const signUpVariants: Record<SignUpVariant, Description> = {
  tab: {
    rows: [['first_name', 'last_name'], 'email', 'company_name', 'organization_id'],
    hasTerms: true,
    action: 'Sign Up',
  },
  join: {
    rows: [
      'organization_id',
      ['first_name', 'last_name'],
      'email',
      'company_name',
      ['job_title', 'phone'],
    ],
    hasTerms: false,
    action: 'Create Account',
  },
  employee: {
    rows: ['organization_id', 'name', 'role', 'email'],
    hasTerms: false,
    action: 'Create Account',
  },
}

export const optionalFields = ['company_name', 'job_title', 'phone'] as const

/** Returns the fields of a page in its order, the passwords last. */
export const fieldsOf = (variant: SignUpVariant): SignUpField[] => [
  ...signUpVariants[variant].rows.flat(),
  'password',
  'confirmPassword',
]

/** Parses the form as it is on one page; fields that the page does not show are not looked at. */
export function signUpForm(variant: SignUpVariant) {
  const shown = new Set<SignUpField>(fieldsOf(variant))
  const rule = (name: SignUpField): z.ZodType<string, string> =>
    shown.has(name) ? rules[name] : z.string()
  return z
    .object({
      organization_id: rule('organization_id'),
      first_name: rule('first_name'),
      last_name: rule('last_name'),
      name: rule('name'),
      role: rule('role'),
      email: rule('email'),
      company_name: rule('company_name'),
      job_title: rule('job_title'),
      phone: rule('phone'),
      password: rule('password'),
      confirmPassword: rule('confirmPassword'),
      agreeToTerms: z.boolean(),
    })
    .superRefine((form, context) => {
      const refuse = (path: keyof typeof form, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (form.password !== form.confirmPassword)
        refuse('confirmPassword', 'Passwords do not match')
      if (form.password.length < minPasswordLength)
        refuse('password', `Password must be at least ${minPasswordLength} characters`)
      if (signUpVariants[variant].hasTerms && !form.agreeToTerms)
        refuse('agreeToTerms', 'Please agree to the terms and conditions')
    })
}
export type SignUpValues = z.input<ReturnType<typeof signUpForm>>
