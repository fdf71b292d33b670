import { minPasswordLength } from '@semblance/contract'
import { z } from 'zod'

const required = (label: string, max = 200) =>
  z.string().trim().min(1, `${label} is required`).max(max, `${label} is too long`)

export const emailField = required('E-mail', 320).pipe(z.email('Enter a valid email address'))

// Passwords are taken as typed, spaces and all.
const password = z.string().min(1, 'Password is required')
const tooShort = `Password must be at least ${minPasswordLength} characters`

export const signInForm = z.object({ email: emailField, password })

const newAccount = z.object({
  organization_id: required('Organization ID', 40).toUpperCase(),
  email: emailField,
  password,
  confirmPassword: z.string().min(1, 'Confirm your password'),
})

const named = newAccount.extend({
  first_name: required('First name', 100),
  last_name: required('Last name', 100),
  company_name: z.string().trim().max(200, 'Company name is too long'),
})

type Passwords = { password: string; confirmPassword: string }

// Zod looks at the rules between fields only when every field has an answer.
function checkPasswords(form: Passwords, context: z.RefinementCtx) {
  const refuse = (path: keyof Passwords, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (form.password !== form.confirmPassword) refuse('confirmPassword', 'Passwords do not match')
  if (form.password.length < minPasswordLength) refuse('password', tooShort)
}

/** Describes the Sign Up tab. */
export const signUpForm = named
  .extend({ agreeToTerms: z.boolean() })
  .superRefine(checkPasswords)
  .refine((form) => form.agreeToTerms, {
    path: ['agreeToTerms'],
    message: 'Please agree to the terms and conditions',
    when: ({ issues }) => issues.every((issue) => issue.code === 'custom'),
  })

/** Describes an employee's sign-up: one name, and a job title. */
export const employeeForm = newAccount
  .extend({ name: required('Name', 200), role: required('Role', 100) })
  .superRefine(checkPasswords)

/** Parses the form to join an organization: the Sign Up tab's fields without its box. */
export const joinForm = named
  .extend({
    job_title: z.string().trim().max(100, 'Job title is too long'),
    phone: z.string().trim().max(50, 'Phone is too long'),
  })
  .superRefine(checkPasswords)

const newPassword = z.object({
  /** Requested of invited users without a name. */
  name: z.string().trim().max(200, 'Name is too long'),
  password: password.min(minPasswordLength, tooShort),
  confirmPassword: z.string(),
})
const passwordsMatch = (form: Passwords) => form.password === form.confirmPassword
const mismatch = { path: ['confirmPassword'], message: 'Passwords do not match' }

export const newPasswordForm = newPassword.refine(passwordsMatch, mismatch)
export const welcomeForm = newPassword
  .extend({ name: required('Name', 200) })
  .refine(passwordsMatch, mismatch)
