/** Saving bank and tax details: who may, what a new account number sets off. */
import {
  accountNames,
  type BankingDetails,
  type BankingForm,
  bankingProblems,
  countryOfAccount,
  payoutHoldBankDays,
} from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { encryptField, fingerprint } from '../../platform/security/field-encryption.ts'
import { accountContext, taxIdContext, toBanking } from './details.ts'
import { notifyAdmins, notifyStaffOfDuplicates } from './notifications.ts'
import {
  type DetailValues,
  findDetails,
  insertDetails,
  type StoredDetails,
  updateDetails,
} from './queries.ts'

/**
 * Saves an organization's bank details; empty numbers stay unchanged. A new account number holds
 * payouts and notifies the administrators.
 */
export async function saveBankDetails(
  ctx: Ctx,
  organization: string,
  { revision, ...form }: BankingForm & { revision: number },
): Promise<BankingDetails> {
  const { tx, now, actor } = ctx
  const onFile = await withSystemRole(tx, () => findDetails(tx, organization))
  if ((onFile?.revision ?? 0) !== revision) throw new AppError('banking_changed')
  const [problem] = bankingProblems(form, onFile ? toBanking(onFile, now) : null)
  if (problem) throw new AppError('bad_input', problem)

  const prints = fingerprintsOf(ctx, form)
  const isNewAccount = isOtherAccount(form, prints.accounts, onFile)
  const isNewTaxId = prints.taxId !== null && prints.taxId !== onFile?.tax_id_fingerprint

  const saved = await store(ctx, organization, onFile, {
    ...plainValues(form),
    ...(isNewAccount && (await accountValues(ctx, organization, form, onFile))),
    ...(isNewTaxId && (await taxIdValues(ctx, organization, form))),
    updated_at: now,
    updated_by: actor.userId,
  })
  await audit(tx, {
    actor: actorOf(actor),
    action: 'banking.save',
    object: `organization:${organization}`,
    detail: { revision: saved.revision, isNewAccount, isNewTaxId },
  })
  if (isNewAccount) await notifyAdmins(ctx, { before: onFile, saved })
  await notifyStaffOfDuplicates(ctx, saved, {
    accounts: isNewAccount ? prints.accounts : [],
    taxIds: isNewTaxId ? [saved.tax_id_fingerprint] : [],
  })
  return toBanking(saved, now)
}

/** Stores the details. Of two administrators who save at once, the later gets banking_changed. */
async function store(
  { tx }: Ctx,
  organization: string,
  onFile: StoredDetails | undefined,
  values: Partial<DetailValues>,
): Promise<StoredDetails> {
  const saved = await withSystemRole(
    tx,
    () =>
      onFile
        ? updateDetails(tx, organization, onFile.revision, values)
        : insertDetails(tx, organization, values as DetailValues), // with nothing on file, both numbers were typed
  )
  if (!saved) throw new AppError('banking_changed')
  return saved
}

const fingerprintsOf = ({ platform: { secrets } }: Ctx, form: BankingForm) => ({
  accounts: accountNames(form).map((name) => fingerprint(secrets, 'bank-account', name)),
  taxId: form.taxId ? fingerprint(secrets, 'tax-id', lettersAndDigits(form.taxId)) : null,
})

/** Returns true for another account than the one on file, and for the same number at another bank. */
function isOtherAccount(
  form: BankingForm,
  prints: string[],
  onFile: StoredDetails | undefined,
): boolean {
  if (!onFile) return true
  const bank = plainValues(form)
  return (
    (prints.length > 0 && !prints.includes(onFile.account_fingerprint)) ||
    bank.account_kind !== onFile.account_kind ||
    bank.routing_number !== onFile.routing_number ||
    bank.bic !== onFile.bic
  )
}

const plainValues = (form: BankingForm) => ({
  bank_name: form.bankName,
  account_holder_name: form.accountHolderName,
  routing_number: form.accountKind === 'iban' ? '' : form.routingNumber,
  account_kind: form.accountKind,
  bic: form.accountKind === 'iban' ? form.bic : null,
  vat_number: form.vatNumber || null,
  account_type: form.accountType,
  business_type: form.businessType,
  tax_address: form.taxAddress,
  tax_city: form.taxCity,
  tax_state: form.taxState,
  tax_zip: form.taxZip,
  additional_notes: form.additionalNotes,
})

/**
 * Returns the columns of a new account. A changed account is held, the first one is not: no payout
 * was sent to another account before.
 */
async function accountValues(
  ctx: Ctx,
  organization: string,
  form: BankingForm,
  onFile: StoredDetails | undefined,
) {
  const { tx, now, platform } = ctx
  const { secrets, config } = platform
  const holdMs = payoutHoldBankDays * config.bankDaySeconds * 1000
  return {
    account_number_sealed: await encryptField(
      tx,
      secrets,
      organization,
      accountContext(organization),
      form.accountNumber,
    ),
    account_country: countryOfAccount(form.accountKind, form.accountNumber),
    account_last4: form.accountNumber.slice(-4),
    account_fingerprint: fingerprintsOf(ctx, form).accounts[0]!,
    account_changed_at: now,
    hold_until: onFile ? new Date(now.getTime() + holdMs) : null,
  }
}

async function taxIdValues(ctx: Ctx, organization: string, form: BankingForm) {
  const { tx, platform } = ctx
  const place = taxIdContext(organization)
  return {
    tax_id_sealed: await encryptField(tx, platform.secrets, organization, place, form.taxId),
    tax_id_last4: lettersAndDigits(form.taxId).slice(-4),
    tax_id_fingerprint: fingerprintsOf(ctx, form).taxId!,
  }
}

const lettersAndDigits = (text: string) => text.replace(/-/g, '')
