/**
 * Makes a person staff: `npm run staff:add EMAIL`. Prints an invitation link for an address without
 * an account. Servers may run or not.
 */
import { z } from 'zod'
import { createAuth } from '../core/auth/service.ts'
import { hooks } from '../hooks.ts'
import { addStaff, type StaffAddition } from '../people/admin/staff.ts'
import { onConfirmed, onSignUp } from '../people/organizations/service.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { type Database, system } from '../platform/database/db.ts'
import { openLog } from '../platform/process/log.ts'
import { createSecrets, masterSecretOf } from '../platform/security/secrets.ts'

const address = z.email().safeParse(process.argv[2]?.trim())

const sentences: Record<StaffAddition['outcome'], (email: string) => string> = {
  added: (email) => `${email} is staff from the next request on.`,
  already_staff: (email) => `${email} is staff already; nothing was changed.`,
  invited: (email) =>
    `${email} is invited as staff. Whoever opens this link first has the account: give it to that person alone. It works once and for 7 days; running this again replaces it.`,
  unconfirmed: (email) =>
    `${email} has an account whose address is not confirmed; nothing was changed. Follow the link of the confirmation mail, then run this again.`,
  deactivated: (email) => `${email} has a deactivated account; nothing was changed.`,
}

try {
  if (!address.success)
    throw new Error('Name the person by an e-mail address: npm run staff:add ada@example.com')
  const config = readConfig(process.env)
  await withDatabase(config, async (db) => {
    tell(address.data, await add(config, db, address.data))
  })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function add(config: Config, db: Database, email: string): Promise<StaffAddition> {
  const log = openLog('error')
  const secrets = createSecrets(masterSecretOf(config))
  const platform = { config, db, secrets, log, hooks }
  const auth = await createAuth({
    db,
    secrets,
    publicUrl: config.publicUrl,
    mailConfirm: config.mailConfirm,
    log,
    onSignUp: (tx, user) => onSignUp({ tx, platform }, user),
    onConfirmed: (tx, user) => onConfirmed({ tx, platform }, user),
  })
  return await db.transaction(system, (tx) => addStaff(tx, auth, email))
}

/** Prints what was done. Throws an Error that says why nothing was. */
function tell(email: string, addition: StaffAddition): void {
  const text = sentences[addition.outcome](email)
  if (addition.outcome === 'unconfirmed' || addition.outcome === 'deactivated')
    throw new Error(text)
  console.warn(text)
  if (addition.outcome === 'invited') process.stdout.write(`${addition.link}\n`)
}
