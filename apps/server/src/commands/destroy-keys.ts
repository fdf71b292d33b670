/**
 * Destroys an organization's data key: `npm run keys:destroy ORG-12345-ABCDE`. Its account and tax
 * numbers become unreadable, and its earlier originals are no longer recognized by their rows.
 * Attachments, evidence and delivered files belong to the other party of a conversation or contract as
 * well, and are kept with their keys; so are the openings of leaves that both parties of a deal read,
 * until both are destroyed. Backups from before still hold the key: repeat it after restoring one.
 * Refuses while a server runs.
 */

import { deleteWebhooks } from '../core/webhooks/service.ts'
import { deleteConnectionsOf } from '../delivery/connections/service.ts'
import { deletePushDestinations } from '../delivery/pushes/service.ts'
import { destroyPrintKey } from '../delivery/sources/service.ts'
import { deleteDetails, findByPublicId } from '../money/bank-details/queries.ts'
import { deletePaymentMethod } from '../money/subscriptions/service.ts'
import { readConfig } from '../platform/config.ts'
import { withDatabaseAlone } from '../platform/database/command-database.ts'
import { system } from '../platform/database/db.ts'
import { audit } from '../platform/security/audit.ts'
import { destroyDataKeys } from '../platform/security/field-encryption.ts'
import { eraseOrganizations } from '../platform/transparency/erase.ts'

const publicId = process.argv[2] ?? ''

await withDatabaseAlone(readConfig(process.env), (db) =>
  db.transaction(system, async (tx) => {
    const organization = await findByPublicId(tx, publicId)
    if (!organization) throw new Error(`There is no organization ${publicId}.`)
    await deleteDetails(tx, organization)
    await deletePaymentMethod(tx, organization)
    await deleteWebhooks(tx, [organization]) // their secrets are sealed under the data key
    await deletePushDestinations(tx, [organization])
    await deleteConnectionsOf(tx, [organization])
    await destroyPrintKey(tx, organization)
    await destroyDataKeys(tx, organization)
    await audit(tx, {
      actor: 'system',
      action: 'data_key.destroy',
      object: `organization:${organization}`,
    })
    eraseOrganizations(tx, [organization])
    console.warn(`The data key of ${publicId} is removed. Backups from before still hold it.`)
    console.warn(
      'Files of its conversations, disputes and contracts are kept: the other party has them, too.',
    )
  }),
)
