/**
 * Alerts every administrator of an organization that a payment source or destination was changed,
 * regardless of their notification settings.
 */

import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { notify } from './notify.ts'
import { findPersonNames, getName, listRecipients } from './queries.ts'

export type Warning = {
  organization: string
  title: string
  /** Describes the actor's change: "changed the bank account". */
  did: string
  /** Lists the details, one sentence each. Shows no more of a number than its last four digits. */
  facts: string[]
  /** Advises in the mail what to do if the change was not wanted. */
  otherwise: string
  link: { label: string; path: string }
}

export async function alertAdministrators(ctx: Ctx, warning: Warning): Promise<void> {
  const { tx, now, platform, actor } = ctx
  const { organization, title, did, facts, otherwise, link } = warning
  const { name, person, administrators } = await withSystemRole(tx, async () => ({
    name: await getName(tx, organization),
    person: actor.userId ? await findPersonNames(tx, actor.userId) : undefined,
    administrators: await listRecipients(tx, organization, 'administrators'),
  }))
  const who = person ? nameOf(person) : 'Somebody'
  await notify(ctx, {
    organizationId: organization,
    audience: 'administrators',
    type: 'payment',
    title,
    message: [`${who} ${did}.`, ...facts].join(' '),
    path: link.path,
  })
  for (const { email } of administrators)
    await sendMail(tx, {
      to: email,
      subject: `${title}: ${name}`,
      paragraphs: [
        `${who}${person ? ` (${person.email})` : ''} ${did} of ${name} on ${formatMoment(now)}.`,
        ...facts,
        'If your organization wanted this, there is nothing to do.',
        otherwise,
      ],
      link: { label: link.label, url: platform.config.publicUrl + link.path },
      footer: {
        text: 'You get this mail because you administer an organization on Semblance. Mail about its security cannot be turned off.',
      },
    })
}

const nameOf = (person: { first_name: string; last_name: string; email: string }) =>
  `${person.first_name} ${person.last_name}`.trim() || person.email

/**
 * Formats a time as 'Nov 21, 2026, 14:55 UTC', because a mail does not know its reader's time zone.
 */
export const formatMoment = (moment: Date) =>
  `${moment.toLocaleString('en-US', {
    timeZone: 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })} UTC`
