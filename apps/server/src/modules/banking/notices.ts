/** Who hears of a new bank account, and in which words. Never more of a number than its last four digits. */
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { sendMail } from '../../platform/mail.ts'
import { notify } from '../notifications/service.ts'
import {
  findPerson,
  getName,
  listAdminEmails,
  listOthersWith,
  type StoredDetails,
} from './queries.ts'

const PATH = '/bank-tax-info'

type Change = { before: StoredDetails | undefined; saved: StoredDetails }

/** Security mail: it goes to every administrator, whatever they chose to be told. */
export async function tellAdmins(ctx: Ctx, { before, saved }: Change): Promise<void> {
  const { tx, now, platform, actor } = ctx
  const { organization } = saved
  const { name, person, emails } = await asSystem(tx, async () => ({
    name: await getName(tx, organization),
    person: actor.userId ? await findPerson(tx, actor.userId) : undefined,
    emails: await listAdminEmails(tx, organization),
  }))
  const who = person ? nameOf(person) : 'Somebody'
  const title = before ? 'Bank account changed' : 'Bank account added'
  const accounts = before
    ? `Before: the account ending in ${before.account_last4}. Now: the account ending in ${saved.account_last4}.`
    : `It is the account ending in ${saved.account_last4}.`
  const hold = saved.hold_until ? `Payouts are held until ${inWords(saved.hold_until)}.` : ''
  await notify(ctx, {
    organizationId: organization,
    audience: 'administrators',
    type: 'payment',
    title,
    message: `${who} ${before ? 'changed' : 'added'} the bank account. ${accounts} ${hold}`.trim(),
    path: PATH,
  })
  const paragraphs = [
    `${who}${person ? ` (${person.email})` : ''} ${before ? 'changed' : 'added'} the bank account of ${name} on ${inWords(now)}.`,
    accounts,
    ...(hold ? [`${hold} Nothing is paid to the new account before then.`] : []),
    'If your organization wanted this, there is nothing to do.',
    "If it did not, act before money moves: enter the right account again, end the person's access in the organization settings, change your password, and contact support.",
  ]
  for (const to of emails)
    await sendMail(tx, {
      to,
      subject: `${title}: ${name}`,
      paragraphs,
      link: { label: 'Look at the bank account', url: platform.config.publicUrl + PATH },
      footer: {
        text: 'You get this mail because you administer an organization on Semblance. Mail about its security cannot be turned off.',
      },
    })
}

/** The same account or tax ID at two organizations is refused to nobody, and looked at by staff. */
export async function tellStaffOfDoubles(
  ctx: Ctx,
  saved: StoredDetails,
  { isNewAccount, isNewTaxId }: { isNewAccount: boolean; isNewTaxId: boolean },
): Promise<void> {
  const { tx } = ctx
  const { organization } = saved
  const found = await asSystem(tx, async () => ({
    name: await getName(tx, organization),
    account: isNewAccount
      ? await listOthersWith(tx, organization, 'account_fingerprint', saved.account_fingerprint)
      : [],
    taxId: isNewTaxId
      ? await listOthersWith(tx, organization, 'tax_id_fingerprint', saved.tax_id_fingerprint)
      : [],
  }))
  const doubles = [
    { what: 'bank account', last4: saved.account_last4, others: found.account },
    { what: 'tax ID', last4: saved.tax_id_last4, others: found.taxId },
  ]
  for (const { what, last4, others } of doubles.filter((double) => double.others.length > 0))
    await notify(ctx, {
      audience: 'staff',
      type: 'system',
      title: `Same ${what} at several organizations`,
      message: `${found.name} saved a ${what} ending in ${last4} that is also on file for ${others.join(', ')}.`,
      path: '/admin/organizations',
    })
}

const nameOf = (person: { first_name: string; last_name: string; email: string }) =>
  `${person.first_name} ${person.last_name}`.trim() || person.email

/** 'Nov 21, 2026, 14:55 UTC': mail knows no reader's time zone. */
const inWords = (moment: Date) =>
  `${moment.toLocaleString('en-US', {
    timeZone: 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })} UTC`
