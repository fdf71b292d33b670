import type { LeafType, WebhookData, WebhookType } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { record } from '../../platform/transparency/record.ts'
import type { SubscriptionRow } from './queries.ts'

/** Publishes `subscription.changed` to both parties. */
export async function announce(
  tx: Tx,
  { id, client, vendor }: Pick<SubscriptionRow, 'id' | 'client' | 'vendor'>,
): Promise<void> {
  const parties = [{ organization: client }, { organization: vendor }]
  await publish(tx, parties, { topic: 'subscription.changed', id })
}

type Parties = Pick<SubscriptionRow, 'id' | 'client' | 'vendor'>
type EventType = Extract<WebhookType, `subscription.${string}` | `revision.${string}`>

/** Announces an event of a subscription to the programs of both parties. */
export function announceStep<Type extends EventType>(
  tx: Tx,
  { id, client, vendor }: Parties,
  type: Type,
  data: Omit<WebhookData<Type>, 'subscriptionId'>,
): void {
  const event = { subscriptionId: id, ...data } as unknown as WebhookData<Type>
  announceEvent(tx, [client, vendor], type, event)
}

type LoggedType = Extract<LeafType, `subscription.${string}` | `revision.${string}`>

/** Records a step of a subscription in its chain of the log, which both parties read in the dossiers of its revisions. */
export function recordStep(
  tx: Tx,
  { id, client, vendor }: Parties,
  type: LoggedType,
  body: Record<string, unknown>,
): void {
  record(tx, { type, audience: 'both', deal: id, client, vendor, body })
}

type Turn = Extract<EventType & LoggedType, `subscription.${'paused' | 'resumed' | 'ended'}`>

/** Announces a turn of a subscription to the programs of both parties, and records it in the log, in the same words. */
export function announceTurn<Type extends Turn>(
  tx: Tx,
  row: Parties,
  type: Type,
  about: Omit<WebhookData<Type>, 'subscriptionId'>,
): void {
  announceStep(tx, row, type, about)
  recordStep(tx, row, type, about)
}

/** Notifies one party of a subscription, by mail, too. */
export async function tell(
  ctx: SystemCtx,
  row: SubscriptionRow,
  { side, ...notice }: { side: 'client' | 'vendor'; title: string; message: string },
): Promise<void> {
  await notify(ctx, {
    ...notice,
    organizationId: row[side],
    type: 'contract',
    path: `/subscriptions/${row.id}`,
    mail: true,
  })
}

/** Returns the same time a month later, on its last day where it has fewer. */
export function monthAfter(date: Date): Date {
  const next = new Date(date)
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + 1)
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(date.getUTCDate(), last))
  return next
}
