/** Telling people, in the transaction of what happened. */
import type { Notification } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { publishAll } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { type Mail, sendMail } from '../../platform/mail/mail.ts'
import { queuePushes } from './push-subscriptions.ts'
import { insertNotices, listPerson, listRecipients, listStaff } from './queries.ts'

/** Every active member of an organization, its administrators, these and who sees to its money, compliance staff, or one person. */
type Told =
  | { organizationId: string; audience?: 'members' | 'administrators' | 'finance' }
  | { audience: 'staff' }
  | { userId: string }

export type NotificationInput = Told & {
  type: Notification['type']
  title: string
  message: string
  /** Holds the path that a click opens inside the web application. */
  path: string
  /** Sends it by e-mail, too, to recipients who want that. */
  mail?: boolean
}

/** Notifies users in the transaction of the event. */
export async function notify(
  { tx, platform }: Pick<Ctx, 'tx' | 'platform'>,
  notice: NotificationInput,
): Promise<void> {
  await withSystemRole(tx, async () => {
    const recipients = await listTold(tx, notice)
    if (recipients.length === 0) return
    const notices = await insertNotices(
      tx,
      recipients.map((person) => person.user_id),
      notice,
    )
    await publishAll(
      tx,
      notices.map(({ id, user_id }) => ({
        audience: { userId: user_id },
        event: { topic: 'notification.added', id },
      })),
    )
    await queuePushes(tx, notices)
    if (!notice.mail) return
    await mailAll({ tx, platform }, recipients, {
      subject: notice.title,
      paragraphs: [notice.message],
      link: { label: 'Open Semblance', path: notice.path },
    })
  })
}

type MemberMail = Pick<Mail, 'subject' | 'paragraphs' | 'document'> & {
  link: { label: string; path: string }
}

/** Mails the active members of an organization who want its news by mail. */
export async function mailMembers(
  { tx, platform }: Pick<Ctx, 'tx' | 'platform'>,
  organizationId: string,
  mail: MemberMail,
): Promise<void> {
  await withSystemRole(tx, async () =>
    mailAll({ tx, platform }, await listRecipients(tx, organizationId, 'members'), mail),
  )
}

async function mailAll(
  { tx, platform }: Pick<Ctx, 'tx' | 'platform'>,
  people: { email: string; wants_mail: boolean }[],
  { link, ...mail }: MemberMail,
): Promise<void> {
  const { publicUrl } = platform.config
  for (const { email } of people.filter(({ wants_mail }) => wants_mail))
    await sendMail(tx, {
      ...mail,
      to: email,
      link: { label: link.label, url: publicUrl + link.path },
      footer: {
        text: 'You get this mail because you work for an organization on Semblance.',
        link: { label: 'Choose your notifications', url: `${publicUrl}/notification-settings` },
      },
    })
}

async function listTold(tx: Tx, told: Told) {
  if ('userId' in told) return await listPerson(tx, told.userId)
  if (told.audience === 'staff') return await listStaff(tx)
  return await listRecipients(tx, told.organizationId, told.audience ?? 'members')
}
