import { minPasswordLength } from '@semblance/contract'
import { z } from 'zod'

const required = (label: string, max = 200) =>
  z.string().trim().min(1, `${label} is required`).max(max, `${label} is too long`)

export const emailField = required('E-mail', 320).pipe(z.email('Enter a valid email address'))

// Passwords are taken as typed, spaces and all.
const password = z.string().min(1, 'Password is required')
const tooShort = `Password must be at least ${minPasswordLength} characters`

export const signInForm = z.object({ email: emailField, password })

// Zod looks at the rules between fields only when every field has an answer.
export const signUpForm = z
  .object({
    first_name: required('First name', 100),
    last_name: required('Last name', 100),
    email: emailField,
    company_name: z.string().trim().max(200, 'Company name is too long'),
    organization_id: required('Organization ID', 40),
    password,
    confirmPassword: z.string().min(1, 'Confirm your password'),
    agreeToTerms: z.boolean(),
  })
  .superRefine((form, context) => {
    const refuse = (path: keyof typeof form, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (form.password !== form.confirmPassword) refuse('confirmPassword', 'Passwords do not match')
    if (form.password.length < minPasswordLength) refuse('password', tooShort)
    if (!form.agreeToTerms) refuse('agreeToTerms', 'Please agree to the terms and conditions')
  })

export const newPasswordForm = z
  .object({ password: password.min(minPasswordLength, tooShort), confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  })
