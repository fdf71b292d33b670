/**
 * Builds the mails and texts of the accounts module. The recipient may type in `code` instead of
 * following the link.
 */
import type { Mail } from '../../../platform/mail/mail.ts'
import type { TokenType } from '../queries/one-time-tokens.ts'

type MailTemplate = Omit<Mail, 'to'>
type TokenLetter = (url: string, code: string) => MailTemplate

const LINK_OR_CODE = 'Follow the link, or enter this code where you are asked for one.'

/** Maps kinds of tokens to mails; the other kinds travel by SMS or carry only a code. */
export const tokenLetters: Partial<Record<TokenType, TokenLetter>> = {
  signup: (url, code) => ({
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Welcome to Semblance. Please confirm that this e-mail address is yours.',
      LINK_OR_CODE,
      'Link and code work once and for 24 hours. If you did not sign up, ignore this mail.',
      'If this address was signed up twice with different passwords, neither is kept: set one with "Forgot password?" on the sign-in page.',
    ],
    code,
    link: { label: 'Confirm your e-mail address', url },
  }),
  invite: (url, code) => ({
    subject: 'You are invited to Semblance',
    paragraphs: [
      'You have been invited to join Semblance, the marketplace for synthetic data.',
      LINK_OR_CODE,
      'Link and code work once and for 7 days. If you did not expect this, ignore this mail.',
    ],
    code,
    link: { label: 'Accept the invitation', url },
  }),
  recovery: (url, code) => ({
    subject: 'Reset your password',
    paragraphs: [
      'Someone asked to reset the password of your Semblance account.',
      LINK_OR_CODE,
      'Link and code work once and for one hour. If it was not you, ignore this mail: your password stays as it is.',
    ],
    code,
    link: { label: 'Reset your password', url },
  }),
  magiclink: (url, code) => ({
    subject: 'Sign in to Semblance',
    paragraphs: [
      LINK_OR_CODE,
      'Link and code work once and for one hour. If you did not ask for this mail, ignore it, and give the code to nobody.',
    ],
    code,
    link: { label: 'Sign in', url },
  }),
  email_change_current: (url, code) => ({
    subject: 'Confirm the change of your e-mail address',
    paragraphs: [
      'Someone asked to give your Semblance account another e-mail address. Both addresses have to confirm; this is the present one.',
      LINK_OR_CODE,
      'Link and code work once and for 24 hours. If it was not you, do not follow the link, and change your password.',
    ],
    code,
    link: { label: 'Confirm the change', url },
  }),
  email_change_new: (url, code) => ({
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'Someone asked to give their Semblance account this e-mail address.',
      LINK_OR_CODE,
      'Link and code work once and for 24 hours. If it was not you, ignore this mail.',
    ],
    code,
    link: { label: 'Confirm your new e-mail address', url },
  }),
  reauthentication: (_url, code) => ({
    subject: 'Your code to confirm it is you',
    paragraphs: [
      'Enter this code to go on changing your account.',
      'It works once and for ten minutes. If you did not ask for it, change your password.',
    ],
    code,
  }),
}

export const accountExistsMail = (url: string): MailTemplate => ({
  subject: 'You already have an account',
  paragraphs: [
    'Someone tried to sign up at Semblance with this e-mail address, which already has an account.',
    'If it was you, sign in instead; you can reset your password there. If it was not you, ignore this mail.',
  ],
  link: { label: 'Sign in', url },
})

export const emailChangedMail = (address: string): MailTemplate => ({
  subject: 'Your e-mail address was changed',
  paragraphs: [
    `Your Semblance account now belongs to the address ${address}, as both addresses confirmed.`,
    'If that was not you, contact support at once.',
  ],
})

export const smsText = (code: string) => `Your Semblance code is ${code}. Give it to nobody.`
