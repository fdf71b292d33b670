/** What people are told of a dispute, and how. */
import type { Side } from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import { notify } from '../notifications/service.ts'
import type { DisputeRow } from './queries.ts'

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** 795000n -> "$7,950.00" */
export const dollars = (cents: bigint): string => format.format(Number(cents) / 100)

type Told = Pick<DisputeRow, 'id' | 'contract_id' | 'client' | 'vendor' | 'title'>
type Words = { title: string; message: string; mail?: boolean }

type Teller = Pick<Ctx, 'tx' | 'platform'>

export async function tell(
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
    path: `/contract-details/${dispute.contract_id}#dispute`,
    mail,
  })
}

export async function tellBoth(ctx: Teller, dispute: Told, words: Words): Promise<void> {
  await tell(ctx, dispute, 'client', words)
  await tell(ctx, dispute, 'vendor', words)
}

export async function tellStaff(ctx: Teller, dispute: Told, title: string): Promise<void> {
  await notify(ctx, {
    audience: 'staff',
    type: 'system',
    title,
    message: `${dispute.id}, ${dispute.title} (${dispute.contract_id})`,
    path: `/admin/disputes/${dispute.id}`,
    mail: true,
  })
}

/** Tells both parties' browsers that there is something new to read. */
export async function announce(
  { tx }: Pick<Ctx, 'tx'>,
  { contract_id, client, vendor }: Told,
): Promise<void> {
  const audience = [{ organization: client }, { organization: vendor }]
  await publish(tx, audience, { topic: 'dispute.changed', id: contract_id })
}
