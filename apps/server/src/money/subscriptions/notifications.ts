/** Notifies administrators about their plan. Shows no more of an account than its last four digits. */
import { failureText, formatDollars, plans } from '@semblance/contract'
import { alertAdministrators, notify } from '../../core/notifications/service.ts'
import type { Ctx, SystemCtx } from '../../platform/http/context.ts'
import type { ChargeRow } from './charge-queries.ts'
import type { MethodRow } from './queries.ts'

const PATH = '/billing-payments'

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const amountOf = ({ amount_cents }: ChargeRow) => formatDollars(amount_cents)
const planOf = ({ plan }: ChargeRow) => `the ${plans[plan].name} plan`

export async function notifyPaid(ctx: SystemCtx, charge: ChargeRow): Promise<void> {
  await notifyOrganization(
    ctx,
    charge.organization,
    'Plan paid',
    `${amountOf(charge)} for ${planOf(charge)} was paid from the account ending in ${charge.account_last4}. The receipt is in your payment history.`,
  )
}

export async function notifyFailed(ctx: SystemCtx, charge: ChargeRow): Promise<void> {
  const next = charge.retry_at
    ? `It is tried again on ${days.format(charge.retry_at)}.`
    : 'It is charged again once you change the account or try again yourself.'
  await notifyOrganization(
    ctx,
    charge.organization,
    'Plan payment failed',
    `${amountOf(charge)} for ${planOf(charge)} could not be taken. ${failureText(charge.failure_code)} ${next} Nothing is locked meanwhile.`,
  )
}

export async function notifyReturned(ctx: SystemCtx, charge: ChargeRow): Promise<void> {
  await notifyOrganization(
    ctx,
    charge.organization,
    'Plan payment returned',
    `Your bank has taken back ${amountOf(charge)} for ${planOf(charge)}. ${failureText(charge.failure_code)} Nothing is locked meanwhile.`,
  )
  await notify(ctx, {
    audience: 'staff',
    type: 'payment',
    title: 'Plan payment returned',
    message: `Charge ${charge.id}, attempt ${charge.attempt}, was returned (${charge.failure_code ?? 'no reason'}).`,
    path: '/admin/ledger',
  })
}

export async function notifyCancelled(ctx: SystemCtx, organization: string): Promise<void> {
  await notifyOrganization(
    ctx,
    organization,
    'Plan ended',
    'Your plan has ended as you asked. Nothing you have here is lost, and nothing more is charged.',
  )
}

const notifyOrganization = (
  ctx: SystemCtx,
  organizationId: string,
  title: string,
  message: string,
) =>
  notify(ctx, {
    organizationId,
    audience: 'administrators',
    type: 'payment',
    title,
    message,
    path: PATH,
    mail: true,
  })

type Method = Pick<MethodRow, 'account_last4'>

export async function notifyMethodSaved(
  ctx: Ctx,
  organization: string,
  { before, saved }: { before: Method | null; saved: Method },
): Promise<void> {
  const now = `ending in ${saved.account_last4}`
  await warn(ctx, organization, {
    title: before ? 'Payment method changed' : 'Payment method added',
    did: `${before ? 'changed' : 'added'} the payment method`,
    facts: [
      before
        ? `Before: the account ending in ${before.account_last4}. Now: the account ${now}.`
        : `It is the account ${now}.`,
      'The plan is paid from it.',
    ],
  })
}

export async function notifyMethodRemoved(
  ctx: Ctx,
  organization: string,
  before: Method,
): Promise<void> {
  await warn(ctx, organization, {
    title: 'Payment method removed',
    did: 'removed the payment method',
    facts: [`It was the account ending in ${before.account_last4}. Nothing is charged to it now.`],
  })
}

const warn = (
  ctx: Ctx,
  organization: string,
  words: { title: string; did: string; facts: string[] },
) =>
  alertAdministrators(ctx, {
    organization,
    ...words,
    otherwise:
      "If it did not, put it right, end the person's access in the organization settings, change your password, and contact support.",
    link: { label: 'Look at the billing', path: PATH },
  })
