/** Notifies users of a dispute. */
import type { Side } from '@semblance/contract'
import { notify } from '../../core/notifications/service.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import type { DisputeRow } from './queries.ts'

type Told = Pick<DisputeRow, 'id' | 'contract_id' | 'client' | 'vendor' | 'title'>
type Words = { title: string; message: string; mail?: boolean }

type Teller = Pick<Ctx, 'tx' | 'platform'>

export async function notifyParty(
  ctx: Teller,
  dispute: Told,
  side: Side,
  { title, message, mail = true }: Words,
): Promise<void> {
  await notify(ctx, {
    organizationId: dispute[side],
    type: 'contract',
    title,
    message: `${dispute.title}: ${message}`,
    path: `/contract-dispute/${dispute.contract_id}`,
    mail,
  })
}

export async function notifyParties(ctx: Teller, dispute: Told, words: Words): Promise<void> {
  await notifyParty(ctx, dispute, 'client', words)
  await notifyParty(ctx, dispute, 'vendor', words)
}

export async function notifyStaff(ctx: Teller, dispute: Told, title: string): Promise<void> {
  await notify(ctx, {
    audience: 'staff',
    type: 'system',
    title,
    message: `${dispute.id}, ${dispute.title} (${dispute.contract_id})`,
    path: `/admin/disputes/${dispute.id}`,
    mail: true,
  })
}

/** Publishes `dispute.changed` to both parties. */
export async function announce(
  { tx }: Pick<Ctx, 'tx'>,
  { contract_id, client, vendor }: Told,
): Promise<void> {
  const audience = [{ organization: client }, { organization: vendor }]
  await publish(tx, audience, { topic: 'dispute.changed', id: contract_id })
}
