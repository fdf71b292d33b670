/** Opens the sealed account of an instruction, and names its encryption context. */
import { type AccountKind, accountKinds } from '@semblance/contract'
import { z } from 'zod'
import type { Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { decryptField } from '../../platform/security/field-encryption.ts'
import type { BankAccountDetails } from './port.ts'
import type { InstructionRow } from './queries.ts'

const details = z.object({
  holder: z.string(),
  // Instructions of earlier releases name US accounts, and say neither.
  kind: z.enum(Object.keys(accountKinds) as [AccountKind]).default('us'),
  country: z.string().default('US'),
  bic: z.string().nullable().default(null),
  accountNumber: z.string(),
  routingNumber: z.string(),
  bankName: z.string(),
  accountType: z.enum(['checking', 'savings']).nullable(),
})

/** Returns the context that binds the sealed text to its row. */
export const accountContext = (key: string) => `bank_instructions.account_sealed:${key}`

export async function openAccount(
  tx: Tx,
  { secrets }: Platform,
  row: InstructionRow,
): Promise<BankAccountDetails | null> {
  if (!row.account_sealed) return null
  const { key, organization, account_sealed } = row
  const plain = await decryptField(tx, secrets, organization, accountContext(key), account_sealed)
  return details.parse(JSON.parse(plain))
}
