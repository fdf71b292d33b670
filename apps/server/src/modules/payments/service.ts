/** Escrow: a contract's price and fee go in once, and out once. Each step claims the contract, then moves the money. */
import type { bankAccountForm, Checkout } from '@semblance/contract'
import type { z } from 'zod'
import { memberOrg, readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type ContractRow,
  claimFunding,
  claimRelease,
  getContractForParty,
} from '../contracts/service.ts'
import { markDprAccepted } from '../dprs/service.ts'
import { account, contractMoney, post } from '../ledger/service.ts'
import { notify } from '../notifications/service.ts'
import { closeRivals, holdSettledOffer } from '../offers/service.ts'
import { findPayable, insertPayment } from './queries.ts'

export async function getCheckout(ctx: Ctx, offerId: string): Promise<Checkout> {
  const offer = await getPayable(ctx, offerId, readerOrg(ctx, 'client'))
  return {
    offerId: offer.id,
    contractId: offer.contract_id,
    contractStatus: offer.contract_status,
    title: offer.title,
    vendorName: offer.vendor_name ?? 'Closed account',
    description: offer.description,
    timelineDays: offer.timeline_days,
    amountCents: offer.price_cents,
    feeCents: offer.fee_cents,
    totalCents: offer.price_cents + offer.fee_cents,
  }
}

type BankAccount = z.infer<typeof bankAccountForm>

export async function fundEscrow(
  ctx: Ctx,
  input: { offerId: string; bankAccount: BankAccount; totalCents?: bigint },
): Promise<{ contractId: string; heldCents: bigint; feeCents: bigint }> {
  const client = memberOrg(ctx, 'client')
  const { contract_id } = await getPayable(ctx, input.offerId, client)
  await holdSettledOffer(ctx, input.offerId, client)
  const contract = await claimFunding(ctx.tx, contract_id, ctx.now)
  if (!contract) throw new AppError('already_funded')
  const totalCents = contract.price_cents + contract.fee_cents
  if ((input.totalCents ?? totalCents) !== totalCents) throw new AppError('offer_changed')
  await markDprAccepted(ctx.tx, contract.dpr_id)
  await closeRivals(ctx, contract.dpr_id, contract.title)
  await takeIn(ctx, contract, input.bankAccount)
  await notify(ctx, {
    organizationId: contract.vendor,
    type: 'payment',
    title: 'Escrow funded',
    message: `Funds have been placed in escrow for ${contract.title}. You can begin work.`,
    path: '/vendor-active-contracts',
    mail: true,
  })
  return { contractId: contract.id, heldCents: contract.price_cents, feeCents: contract.fee_cents }
}

/** Accepts the delivery on the client's behalf: the vendor gets what is held, the platform its fee. */
export async function releaseEscrow(
  ctx: Ctx,
  contractId: string,
): Promise<{ releasedCents: bigint }> {
  const client = memberOrg(ctx, 'client')
  const before = await getContractForParty(ctx, contractId)
  if (before.client !== client) throw new AppError('not_found')
  const contract = await claimRelease(ctx.tx, contractId, ctx.now)
  if (!contract) {
    const { status } = await getContractForParty(ctx, contractId)
    throw new AppError(status === 'completed' ? 'already_released' : 'not_awaiting_review')
  }
  const releasedCents = await payOut(ctx, contract)
  await notify(ctx, {
    organizationId: contract.vendor,
    type: 'payment',
    title: 'Escrow released',
    message: `The client has accepted your delivery for ${contract.title}. Escrow funds have been released to you.`,
    path: '/vendor-earnings',
    mail: true,
  })
  return { releasedCents }
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

async function takeIn(ctx: Ctx, contract: ContractRow, bank: BankAccount): Promise<void> {
  const { id, client, price_cents, fee_cents } = contract
  const { entryId } = await post(ctx.tx, {
    organizationId: client,
    key: `fund:${id}`,
    kind: 'fund',
    contractId: id,
    effectiveAt: ctx.now,
    legs: [
      { dr: account.cashTrust, cr: account.escrow(id), amountCents: price_cents },
      ...(fee_cents > 0n
        ? [{ dr: account.cashTrust, cr: account.feeDeferred(id), amountCents: fee_cents }]
        : []),
    ],
  })
  await asSystem(ctx.tx, () =>
    insertPayment(ctx.tx, {
      contract_id: id,
      client,
      entry_id: entryId,
      amount_cents: price_cents + fee_cents,
      method: 'ACH',
      account_holder: bank.accountHolderName,
      bank_name: bank.bankName,
      last4: lastFour(bank.accountNumber),
      created_by: ctx.actor.userId,
      created_at: ctx.now,
    }),
  )
}

async function payOut(ctx: Ctx, contract: ContractRow): Promise<bigint> {
  const { id, client, vendor } = contract
  const { heldCents, feeHeldCents } = (await contractMoney(ctx.tx, [id]))(id)
  await post(ctx.tx, {
    organizationId: client,
    key: `release:${id}`,
    kind: 'release',
    contractId: id,
    effectiveAt: ctx.now,
    legs: [
      { dr: account.escrow(id), cr: account.payable(vendor), amountCents: heldCents },
      ...(feeHeldCents > 0n
        ? [{ dr: account.feeDeferred(id), cr: account.feeRevenue, amountCents: feeHeldCents }]
        : []),
    ],
  })
  return heldCents
}

/** Nothing of a number so short that its end would give it away. */
function lastFour(accountNumber: string): string {
  const digits = accountNumber.replace(/\D/g, '')
  return digits.length >= 8 ? digits.slice(-4) : ''
}
