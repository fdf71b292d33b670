/** What the accounts part writes to people. */
import type { Mail } from '../../platform/mail.ts'

type Letter = Omit<Mail, 'to'>

export const confirmMail = (url: string): Letter => ({
  subject: 'Confirm your e-mail address',
  paragraphs: [
    'Welcome to Semblance. Please confirm that this e-mail address is yours.',
    'The link works once and for 24 hours. If you did not sign up, ignore this mail.',
  ],
  link: { label: 'Confirm your e-mail address', url },
})

export const recoveryMail = (url: string): Letter => ({
  subject: 'Reset your password',
  paragraphs: [
    'Someone asked to reset the password of your Semblance account.',
    'The link works once and for one hour. If it was not you, ignore this mail: your password stays as it is.',
  ],
  link: { label: 'Reset your password', url },
})

export const accountExistsMail = (url: string): Letter => ({
  subject: 'You already have an account',
  paragraphs: [
    'Someone tried to sign up at Semblance with this e-mail address, which already has an account.',
    'If it was you, sign in instead; you can reset your password there. If it was not you, ignore this mail.',
  ],
  link: { label: 'Sign in', url },
})
