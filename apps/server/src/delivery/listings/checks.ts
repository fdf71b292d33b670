/** The conditions of publishing a listing, and which of them hold. */
import { LEAST_DESCRIPTION, type ListingCheck, type ListingContent } from '@semblance/contract'
import { getEligibility } from '../../money/payouts/service.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { passes, type Twin } from '../deliveries/service.ts'

/** Lists the conditions of publishing, the stated right to sell apart. Requires the system role. */
export async function checksOf(
  ctx: Ctx,
  vendor: string,
  { content, twin }: { content: ListingContent; twin: Twin },
): Promise<ListingCheck[]> {
  const { obstacle } = await getEligibility(ctx, vendor)
  const described = content.dictionary.filter(({ description }) => description !== '').length
  const all = content.dictionary.length
  const length = content.description.length
  const gate = twin.delivery.gate ?? []
  const conditions = twin.delivery.contract_id ? 'agreed terms' : 'conditions'
  const passed = gate.filter(({ pass }) => pass).length
  return [
    {
      id: 'description',
      isMet: length >= LEAST_DESCRIPTION,
      detail: `${length} of at least ${LEAST_DESCRIPTION} characters`,
    },
    { id: 'dictionary', isMet: described === all, detail: `${described} of ${all} columns` },
    {
      id: 'options',
      isMet: content.options.length > 0,
      detail: content.options.length === 1 ? '1 option' : `${content.options.length} options`,
    },
    {
      id: 'gate',
      isMet: gate.length > 0 && passes(gate),
      detail: gate.length > 0 ? `${passed} of ${gate.length} ${conditions} kept` : 'Not on record',
    },
    {
      id: 'payout',
      isMet: obstacle === null || obstacle === 'account_held', // which delays a payout, and prevents none
      detail: payoutTexts[obstacle ?? 'ready'],
    },
  ]
}

const payoutTexts = {
  ready: 'Payouts can be made',
  no_account: 'No bank account is saved',
  account_not_ready: 'The bank has not verified the account yet',
  account_refused: 'The bank has refused the account',
  needs_attention: 'A payout needs attention',
  account_held: 'The account was changed a short time ago',
} as const
