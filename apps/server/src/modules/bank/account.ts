/** The account of an instruction while it is sealed: where it lies, and how it is opened. */
import { z } from 'zod'
import type { Platform } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { openFor } from '../../platform/vault.ts'
import type { BankAccountDetails } from './port.ts'
import type { InstructionRow } from './queries.ts'

const details = z.object({
  holder: z.string(),
  accountNumber: z.string(),
  routingNumber: z.string(),
  bankName: z.string(),
  accountType: z.enum(['checking', 'savings']).nullable(),
})

/** What binds the sealed text to its row. */
export const accountPlace = (key: string) => `bank_instructions.account_sealed:${key}`

export async function openAccount(
  tx: Tx,
  { secrets }: Platform,
  row: InstructionRow,
): Promise<BankAccountDetails | null> {
  if (!row.account_sealed) return null
  const { key, organization, account_sealed } = row
  const plain = await openFor(tx, secrets, organization, accountPlace(key), account_sealed)
  return details.parse(JSON.parse(plain))
}
