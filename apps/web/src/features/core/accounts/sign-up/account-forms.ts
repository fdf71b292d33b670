import { minPasswordLength } from '@semblance/contract'
import { z } from 'zod'

export const required = (label: string, max = 200) =>
  z.string().trim().min(1, `${label} is required`).max(max, `${label} is too long`)

export const emailField = required('E-mail', 320).pipe(z.email('Enter a valid email address'))

// Passwords are taken as typed, spaces and all.
export const passwordField = z.string().min(1, 'Password is required')
const tooShort = `Password must be at least ${minPasswordLength} characters`

export const signInForm = z.object({ email: emailField, password: passwordField })

const newPassword = z.object({
  /** Requested of invited users without a name. */
  name: z.string().trim().max(200, 'Name is too long'),
  password: passwordField.min(minPasswordLength, tooShort),
  confirmPassword: z.string(),
})
const passwordsMatch = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword
const mismatch = { path: ['confirmPassword'], message: 'Passwords do not match' }

export const newPasswordForm = newPassword.refine(passwordsMatch, mismatch)
export const welcomeForm = newPassword
  .extend({ name: required('Name', 200) })
  .refine(passwordsMatch, mismatch)
