/** Manages users' profiles and notification preferences. */
import {
  defaultNotificationPreferences,
  type NotificationPreferences,
  type Profile,
  type ProfileForm,
} from '@semblance/contract'
import { updateOwnProfile } from '../../core/profiles/service.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findRefusal, sendMail } from '../../platform/mail/mail.ts'
import { describeDevice } from './devices.ts'
import { findOwnProfile, findPreferences, upsertPreferences } from './queries.ts'

export { unsubscribeUrl } from './unsubscribe.ts'

export async function readProfile({ tx, actor }: Ctx, userId: string): Promise<Profile> {
  const row = await findOwnProfile(tx, userId)
  if (!row) throw new AppError('not_found')
  return {
    fullName: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    jobTitle: row.job_title,
    phone: row.phone,
    company: actor.organization?.name ?? row.company_name,
    membership: row.membership,
    roles: [...actor.roles],
    joinedAt: row.created_at,
    mailRefusal: await findRefusal(tx, row.email),
  }
}

export async function updateProfile(
  ctx: Ctx,
  userId: string,
  { fullName, jobTitle, phone }: ProfileForm,
): Promise<Profile> {
  const names = splitName(fullName)
  await updateOwnProfile(ctx.tx, userId, { ...names, job_title: jobTitle, phone })
  return await readProfile(ctx, userId)
}

/**
 * Splits a name before its last word. Joined again, both parts are the name as entered, in any
 * order of names.
 */
function splitName(fullName: string): { first_name: string; last_name: string } {
  const words = fullName.split(/\s+/)
  const last_name = words.length > 1 ? words.pop()! : ''
  return { first_name: words.join(' '), last_name }
}

export async function readPreferences({ tx }: Ctx, userId: string) {
  const row = await findPreferences(tx, userId)
  if (!row) return defaultNotificationPreferences
  return {
    emailNotifications: row.email_notifications,
    pushNotifications: row.push_notifications,
    marketingEmails: row.marketing_emails,
    securityAlerts: row.security_alerts,
  }
}

export async function updatePreferences(
  ctx: Ctx,
  userId: string,
  preferences: NotificationPreferences,
): Promise<NotificationPreferences> {
  await upsertPreferences(ctx.tx, userId, {
    email_notifications: preferences.emailNotifications,
    push_notifications: preferences.pushNotifications,
    marketing_emails: preferences.marketingEmails,
    security_alerts: preferences.securityAlerts,
  })
  return await readPreferences(ctx, userId)
}

/** Notifies a user of a sign-in with a new browser, unless the user has turned that off. */
export async function alertNewBrowser(
  { tx, platform }: Pick<Ctx, 'tx' | 'platform'>,
  user: { id: string; email: string | null },
  caller: { ip: string | null; userAgent: string | null },
): Promise<void> {
  const preferences = await findPreferences(tx, user.id)
  const isWanted = preferences?.security_alerts ?? defaultNotificationPreferences.securityAlerts
  if (!user.email || !isWanted) return
  await sendMail(tx, {
    to: user.email,
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your account was just used with ${describeDevice(caller.userAgent)}${caller.ip ? `, from ${caller.ip}` : ''}.`,
      'If that was you, there is nothing to do. If not, sign that device out and change your password.',
    ],
    link: { label: 'Look at your sessions', url: `${platform.config.publicUrl}/privacy-security` },
  })
}
