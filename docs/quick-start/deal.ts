/** Makes a whole deal with two keys: node docs/quick-start/deal.ts TABLE.csv DIRECTORY */
import { join } from 'node:path'
import { legalVersions, openClient, until } from '@semblance/client'

const [table = '', directory = '.'] = process.argv.slice(2)
const { SEMBLANCE_URL: url = '', CLIENT_KEY = '', VENDOR_KEY = '' } = process.env
const client = openClient({ url, key: CLIENT_KEY })
const vendor = openClient({ url, key: VENDOR_KEY })

const { id: dprId } = await client.api.dprs.create({
  ...{ title: 'Customers', category: 'retail', description: 'Customers with age and income' },
  ...{ useCase: 'Forecasts', complianceRequirements: 'GDPR', contacts: 'data@example.com' },
  ...{ deliveryFormat: 'csv', minAccuracyPercent: null, timelineDays: 14 },
  ...{ budgetMinCents: 100_000n, budgetMaxCents: 200_000n },
})
const accepted = await legalVersions(client.api) // sending them accepts the legal documents
const terms = { priceCents: 150_000n, timelineDays: 10, minAccuracyPercent: null }
const offered = { ...terms, description: 'Our own panel', accepted }
const { id: offerId } = await vendor.api.offers.submit({ dprId, ...offered })
const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
const numbers = { accountNumber: '000123456789', routingNumber: '021000021' }
const bankAccount = { ...numbers, accountHolderName: 'Example', bankName: 'First Bank' }
await client.api.payments.fund({ offerId, bankAccount, accepted })
const contract = () => client.api.contracts.get({ contractId })
await until(contract, ({ status }) => status === 'in_progress') // the bank has settled

const { uploadId, sha256 } = await vendor.upload({ contractId, path: table })
await vendor.api.deliveries.inspect({ contractId, checksums: [{ uploadId, sha256 }] })
const delivery = () => vendor.api.deliveries.latest({ contractId })
await until(delivery, (read) => read?.status === 'review') // what was found can be corrected here
await vendor.api.deliveries.submit({ contractId })
await until(contract, ({ status }) => status === 'pending_review') // the twin is made

const { files } = await client.api.deliveries.dataset({ dprId })
for (const file of files) await client.download(file, join(directory, file.name))
const { releasedCents } = await client.api.deliveries.release({ dprId })
process.stdout.write(`${contractId}: ${files.length} files, ${releasedCents} cents released\n`)
