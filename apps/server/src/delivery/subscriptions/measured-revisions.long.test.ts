/**
 * Tests that revisions are measured and charged by the engine, and that their dossiers open each step of the subscription.
 *
 * @module-tag long
 */
import { parseVerifierKey } from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { describe, expect, it } from 'vitest'
import { chain, type Parts, pack, unpack } from '../../../testing/dossiers/dossier-parts.ts'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { expectRefusal, fund } from '../../../testing/fixtures/deal-fixtures.ts'
import { newCustomersCsv, submit } from '../../../testing/fixtures/delivery-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { subscriptionTerms, useSubscriptions } from '../../../testing/fixtures/use-subscriptions.ts'
import { findSigner } from '../../core/transparency/service.ts'
import { system } from '../../platform/database/db.ts'

const use = await useSubscriptions()
const { market, vendor, rival, listingId, rows, wanted, read, pass, advance } = use
await use.raiseLimit()

describe('three revisions through the engine', () => {
  it('are each measured, charged, delivered and paid for, and compared by what was released', async () => {
    const { subscriptionId } = await rival.api.subscriptions.start(wanted())
    const before = await read(rival, subscriptionId)
    const shares: number[] = []
    for (const number of [1, 2, 3]) {
      if (number > 1) {
        await pass(subscriptionId, 31)
        await advance()
        await rival.api.subscriptions.order({ subscriptionId, number })
      }
      const { current } = await read(rival, subscriptionId)
      await fund(rival, current.offerId ?? '')
      const contractId = current.contractId ?? ''
      await submit(market, vendor, contractId, newCustomersCsv())
      await runJobs(market)
      await expectRefusal(vendor.api.subscriptions.open({ subscriptionId }), 'subscription_fixed')
      await rival.api.deliveries.release({ dprId: current.dprId ?? '' })
      await advance()
      const { projection } = await read(rival, subscriptionId)
      shares.push(projection?.beforeShare ?? 0)
    }
    expect(await read(rival, subscriptionId)).toMatchObject({
      status: 'ended',
      endedAs: 'complete',
      delivered: 3,
      projection: null,
    })
    const [first, second] = shares
    expect(first).toBeGreaterThan(before.projection?.beforeShare ?? 1)
    expect(second).toBeGreaterThan(first ?? 1)
    const sources = await rows(
      `select source_id, count(*)::int as runs from source_spendings where state = 'spent' group by 1`,
    )
    expect(sources).toEqual([{ source_id: expect.any(String), runs: 4 }])
    const changes = await rival.api.subscriptions.compare({ subscriptionId, from: 1, to: 3 })
    expect(changes.columns.map(({ name, presence }) => [name, presence]).toSorted()).toEqual([
      ['age', 'both'],
      ['city', 'both'],
      ['income', 'both'],
    ])
    expect(changes.to).toMatchObject({ number: 3, columns: 3 })
    await vendor.api.subscriptions.compare({ subscriptionId, from: 0, to: 1 })
    await expectRefusal(
      rival.api.subscriptions.compare({ subscriptionId, from: 1, to: 4 }),
      'not_found',
    )
  }, 600_000)
})

describe('the dossier of a revision', () => {
  const integrate = () => market.app.jobs['transparency.integrate']!({}, {} as never)
  const download = async (contractId: string, { token }: Person) => {
    await integrate()
    const path = `/api/contracts/${contractId}/dossier.zip`
    const response = await market.fetch(path, { headers: { authorization: `Bearer ${token}` } })
    return new Uint8Array(await response.arrayBuffer())
  }

  it('opens each step of its subscription to both parties, and no step can be changed or left out', async () => {
    const { subscriptionId } = await rival.api.subscriptions.start(wanted())
    await rival.api.subscriptions.pause({ subscriptionId })
    await rival.api.subscriptions.resume({ subscriptionId })
    await expectRefusal(rival.api.subscriptions.resume({ subscriptionId }), 'subscription_fixed')
    await pass(subscriptionId, 31)
    await advance()
    const ordered = await rival.api.subscriptions.order({ subscriptionId, number: 2 })
    const contractId = ordered.contractId ?? ''
    await rival.api.subscriptions.cancel({ subscriptionId })
    await integrate()
    const { platform } = market
    const signer = await platform.db.transaction(system, (tx) => findSigner({ tx, platform }))
    const { logs } = await market.visitor.transparency.status()
    const keys = [parseVerifierKey(logs[0]!.verifierKey)!]
    for (const person of [rival, vendor]) {
      const { facts, ...verdict } = await verifyDossier(await download(contractId, person), {
        keys,
      })
      expect(verdict).toEqual({ state: 'valid', findings: [] })
      const own = facts?.steps.filter(({ chain }) => chain === subscriptionId) ?? []
      expect(own.map(({ payload: { type, body } }) => [type, body.number ?? body.as])).toEqual([
        ['subscription.started', undefined],
        ['revision.opened', 1],
        ['subscription.paused', 'client'],
        ['revision.ended', 1],
        ['subscription.resumed', undefined],
        ['revision.opened', 2],
        ['subscription.ended', 'client'],
        ['revision.ended', 2],
      ])
      expect(own[0]?.payload.body).toMatchObject({ listing: listingId, terms: subscriptionTerms })
    }
    const other = await rival.api.subscriptions.start(wanted())
    const [archive, otherArchive] = [
      await download(contractId, vendor),
      await download(other.contractId ?? '', vendor),
    ]
    const of = (parts: Parts, id = subscriptionId) => chain(parts, id)
    const tamperings: [change: (parts: Parts, from: Parts) => void, id: string, place: RegExp][] = [
      [(parts) => void of(parts).leaves.splice(2, 1), 'leaf_missing', /^SUB-.* #3$/],
      [({ manifest }) => void manifest.chains.shift(), 'chain_unlinked', /^DPR-/],
      [
        (parts, from) => Object.assign(of(parts), of(from, other.subscriptionId)),
        'chain_unlinked',
        /^(DPR|SUB)-/,
      ],
      [
        (parts) => of(parts).leaves.push(...of(parts).leaves.splice(2, 2).reverse()),
        'leaf_order',
        /^SUB-/,
      ],
      [
        (parts) => {
          const { opening } = of(parts).leaves[0]!
          opening!.payload = opening!.payload.replaceAll('"120000"', '"110000"')
        },
        'opening_altered',
        /^SUB-.* #1$/,
      ],
    ]
    for (const [change, id, place] of tamperings) {
      const parts = unpack(archive)
      change(parts, unpack(otherArchive))
      const forged = await verifyDossier(await pack(parts, signer!.sign), { keys })
      expect(forged.state).toBe('altered')
      expect(forged.findings).toContainEqual({ id, place: expect.stringMatching(place) })
    }
  })
})
