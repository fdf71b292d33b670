import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { optionalText, requiredText } from '../core/text.ts'
import { membershipStates, roles } from './organizations.ts'

/**
 * Parses the profile form, without the e-mail address: that changes through the Auth protocol,
 * which asks both mailboxes.
 */
export const profileForm = z.object({
  fullName: requiredText('Full name', 200),
  jobTitle: optionalText(100),
  phone: optionalText(50),
})
export type ProfileForm = z.infer<typeof profileForm>

export const profile = z.object({
  fullName: z.string(),
  email: z.string(),
  jobTitle: z.string().nullable(),
  phone: z.string().nullable(),
  /** The organization's name; before one admits the person, what they called their company. */
  company: z.string(),
  membership: z.enum(membershipStates),
  roles: z.array(z.enum(roles)),
  joinedAt: z.date(),
  /**
   * Holds when and why mail to the address was last refused or came back; null where none did, or
   * mail arrives again.
   */
  mailRefusal: z.object({ at: z.date(), reply: z.string() }).nullable(),
})
export type Profile = z.infer<typeof profile>

/** Describes notification preferences. Mail about an account's security is sent regardless of them. */
export const notificationPreferences = z.object({
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  securityAlerts: z.boolean(),
})
export type NotificationPreferences = z.infer<typeof notificationPreferences>

export const defaultNotificationPreferences: NotificationPreferences = {
  emailNotifications: true,
  pushNotifications: false,
  marketingEmails: true,
  securityAlerts: true,
}

export const accountSession = z.object({
  id: z.uuid(),
  /** Names the device in words: 'Firefox on Windows'. */
  device: z.string(),
  /** The IP address of last use, or 'Unknown'. */
  place: z.string(),
  isCurrent: z.boolean(),
  signedInAt: z.date(),
  lastUsedAt: z.date(),
})
export type AccountSession = z.infer<typeof accountSession>

export const settings = {
  getProfile: oc
    .route({ method: 'GET', path: '/settings/profile', summary: "The caller's profile" })
    .output(profile),
  updateProfile: oc
    .route({ method: 'PUT', path: '/settings/profile', summary: "Change the caller's profile" })
    .input(profileForm)
    .output(profile),
  getNotificationPreferences: oc
    .route({
      method: 'GET',
      path: '/settings/notifications',
      summary: 'Which notifications the caller wants',
    })
    .output(notificationPreferences),
  updateNotificationPreferences: oc
    .route({
      method: 'PUT',
      path: '/settings/notifications',
      summary: 'Change which notifications the caller wants',
    })
    .input(notificationPreferences)
    .output(notificationPreferences),
  listSessions: oc
    .route({
      method: 'GET',
      path: '/settings/sessions',
      summary: 'Where the caller is signed in; this session first, then by last use',
    })
    .input(pageInput)
    .output(pageOf(accountSession)),
  revokeSession: oc
    .route({ method: 'DELETE', path: '/settings/sessions/{id}', summary: 'End one session' })
    .input(z.object({ id: z.uuid() }))
    .output(z.void()),
  revokeOtherSessions: oc
    .route({
      method: 'POST',
      path: '/settings/sessions/revoke-others',
      summary: 'End every session but this one',
    })
    .output(z.object({ ended: z.number().int() })),
  /** Keys are the kinds of records; the web offers it as a JSON file. */
  exportData: oc
    .route({ method: 'GET', path: '/settings/export', summary: 'All data about the caller' })
    .output(z.record(z.string(), z.unknown())),
  /**
   * May ask for a proof (`proof_needed`). `last_admin_open_contracts` for the only administrator
   * of an organization with open contracts.
   */
  deleteAccount: oc
    .route({
      method: 'POST',
      path: '/settings/delete-account',
      summary: "Erase the caller's account and personal data",
    })
    .input(z.object({ email: z.string() }).describe('The own e-mail address, typed to confirm'))
    .output(z.void()),
}
