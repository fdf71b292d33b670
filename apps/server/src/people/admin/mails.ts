/** Builds the mails about staff's decisions. */
import type { Mail } from '../../platform/mail/mail.ts'

export const suspendedMail = (
  to: string,
  name: string,
  reason: string,
  publicUrl: string,
): Mail => ({
  to,
  subject: `${name} has been suspended on Semblance`,
  paragraphs: [
    `Our compliance team has suspended ${name}. Its members have been signed out and cannot work for it until the suspension ends.`,
    `Reason: ${reason}`,
    'Your account and your data are kept.',
  ],
  link: { label: 'Contact support', url: `${publicUrl}/contact-support` },
})

export const terminatedMail = (to: string, name: string, reason: string): Mail => ({
  to,
  subject: `${name} has left Semblance`,
  paragraphs: [
    `Our compliance team has ended the registration of ${name} for good.`,
    `Reason: ${reason}`,
    'You can still sign in to export your data or to delete your account.',
  ],
})

export const restoredMail = (to: string, name: string, publicUrl: string): Mail => ({
  to,
  subject: `${name} is active again on Semblance`,
  paragraphs: [`The suspension of ${name} has ended. Sign in to go on working.`],
  link: { label: 'Sign in', url: `${publicUrl}/auth` },
})

export const factorsResetMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'Your second factor was removed',
  paragraphs: [
    'Our compliance staff removed the second factor of your Semblance account, on your request. You have been signed out everywhere.',
    'Sign in with your password, and set up a new second factor in your settings.',
    'If you did not ask for this, change your password and contact support at once.',
  ],
  link: { label: 'Sign in', url: `${publicUrl}/auth` },
})
