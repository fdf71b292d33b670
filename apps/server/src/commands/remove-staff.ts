/** Takes the role of staff from a person: `npm run staff:remove EMAIL`, while servers run or not. */
import { removeStaff, type StaffRemoval } from '../people/admin/staff.ts'
import { readConfig } from '../platform/config.ts'
import { withDatabase } from '../platform/database/command-database.ts'
import { system } from '../platform/database/db.ts'

const email = process.argv[2]?.trim() ?? ''
const answers: Record<StaffRemoval, string> = {
  removed: `${email} is no longer staff.`,
  not_staff: `Nobody with the address ${email || '(none was given)'} is staff; nothing was changed.`,
  last_staff: `${email} is the last of the staff who can sign in; nothing was changed. Add somebody else first: npm run staff:add EMAIL`,
}

try {
  await withDatabase(readConfig(process.env), async (db) => {
    const outcome = await db.transaction(system, (tx) => removeStaff(tx, email))
    if (outcome !== 'removed') throw new Error(answers[outcome])
    console.warn(answers.removed)
  })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
