/**
 * `npm run keys:destroy ORG-12345-ABCDE`: destroys an organization's data key. Its account and tax
 * numbers can then be read by nobody, in backups of them either. While no server runs.
 */
import { readConfig } from '../../config.ts'
import { audit } from '../../platform/audit.ts'
import { withDatabase } from '../../platform/command-database.ts'
import { system } from '../../platform/db.ts'
import { destroyDataKeys } from '../../platform/vault.ts'
import { forgetMethod } from '../billing/service.ts'
import { deleteDetails, findByPublicId } from './queries.ts'

const publicId = process.argv[2] ?? ''

await withDatabase(readConfig(process.env), (db) =>
  db.transaction(system, async (tx) => {
    const organization = await findByPublicId(tx, publicId)
    if (!organization) throw new Error(`There is no organization ${publicId}.`)
    await deleteDetails(tx, organization)
    await forgetMethod(tx, organization)
    await destroyDataKeys(tx, organization)
    await audit(tx, {
      actor: 'system',
      action: 'data_key.destroy',
      object: `organization:${organization}`,
    })
    console.warn(`The data key of ${publicId} is destroyed.`)
  }),
)
