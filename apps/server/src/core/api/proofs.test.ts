/** Tests that sensitive acts are refused without a fresh proof before anything changes, and done with one. */

import { isContractProcedure } from '@orpc/contract'
import { contract } from '@semblance/contract'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import { agree, expectRefusal, fundedDeal, pay } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Api,
  letProofAge,
  PASSWORD,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { bankingForm } from '../../../testing/fixtures/payout-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { createApp } from '../../app.ts'
import { proofExemptions, proofRules } from './proof-rules.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows
let admin: Person
beforeEach(async () => {
  admin = await market.colleague(client, 'administrator')
})

type Found = { name: string; isChange: boolean; isPrivileged: boolean }

function procedures(node: object, path: string[] = []): Found[] {
  return Object.entries(node).flatMap(([key, child]) => {
    if (!isContractProcedure(child)) return procedures(child, [...path, key])
    const { method, summary = '' } = child['~orpc'].route
    const isPrivileged = /\((.* )?(staff|administrator)\)$/.test(summary)
    return [{ name: [...path, key].join('.'), isChange: method !== 'GET', isPrivileged }]
  })
}
const all = procedures(contract)

const call = (api: Api, name: string): Promise<unknown> => {
  // biome-ignore lint/suspicious/noExplicitAny: the procedures have inputs of their own.
  const procedure = name.split('.').reduce<any>((node, key) => node[key], api)
  return procedure({})
}

describe('the list', () => {
  it('holds every change by staff and administrators, or says why a session is enough', () => {
    const privileged = all.filter((each) => each.isChange && each.isPrivileged)
    const stated = [...Object.keys(proofRules), ...Object.keys(proofExemptions)]
    expect(privileged.map(({ name }) => name).filter((name) => !stated.includes(name))).toEqual([])
  })

  it('names only procedures that there are, each once', () => {
    const stated = [...Object.keys(proofRules), ...Object.keys(proofExemptions)]
    const names = new Set(all.map(({ name }) => name))
    expect(stated.filter((name) => !names.has(name))).toEqual([])
    expect(new Set(stated).size).toBe(stated.length)
  })

  it('is refused after fifteen minutes and not before, to the last procedure', {
    tags: 'long',
  }, async () => {
    const always = Object.keys(proofRules).filter((name) => proofRules[name] === 'always')
    const ana = await market.staff()
    const outcomes = async (api: Api) =>
      await Promise.all(
        always.map((name) =>
          call(api, name).then(
            () => 'done',
            ({ code, status, data }) => (code === 'proof_needed' ? { status, data } : 'passed'),
          ),
        ),
      )
    const refusal = { status: 403, data: { methods: ['password'] } }
    for (const person of [admin, ana]) {
      expect(await outcomes(person.api)).not.toContainEqual(refusal)
      await letProofAge(market, person, 15)
      expect(await outcomes(person.api)).toEqual(always.map(() => refusal))
    }
    expect(await outcomes(market.visitor)).not.toContainEqual(refusal)
  })
})

