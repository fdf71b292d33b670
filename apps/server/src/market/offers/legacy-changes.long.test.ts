/**
 * Runs the migration that made changes of terms values over rows as they were recorded before it.
 *
 * @module-tag long
 */
import { expect, it } from 'vitest'
import { agree } from '../../../testing/fixtures/deal-fixtures.ts'
import { proposeChange, startTalk } from '../../../testing/fixtures/negotiation-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { migrate } from '../../platform/database/migrate.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

const migration = '0041-term-changes.sql'

async function migrateAgain(): Promise<void> {
  const { pool } = market.platform.db
  await pool.query('delete from schema_migrations where name = $1', [migration])
  expect(await migrate(pool)).toEqual([migration])
}

/** Holds changes as formatted texts, the way they were stored before migration 0041. */
const texts = {
  price: ['Total Price', '$18,500', '$17,000.50'],
  timeline: ['Delivery Timeline', '1 day', '14 days'],
  format: ['Data Format', 'CSV', 'Excel (XLSX), JSON'],
  samples: ['Sample Records', 'None', '1,000'],
  accuracy: ['Minimum Accuracy', '95%', 'Not stated'],
  privacy: ['Privacy Level', 'Standard (ε ≤ 3)', 'Maximum (ε ≤ 0.5)'],
  services: ['Additional services', '$0', '$1,234,567'],
  description: ['Description', 'Ours', '14 days; None'],
  deliverables: ['Deliverables', 'Synthetic dataset', 'Synthetic dataset; Codebook'],
  payment: ['Payment structure', '100% on delivery', '30% upfront, 70% on delivery'],
  delivery: ['Delivery method', 'Secure encrypted download link', 'SFTP transfer'],
  support: ['Support period', 'No support', '6 months post-delivery'],
  sample: ['Sample data', 'None', 'The first rows'],
}
const values = [
  { field: 'price', from: '1850000', to: '1700050' },
  { field: 'timeline', from: 1, to: 14 },
  { field: 'format', from: ['csv'], to: ['xlsx', 'json'] },
  { field: 'samples', from: null, to: 1000 },
  { field: 'accuracy', from: 95, to: null },
  { field: 'privacy', from: 'standard', to: 'maximum' },
  { field: 'services', from: '0', to: '123456700' },
  { field: 'description', from: 'Ours', to: '14 days; None' },
  { field: 'deliverables', from: ['Synthetic dataset'], to: ['Synthetic dataset', 'Codebook'] },
  { field: 'payment', from: 'on_delivery', to: 'third_upfront' },
  { field: 'delivery', from: 'download', to: 'sftp' },
  { field: 'support', from: 'none', to: '6_months' },
  { field: 'sample', from: null, to: 'The first rows' },
]

async function recordRevision(offerId: string, recorded: object[]): Promise<void> {
  await market.platform.db.pool.query(
    `insert into offer_revisions (offer_id, revision, changed_by, changes) values ($1, 2, $2, $3)`,
    [offerId, vendor.organization.id, JSON.stringify(recorded)],
  )
}

it('a revision recorded as texts is read back as values', async () => {
  const { offerId, contractId } = await agree(client, vendor)
  const recorded = Object.entries(texts).map(([field, [label, from, to]]) => ({
    field,
    label,
    from,
    to,
  }))
  await recordRevision(offerId, recorded)
  await migrateAgain()
  const { revisions } = await vendor.api.offers.getSent({ offerId })
  expect(revisions[0]!.changes).toEqual(values)
  const { termHistory } = await client.api.contracts.get({ contractId })
  expect(termHistory[0]!.changes).toEqual(values)
})

it('a text that is no value is kept as it was', async () => {
  const { offerId, contractId } = await agree(client, vendor)
  const unreadable = {
    price: ['Total Price', '18.500 €', '$17,000'],
    timeline: ['Delivery Timeline', '10 days', 'two weeks'],
    format: ['Data Format', 'CSV, Parquet', 'CSV'],
    privacy: ['Privacy Level', 'Standard', 'High (ε ≤ 1)'],
  }
  const recorded = Object.entries(unreadable).map(([field, [label, from, to]]) => ({
    field,
    label,
    from,
    to,
  }))
  await recordRevision(offerId, recorded)
  await migrateAgain()
  const { termHistory } = await client.api.contracts.get({ contractId })
  expect(termHistory[0]!.changes).toEqual(
    Object.entries(unreadable).map(([field, [, from, to]]) => ({
      field,
      legacyText: { from, to },
    })),
  )
})

it('a proposal recorded as texts is read back as values, and can still be approved', async () => {
  const { conversationId } = await startTalk(client, vendor)
  const { id } = await proposeChange(vendor, conversationId, { timelineDays: 16 })
  const flag = "2 days over the request's deadline"
  await market.platform.db.pool.query('update proposals set changes = $2 where id = $1', [
    id,
    JSON.stringify([{ id: 'timeline', currentValue: '10 days', proposedValue: '16 days', flag }]),
  ])
  await migrateAgain()
  const changes = [{ field: 'timeline', from: 10, to: 16 }]
  const terms = await client.api.negotiation.terms({ conversationId })
  expect(terms!.pendingChanges).toEqual(changes)
  const approved = await client.api.negotiation.approve({ proposalId: id })
  expect(approved).toMatchObject({ changes, flags: { timeline: flag } })
})
