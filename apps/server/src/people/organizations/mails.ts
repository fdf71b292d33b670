/** Builds the mails that an organization's administrators cause. */
import type { Mail } from '../../platform/mail/mail.ts'

type Recipient = { email: string }
type Sender = { name: string }

export const approvedMail = (to: Recipient, { name }: Sender, publicUrl: string): Mail => ({
  to: to.email,
  subject: `Welcome to ${name} on Semblance`,
  paragraphs: [
    `An administrator of ${name} has approved your access. You can work for ${name} from now on.`,
  ],
  link: { label: 'Open your dashboard', url: `${publicUrl}/dashboard-selection` },
})

export const rejectedMail = (to: Recipient, { name }: Sender): Mail => ({
  to: to.email,
  subject: `Your request to join ${name} was declined`,
  paragraphs: [
    `An administrator of ${name} has declined your request to join.`,
    'If you think this is a mistake, ask the administrator to invite you.',
  ],
})

export const deactivatedMail = (to: Recipient, { name }: Sender): Mail => ({
  to: to.email,
  subject: `Your access to ${name} has ended`,
  paragraphs: [
    `An administrator of ${name} has deactivated your access, and you have been signed out everywhere.`,
    'Your account is still yours: you can sign in to export your data or to delete the account.',
  ],
})

export const reactivatedMail = (to: Recipient, { name }: Sender, publicUrl: string): Mail => ({
  to: to.email,
  subject: `Your access to ${name} is back`,
  paragraphs: [`An administrator of ${name} has let you back in. Sign in to go on working.`],
  link: { label: 'Sign in', url: `${publicUrl}/auth` },
})

export const invitationMail = (to: Recipient, { name }: Sender, publicUrl: string): Mail => ({
  to: to.email,
  subject: `${name} invites you to join it on Semblance`,
  paragraphs: [
    `You have a Semblance account, and ${name} invites you to work there as a member of the organization.`,
    'Sign in to accept. If you did not expect this, ignore this mail: nothing happens without you.',
  ],
  link: { label: 'See the invitation', url: `${publicUrl}/dashboard-selection` },
})
