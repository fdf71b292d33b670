import {
  contractPolicy,
  defaultLicense,
  type LicenseTerms,
  offerPolicy,
  policySha256,
  readCertificate,
} from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { issueFor, sha256Of } from '../../../testing/fixtures/certificate-fixtures.ts'
import {
  type Deal,
  expectRefusal,
  fundedDeal,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import {
  proposeChange,
  startTalk,
  termsOf,
} from '../../../testing/fixtures/negotiation-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})

const ofAYear: LicenseTerms = { ...defaultLicense, termMonths: 12, users: { kind: 'affiliates' } }
const url = 'http://semblance.test'

const fetchAs = (path: string, person?: Person, headers: Record<string, string> = {}) =>
  market.fetch(path, {
    headers: { ...headers, ...(person && { authorization: `Bearer ${person.token}` }) },
  })

describe('license terms', () => {
  it('are the usual ones in a request and an offer that do not name any', async () => {
    const dprId = await postDpr(client)
    expect((await stranger.api.dprs.get({ dprId })).license).toEqual(defaultLicense)
    const offerId = await sendOffer(vendor, dprId)
    expect((await vendor.api.offers.getSent({ offerId })).license).toEqual(defaultLicense)
  })

  it('that a request asks for are those of an offer that names none, and are kept by an edit that names none', async () => {
    const dprId = await postDpr(client, { license: ofAYear })
    const offerId = await sendOffer(vendor, dprId)
    const offer = await vendor.api.offers.getSent({ offerId })
    expect([offer.license, offer.asked.license]).toEqual([ofAYear, ofAYear])
    const edit = { ...offer, revision: 1, timeline: 9, timelineUnit: 'days' } as const
    const { license: _, ...unnamed } = edit
    expect((await vendor.api.offers.edit({ ...unnamed, offerId })).license).toEqual(ofAYear)
    const named = { ...edit, revision: 2, license: defaultLicense }
    const edited = await vendor.api.offers.edit({ ...named, offerId })
    expect(edited.revisions[0]).toMatchObject({
      changes: [{ field: 'license', from: ofAYear, to: defaultLicense }],
    })
  })

  it('that cannot be agreed are refused by the field, and change nothing', async () => {
    const { conversationId } = await startTalk(client, vendor)
    const license = { ...ofAYear, users: { kind: 'people', count: 0 } } as const
    await expect(proposeChange(client, conversationId, { license })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'changes.license.users.count' },
    })
    const withMore = { ...ofAYear, reidentification: true }
    await expect(postDpr(client, { license: withMore })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'license' },
    })
    expect((await termsOf(client, conversationId)).pendingProposalId).toBeNull()
  })

  it('are negotiated like any term: flagged where they grant less, agreed by approval', async () => {
    const { conversationId, offerId } = await startTalk(client, vendor)
    const made = await proposeChange(vendor, conversationId, { license: ofAYear })
    expect(made).toMatchObject({
      changes: [{ field: 'license', from: defaultLicense, to: ofAYear }],
      flags: { license: 'Grants less than the request asks for: term' },
    })
    await client.api.negotiation.approve({ proposalId: made.id })
    const { contractId } = await client.api.offers.accept({ offerId, revision: 2 })
    const contract = await vendor.api.contracts.get({ contractId })
    expect(contract.license).toEqual(ofAYear)
    const policy = contractPolicy(url, { id: contractId, license: ofAYear })
    expect(contract.policySha256).toBe(policySha256(policy))
    const files = [
      [`/api/contracts/${contractId}/policy.jsonld`, policy],
      [`/api/offers/${offerId}/policy.jsonld`, offerPolicy(url, { id: offerId, license: ofAYear })],
    ] as const
    for (const [path, expected] of files) {
      expect(await (await fetchAs(path, client)).json()).toEqual(expected)
      expect((await fetchAs(path, stranger)).status).toBe(404)
    }
  })
})

describe('the license of a delivery', () => {
  let deal: Deal
  let id: string
  let sha256: string
  beforeAll(async () => {
    deal = await fundedDeal(client, vendor)
    const { id: conversationId } = await client.api.negotiation.open({ offerId: deal.offerId })
    const made = await proposeChange(client, conversationId, { license: ofAYear })
    await vendor.api.negotiation.approve({ proposalId: made.id })
    const certificate = await issueFor(market, deal.contractId)
    const { jws } = await market.visitor.certificates.get({ id: certificate.id })
    const stated = readCertificate(jws)!.license!
    id = stated.id
    sha256 = stated.sha256
    expect(stated.url).toBe(`${url}/licenses/${id}`)
  })

  it('is issued with its certificate, which states the hash of the policy that is served', async () => {
    const response = await fetchAs(`/licenses/${id}.jsonld`)
    expect(response.headers.get('content-type')).toContain('application/ld+json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const text = await response.text()
    expect(sha256Of(text)).toBe(sha256)
    expect(JSON.parse(text)).toMatchObject({
      '@type': 'Agreement',
      uid: `${url}/licenses/${id}`,
      profile: `${url}/ns/odrl/1`,
    })
    expect(text).toContain('"2027-03-01"')
  })

  it('names its parties to them alone, and no price to anyone', async () => {
    for (const person of [client, vendor])
      expect(await person.api.licenses.get({ id })).toMatchObject({
        terms: ofAYear,
        endsOn: '2027-03-01',
        policySha256: sha256,
        deal: { contractId: deal.contractId, clientName: expect.stringContaining('client') },
      })
    const { clientName, vendorName } = (await client.api.licenses.get({ id })).deal!
    for (const api of [market.visitor, stranger.api]) {
      const seen = await api.licenses.get({ id })
      expect(seen.deal).toBeNull()
      const all = JSON.stringify(seen) + (await (await fetchAs(`/licenses/${id}.jsonld`)).text())
      const organizations = [client, vendor].flatMap(({ organization }) =>
        Object.values(organization),
      )
      for (const name of [clientName, vendorName, deal.contractId, '18500', ...organizations])
        expect(all).not.toContain(name)
    }
  })

  it('is a page to browsers and JSON-LD to programs that prefer it', async () => {
    const asked = (accept: string) => fetchAs(`/licenses/${id}`, undefined, { accept })
    for (const accept of ['application/ld+json', 'application/json, text/html;q=0.5']) {
      const response = await asked(accept)
      expect(response.headers.get('content-type')).toContain('application/ld+json')
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept')
    }
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*'])
      expect((await asked(accept)).headers.get('content-type')).not.toContain('json')
  })

  it('is not found under another ID', async () => {
    const other = '7a4b6f3e-98c5-4a35-9c58-0d2b6a1f4c22'
    await expectRefusal(market.visitor.licenses.get({ id: other }), 'not_found')
    expect((await fetchAs(`/licenses/${other}.jsonld`)).status).toBe(404)
    expect((await fetchAs('/licenses/nonsense.jsonld')).status).toBe(404)
  })

  it('has its profile at the address that the policy names', async () => {
    const profile = await (await fetchAs('/ns/odrl/1')).json()
    expect(profile).toMatchObject({
      '@graph': expect.arrayContaining([expect.objectContaining({ '@id': `${url}/ns/odrl/1` })]),
    })
  })
})
