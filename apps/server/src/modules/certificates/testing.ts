/** A delivery as the end of a run leaves it, with its certificate, for tests. */
import { createHash } from 'node:crypto'
import type { PublishedReport } from '@semblance/contract'
import type { Market } from '../../../testing/market.ts'
import { audit } from '../../platform/audit.ts'
import { system } from '../../platform/db.ts'
import { draftCertificate, issueCertificate } from './service.ts'

export const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

export const twinText = 'age,city\n30,Oslo\n'
export const reportText = '{}\n'

export const report: PublishedReport = {
  rows: { synthetic: 1, columns: 2 },
  columns: [
    { name: 'age', kind: 'integer', shape: 0.98, plot: null },
    { name: 'city', kind: 'category', shape: 0.95, plot: null },
  ],
  pairs: [
    {
      x: { column: 'age', labels: ['20–39', '40–64'] },
      y: { column: 'city', labels: ['Oslo', 'Other'] },
      original: [
        [0.4, 0.1],
        [0.2, 0.3],
      ],
      synthetic: [
        [0.38, 0.12],
        [0.2, 0.3],
      ],
      inWords: {
        original: 'most often Oslo with 20–39, 40% of rows',
        synthetic: 'most often Oslo with 20–39, 38% of rows',
      },
      match: 0.98,
    },
  ],
  correlations: null,
  fidelity: {
    shapes: 0.97,
    pairs: 0.95,
    accuracy: { univariate: 0.97, bivariate: 0.95, trivariate: 0.93 },
    overall: 0.95,
    ceiling: 0.96,
    relative: 0.99,
  },
  usefulness: { column: 'city', auc: 0.81 },
  privacy: {
    mode: 'private',
    unit: 'row',
    epsilon: 3,
    delta: 1e-6,
    rhoBudget: 0.1,
    rhoSpent: 0.1,
    guarantee: 'No single row changes much.',
    closestRecordShare: 0.5,
    checks: [
      {
        id: 'exact-matches',
        label: 'No more exact matches than by chance',
        detail: 'Rows reappear no more often than others.',
        pass: true,
        figure: {
          text: '0.1% of the rows used for learning repeated beyond chance. Up to 0.8% passes.',
          unit: 'share',
          value: 0.0012,
          interval: { low: -0.0031, high: 0.0055 },
          ideal: 0,
          limit: 0.0082,
        },
      },
    ],
  },
  qualityScore: 96,
}

export const issuedAt = new Date('2026-03-01T12:00:00.000Z')

/** In one transaction, as a run ends. */
export async function issueFor({ platform }: Market, contractId: string) {
  return await platform.db.transaction(system, async (tx) => {
    const draft = await draftCertificate({ tx, platform }, contractId)
    const { id: deliveryId } = await tx
      .insertInto('deliveries')
      .columns(['contract_id', 'client', 'vendor', 'file_name', 'file_bytes'])
      .expression((eb) =>
        eb
          .selectFrom('contracts as k')
          .select([
            'k.id',
            'k.client',
            'k.vendor',
            eb.val('a.csv').as('name'),
            eb.val(1n).as('bytes'),
          ])
          .where('k.id', '=', contractId),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const record = { action: 'original_key.destroy', object: `delivery:${deliveryId}` } as const
    await audit(tx, { actor: 'system', ...record })
    const twin = { path: 'unread', name: 'people_synthetic.csv' }
    const reportFile = { path: 'unread', name: 'validation_report.json' }
    await issueCertificate({ tx, platform, now: issuedAt }, draft, {
      id: deliveryId,
      files: [
        { name: twin.name, bytes: BigInt(twinText.length), sha256: sha256Of(twinText) },
        { name: reportFile.name, bytes: BigInt(reportText.length), sha256: sha256Of(reportText) },
      ],
      tables: [{ twin, reportFile, report }],
      originals: [
        { bytes: 70n, sha256: sha256Of('original') },
        { bytes: 80n, sha256: null },
      ],
      destruction: { at: issuedAt, record },
    })
    return { id: draft.id, deliveryId }
  })
}
