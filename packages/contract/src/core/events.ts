/** The stream by which open browsers learn that something changed. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'

const subject = z.object({ id: z.string() })

/**
 * Describes live events. Each carries only the ID of the changed object; a recipient reads the rest
 * through the API, under its own rights.
 */
export const liveEvent = z.discriminatedUnion('topic', [
  z.object({ topic: z.literal('ready') }),
  /** More events were missed than are replayed: read all data again. */
  z.object({ topic: z.literal('reset') }),
  z.object({ topic: z.literal('message.sent'), conversationId: z.uuid() }),
  z.object({ topic: z.literal('message.read'), conversationId: z.uuid() }),
  z.object({ topic: z.literal('terms.changed'), conversationId: z.uuid(), offerId: z.string() }),
  z.object({
    topic: z.literal('typing'),
    conversationId: z.uuid(),
    organization: z.uuid(),
    name: z.string(),
  }),
  z.object({
    topic: z.literal('presence.changed'),
    organization: z.uuid(),
    isOnline: z.boolean(),
  }),
  z.object({ topic: z.literal('notification.added'), ...subject.shape }),
  /** Read or deleted, in another tab or on another device. */
  z.object({ topic: z.literal('notification.changed') }),
  /** An approval, or a change of limits that waits. */
  z.object({ topic: z.literal('approval.changed'), ...subject.shape }),
  z.object({ topic: z.literal('dpr.changed'), ...subject.shape }),
  z.object({ topic: z.literal('offer.changed'), ...subject.shape }),
  z.object({ topic: z.literal('contract.changed'), ...subject.shape }),
  /** Progress of a contract's delivery, by the contract's ID. Not stored. */
  z.object({ topic: z.literal('delivery.changed'), ...subject.shape }),
  /** A user started a download, by the ID of the delivery. */
  z.object({ topic: z.literal('delivery.fetched'), ...subject.shape }),
  /** A push moved on, by the contract's ID. */
  z.object({ topic: z.literal('push.changed'), ...subject.shape }),
  z.object({ topic: z.literal('listing.changed'), ...subject.shape }),
  z.object({ topic: z.literal('subscription.changed'), ...subject.shape }),
  z.object({ topic: z.literal('payout.changed'), ...subject.shape }),
  /** Carries the ID of the organization. */
  z.object({ topic: z.literal('billing.changed'), ...subject.shape }),
  /** Carries the ID of the contract. */
  z.object({ topic: z.literal('dispute.changed'), ...subject.shape }),
  /** The user was let into an organization, or is out of it. */
  z.object({ topic: z.literal('membership.changed') }),
  /** A task of staff was added, changed or done. */
  z.object({ topic: z.literal('staff.changed') }),
])
export type LiveEvent = z.infer<typeof liveEvent>
/** Lists the stored events, which a browser that was offline receives later. */
export type StoredEvent = Exclude<
  LiveEvent,
  { topic: 'ready' | 'reset' | 'typing' | 'presence.changed' | 'delivery.changed' }
>

/** Describes the event stream, which is served as plain server-sent events next to the typed procedures. */
export const events = {
  stream: oc
    .route({
      method: 'GET',
      path: '/events',
      summary: "What happens to the caller's organization, as server-sent events",
    })
    .output(eventIterator(liveEvent)),
}