const prove = async (person: Pick<Person, 'token'>, proof: object = { password: PASSWORD }) => {
  const answer = await market.fetch('/auth/v1/proof', {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: JSON.stringify(proof),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { status: answer.status, token, api: market.apiFor(token) }
}

const save = (api: Api, revision = 0) => api.banking.save({ ...bankingForm('6789'), revision })

describe('a stolen session', () => {
  it('cannot change the bank account after fifteen minutes, nor by renewing itself', async () => {
    const { data } = await market.supabase.auth.signInWithPassword({
      email: admin.email,
      password: PASSWORD,
    })
    const stolen = data.session!
    await letProofAge(market, admin, 15)
    await expectRefusal(save(market.apiFor(stolen.access_token)), 'proof_needed')
    const { data: renewed } = await market.supabase.auth.refreshSession(stolen)
    await expectRefusal(save(market.apiFor(renewed.session!.access_token)), 'proof_needed')
    expect(await admin.api.banking.get()).toBeNull()
    expect(await sql('select 1 from app.audit_log where actor = $1', [admin.userId])).toEqual([])
  })

  it('gains nothing by a proof of its owner in another session, or with a newer token', async () => {
    const { data } = await market.supabase.auth.signInWithPassword({
      email: admin.email,
      password: PASSWORD,
    })
    await letProofAge(market, admin, 15)
    const own = await prove(admin)
    expect(own.status).toBe(200)
    await expectRefusal(save(market.apiFor(data.session!.access_token)), 'proof_needed')
    await sql(
      `update auth.sessions set proved_at = now() + interval '2 seconds' where user_id = $1`,
      [admin.userId],
    )
    await expectRefusal(save(admin.api), 'proof_needed')
  })

  it('guesses no password', async () => {
    await letProofAge(market, admin, 15)
    expect((await prove(admin, { password: 'not the password' })).status).toBe(400)
    await expectRefusal(save(admin.api), 'proof_needed')
  })

  it('adds nobody who could act in its place', async () => {
    await letProofAge(market, admin, 15)
    const invite = admin.api.organizations.inviteMember({ email: 'thief@people.test' })
    await expectRefusal(invite, 'proof_needed')
    const appoint = { id: client.userId, isAdmin: true }
    await expectRefusal(admin.api.organizations.setMemberAdmin(appoint), 'proof_needed')
  })
})

test('a proof counts at once on every server, for whoever gave it', async () => {
  const second = await createApp(market.platform)
  afterAll(() => second.close())
  await letProofAge(market, admin, 15)
  const { token } = await prove(admin)
  const ask = async (bearer: string) => {
    const answer = await second.fetch(
      new Request('http://semblance.test/api/banking', {
        method: 'PUT',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...bankingForm('6789'), revision: 0 }),
      }),
    )
    return { status: answer.status, body: await answer.json() }
  }
  expect(await ask(token)).toMatchObject({ status: 200, body: { accountLast4: '6789' } })
  await letProofAge(market, admin, 15)
  expect(await ask(token)).toMatchObject({
    status: 403,
    body: { code: 'proof_needed', methods: ['password'] },
  })
})

describe('a payment', () => {
  const limit = market.platform.config.stepUpPaymentCents
  const payments = async () => (await sql('select 1 from payments')).length

  let buyer: Person
  beforeEach(async () => {
    buyer = await market.member('client')
  })

  it('needs a session up to the limit, and a fresh proof above it', async () => {
    const small = await agree(buyer, vendor, limit / 2n)
    const large = await agree(buyer, vendor, limit) // with its fee above the limit
    await letProofAge(market, buyer, 15)
    const before = await payments()
    await pay(buyer, small.offerId)
    await expectRefusal(pay(buyer, large.offerId), 'proof_needed')
    expect(await payments()).toBe(before + 1)
    const { api } = await prove(buyer)
    await pay({ ...buyer, api }, large.offerId)
    expect(await payments()).toBe(before + 2)
  })

  it('out of escrow is one as well: by release, and by an accepted settlement', async () => {
    const { contractId, dprId } = await fundedDeal(buyer, vendor, limit * 2n)
    await expectRefusal(buyer.api.deliveries.release({ dprId }), 'not_awaiting_review')
    const claim = { reason: 'quality', statement: 'Constant.', asks: 'full_refund' } as const
    const { id: disputeId } = await buyer.api.disputes.open({ contractId, ...claim })
    await vendor.api.disputes.answer({ disputeId, statement: 'As agreed.', asks: 'release' })
    const { settlements } = await vendor.api.disputes.propose({ disputeId, toVendorCents: limit })
    const accept = (api: Api) => api.disputes.accept({ settlementId: settlements[0]!.id })
    await letProofAge(market, buyer, 15)
    await expectRefusal(buyer.api.deliveries.release({ dprId }), 'proof_needed')
    await expectRefusal(accept(buyer.api), 'proof_needed')
    await accept((await prove(buyer)).api)
  })
})
