/** Clients' payments: claimed first, then handed to the bank, and in escrow once the bank has settled them. */
import type { AcceptedVersions, bankAccountForm } from '@semblance/contract'
import type { z } from 'zod'
import { requireMemberOrganization, requireProofForPayment } from '../../core/api/service.ts'
import {
  announce,
  type ContractRow,
  lockContract,
  requireConsents,
} from '../../market/contracts/service.ts'
import { lockSettledOffer } from '../../market/offers/service.ts'
import { acceptDocuments } from '../../people/legal/service.ts'
import { keepStanding } from '../../people/organizations/service.ts'
import { keepReferences, requireWithinLimits } from '../../people/spending/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  accountOnFile,
  type BankAccountDetails,
  instruct,
  usAccount,
} from '../bank-gateway/service.ts'
import { amountDue, moveTranches, planTranches } from '../escrow/service.ts'
import { account, post } from '../ledger/service.ts'
import { findLivePayment, findPayable, insertPayment } from './queries.ts'

export { callOff, cancelContract } from './cancel.ts'
export { getCheckout } from './detail.ts'
export { applyPaymentOutcome } from './outcomes.ts'
export { findLivePayment } from './queries.ts'

type BankAccount = z.infer<typeof bankAccountForm>

/**
 * Submits everything due on a contract to the bank, once: price and fee, a top-up, or the amount of
 * a returned payment. Throws consents_missing unless both parties have consented to the present agreement,
 * approval_needed above a limit of the organization or of the caller, and vendor_not_selling for a first payment to a vendor
 * that is suspended; a running contract can be paid.
 */
export async function fundEscrow(
  ctx: Ctx,
  input: {
    offerId: string
    accepted: AcceptedVersions
    bankAccount?: BankAccount
    totalCents?: bigint
    purchaseOrder?: string
    costCenter?: string
  },
): Promise<{ contractId: string; heldCents: bigint; feeCents: bigint }> {
  const client = requireMemberOrganization(ctx, 'client')
  const { contract_id } = await getPayable(ctx, input.offerId, client)
  const { revision } = await lockSettledOffer(ctx, input.offerId, client)
  const contract = await withSystemRole(ctx.tx, () => lockContract(ctx.tx, contract_id))
  if (contract.status === 'cancelled') throw new AppError('contract_fixed')
  if (contract.status === 'disputed') throw new AppError('contract_disputed')
  if (await withSystemRole(ctx.tx, () => findLivePayment(ctx.tx, contract.id)))
    throw new AppError('already_funded')
  if (!contract.funded_at) await requireSelling(ctx, contract)
  await requireConsents(ctx, contract)
  await planTranches(ctx.tx, contract)
  const due = await amountDue(ctx.tx, contract)
  if (due.totalCents === 0n) throw new AppError('already_funded')
  if ((input.totalCents ?? due.totalCents) !== due.totalCents) throw new AppError('offer_changed')
  const { accepted } = input
  await acceptDocuments(ctx, { act: 'checkout', object: contract.id, accepted })
  await requireProofForPayment(ctx, due.totalCents)
  const { offerId } = input
  await keepReferences(ctx.tx, { client, offerId }, input)
  const amountCents = due.totalCents
  const limitUser = await requireWithinLimits(ctx, { client, offerId, revision, amountCents })
  const source = await sourceOf(ctx, client, input.bankAccount)
  await submit(ctx, contract, due, { source, limitUser })
  await announce(ctx.tx, contract)
  return { contractId: contract.id, heldCents: due.priceCents, feeCents: due.feeCents }
}

/** Keeps the vendor's standing until the transaction ends. Throws vendor_not_selling. */
async function requireSelling({ tx }: Ctx, { vendor }: ContractRow): Promise<void> {
  const standing = await withSystemRole(tx, () => keepStanding(tx, vendor))
  if (!standing.is_active || !standing.is_vendor) throw new AppError('vendor_not_selling')
}

type Source = { holder: string; bankName: string; last4: string; account?: BankAccountDetails }

/** The account that is named, unless the bank has one; then what is named is not looked at. */
async function sourceOf(ctx: Ctx, client: string, named?: BankAccount): Promise<Source> {
  const known = await accountOnFile(ctx, client)
  if (known) return { holder: ctx.actor.organization?.name ?? '', ...known }
  if (!named) throw new AppError('bad_input', { field: 'bankAccount' })
  const { accountHolderName: holder, accountNumber, routingNumber, bankName } = named
  const account = {
    ...usAccount,
    holder,
    accountNumber,
    routingNumber,
    bankName,
    accountType: null,
  }
  return { holder, bankName, last4: lastFour(accountNumber), account }
}

async function submit(
  ctx: Ctx,
  contract: ContractRow,
  due: Awaited<ReturnType<typeof amountDue>>,
  { source, limitUser }: { source: Source; limitUser: string | null },
): Promise<void> {
  const { id, client } = contract
  const paymentId = crypto.randomUUID()
  const { entryId } = await post(ctx.tx, {
    organizationId: client,
    key: `fund:${paymentId}`,
    kind: 'fund',
    contractId: id,
    effectiveAt: ctx.now,
    legs: [
      { dr: account.clearingCashIn, cr: account.escrowPending(id), amountCents: due.totalCents },
    ],
  })
  await withSystemRole(ctx.tx, async () => {
    await moveTranches(ctx.tx, id, 'unfunded', 'pending')
    await insertPayment(ctx.tx, {
      id: paymentId,
      contract_id: id,
      client,
      entry_id: entryId,
      kind: contract.funded_at ? 'top_up' : 'funding',
      amount_cents: due.totalCents,
      fee_cents: due.feeCents,
      owed_cents: due.owedCents,
      method: 'ACH',
      account_holder: source.holder,
      bank_name: source.bankName,
      last4: source.last4,
      created_by: ctx.actor.userId,
      limit_user: limitUser,
      created_at: ctx.now,
    })
    await instruct(ctx, {
      key: `payment:${paymentId}`,
      kind: 'debit',
      organization: client,
      amountCents: due.totalCents,
      account: source.account,
      description: `Escrow ${id}`,
    })
  })
}

/** Answers not_found to strangers and offer_not_accepted where there is no contract to pay. */
async function getPayable(ctx: Ctx, offerId: string, client: string) {
  const offer = await findPayable(ctx.tx, offerId, client)
  if (!offer) throw new AppError('not_found')
  const { contract_id, contract_status, title, price_cents, fee_cents } = offer
  if (
    !contract_id ||
    !contract_status ||
    title === null ||
    price_cents === null ||
    fee_cents === null
  )
    throw new AppError('offer_not_accepted')
  return { ...offer, contract_id, contract_status, title, price_cents, fee_cents }
}

/** Returns the last four digits, or '' for a number so short that they would reveal it. */
function lastFour(accountNumber: string): string {
  const digits = accountNumber.replace(/\D/g, '')
  return digits.length >= 8 ? digits.slice(-4) : ''
}
