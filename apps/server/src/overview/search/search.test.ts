import { HITS_PER_KIND, type StaffHitKind, staffHitKinds } from '@semblance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  agree,
  expectRefusal,
  fundedDeal,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Api,
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'

let market: Market
let client: Person
let vendor: Person
/** A client and a vendor who have nothing to do with the two above. */
let others: Person[]
let staff: Omit<Person, 'organization'>
let deal: { dprId: string; offerId: string; contractId: string }
let invoiceNumber: string
let conversationId: string
let ticketId: string

beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  others = [await market.member('client'), await market.member('vendor')]
  staff = await market.staff()
  deal = await fundedDeal(client, vendor)
  await rename(deal, 'Quokka Sightings')
  const opened = await client.api.negotiation.open({ contractId: deal.contractId, side: 'client' })
  conversationId = opened.id
  await client.api.negotiation.send({
    conversationId,
    body: 'Hello',
    key: crypto.randomUUID(),
  })
  invoiceNumber = (await client.api.invoices.list({})).items[0]!.number
  ticketId = (await askSupport(client.api, 'Quokka invoice')).id
})
afterAll(() => market.close())

/** Titles are fixed once posted; the tests' deals all begin with the same one. */
async function rename(of: { dprId: string; contractId?: string }, title: string) {
  await market.platform.db.transaction(system, async (tx) => {
    await tx.updateTable('dprs').set({ title }).where('id', '=', of.dprId).execute()
    if (of.contractId)
      await tx.updateTable('contracts').set({ title }).where('id', '=', of.contractId).execute()
    await tx.updateTable('conversations').set({ title }).where('dpr_id', '=', of.dprId).execute()
  })
}

const askSupport = (api: Api, subject: string) =>
  api.support.open({
    name: 'Claire Novak',
    email: 'claire@quokka.test',
    subject,
    priority: 'medium',
    message: 'Where is it?',
  })

async function found(api: Api, text: string): Promise<Record<string, string[]>> {
  const { groups } = await api.search.everything({ text })
  return Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)]))
}

const nameOf = async (person: Person) =>
  (await person.api.organizations.viewer()).organization!.name

describe('a member', () => {
  it('finds all that is about a request by words of its title, in any order and case', async () => {
    for (const text of ['quokka sightings', 'SIGHT quok']) {
      expect(await found(client.api, text)).toMatchObject({
        request: [deal.dprId],
        offer: [deal.offerId],
        contract: [deal.contractId],
        conversation: [conversationId],
      })
      expect(await found(vendor.api, text)).toEqual({
        offer: [deal.offerId],
        contract: [deal.contractId],
        conversation: [conversationId],
      })
    }
    expect(await found(client.api, 'quokka zebra')).toEqual({})
  })

  it('finds offers, contracts and conversations by the name of the other party', async () => {
    const byVendor = await found(client.api, await nameOf(vendor))
    expect(byVendor).toMatchObject({
      offer: [deal.offerId],
      contract: [deal.contractId],
      conversation: [conversationId],
      company: [vendor.organization.id],
    })
    expect(await found(vendor.api, await nameOf(client))).toMatchObject({
      contract: [deal.contractId],
      company: [client.organization.id],
    })
  })

  it('finds a thing by its ID, by a part of it and by its number alone', async () => {
    const { dprId, offerId, contractId } = deal
    expect((await found(client.api, dprId.toLowerCase())).request).toEqual([dprId])
    expect((await found(client.api, offerId)).offer).toEqual([offerId])
    expect((await found(vendor.api, contractId.slice(0, -1))).contract).toEqual([contractId])
    expect((await found(client.api, contractId.split('-')[1]!)).contract).toContain(contractId)
    expect(await found(client.api, invoiceNumber)).toEqual({ invoice: [invoiceNumber] })
    expect(await found(client.api, ticketId)).toEqual({ ticket: [ticketId] })
  })

  it('puts what has exactly the typed ID before newer things', async () => {
    const person = await market.member('client')
    const dprs: string[] = []
    for (let i = 0; i < 7; i++) dprs.push(await postDpr(person))
    const [oldest] = dprs
    await market.platform.db.transaction(system, async (tx) => {
      for (const [i, id] of dprs.slice(1).entries())
        await tx
          .updateTable('dprs')
          .set({ title: `Like ${oldest} ${i}` })
          .where('id', '=', id)
          .execute()
    })
    const { groups } = await person.api.search.everything({ text: oldest! })
    const request = groups.find(({ kind }) => kind === 'request')!
    expect(request.hits[0]!.id).toBe(oldest)
    expect(request.hits).toHaveLength(HITS_PER_KIND)
    expect(request.hasMore).toBe(true)
  })

  it('finds open requests of the market as a vendor, by words and by ID', async () => {
    const open = await postDpr(others[0]!, { title: 'Axolotl Regrowth' })
    expect(await found(vendor.api, 'axolotl')).toMatchObject({ market: [open] })
    expect(await found(vendor.api, open)).toMatchObject({ market: [open] })
    expect((await found(client.api, 'axolotl')).market).toBeUndefined()
  })

  it('does not find its own request in the market', async () => {
    const both = await market.member('both')
    const own = await postDpr(both, { title: 'Narwhal Tusks' })
    expect(await found(both.api, 'narwhal')).toEqual({ request: [own] })
  })

  it('says from which side it sees an offer or a contract, and where it is shown', async () => {
    const sideOf = async (api: Api) =>
      (await api.search.everything({ text: deal.offerId })).groups[0]!.hits[0]
    expect(await sideOf(client.api)).toMatchObject({ side: 'client', page: deal.dprId })
    expect(await sideOf(vendor.api)).toMatchObject({ side: 'vendor', status: 'accepted' })
  })

  it('takes wildcards, quotes and backslashes for what they are', async () => {
    for (const text of ['%', '_', "'", '\\', '"', '100%', 'a_b', '; drop'])
      expect((await found(client.api, text)).request).toBeUndefined()
  })
})

describe('the wall', () => {
  it('hides every kind of another organization, by words and by ID', async () => {
    const texts = ['quokka', ...Object.values(deal), invoiceNumber, ticketId, conversationId]
    for (const { api } of others)
      for (const text of texts) expect(await found(api, text)).toEqual({})
  })

  it("hides one's own ticket from a colleague, and what was only offered from rivals", async () => {
    const colleague = await market.colleague(client, 'administrator')
    expect((await found(colleague.api, 'quokka')).ticket).toBeUndefined()
    const dprId = await postDpr(client, { title: 'Pangolin Scales' })
    const offerId = await sendOffer(vendor, dprId)
    const rival = others[1]!
    expect(await found(rival.api, 'pangolin')).toEqual({ market: [dprId] })
    expect(await found(rival.api, offerId)).toEqual({})
  })

  it('lets a visitor without samples, a stranger and an applicant find nothing of anybody', async () => {
    const stranger = await market.stranger()
    const applicant = await market.colleague(client, 'pending')
    for (const text of ['quokka', ...Object.values(deal), invoiceNumber, ticketId]) {
      expect(await found(market.visitor, text)).toEqual({})
      expect(await found(stranger.api, text)).toEqual({})
      expect(await found(applicant.api, text)).toEqual({})
    }
    const { id } = await askSupport(stranger.api, 'Quokka access')
    expect(await found(stranger.api, 'quokka')).toEqual({ ticket: [id] })
  })

  it('shows a visitor the sample organizations alone', async () => {
    const showroom = await openTestMarket({ sampleData: true })
    try {
      const sample = await showroom.member('client')
      const sampleVendor = await showroom.member('vendor')
      const real = await showroom.member('client')
      const publicIds = [
        [sample, 'ORG-10001-HALDN', 'Wallaby Samples'],
        [sampleVendor, 'ORG-20001-MERID', 'Vendor Samples'],
      ] as const
      await showroom.platform.db.transaction(system, async (tx) => {
        for (const [{ organization }, organization_id, name] of publicIds)
          await tx
            .updateTable('organizations')
            .set({ is_sample: true, organization_id, name })
            .where('id', '=', organization.id)
            .execute()
      })
      const shown = await postDpr(sample, { title: 'Wallaby Routes' })
      const hidden = await postDpr(real, { title: 'Wallaby Counts' })
      expect(await found(showroom.visitor, 'wallaby')).toEqual({
        request: [shown],
        company: [sample.organization.id],
      })
      expect(await found(showroom.visitor, shown)).toEqual({ request: [shown] })
      expect(await found(showroom.visitor, hidden)).toEqual({})
      expect(await found(showroom.visitor, await nameOf(real))).toEqual({})
    } finally {
      await showroom.close()
    }
  })

  it('finds no company that is suspended', async () => {
    const gone = await market.member('vendor')
    const name = await nameOf(gone)
    expect((await found(client.api, name)).company).toEqual([gone.organization.id])
    await staff.api.admin.organizations.suspend({ id: gone.organization.id, reason: 'Check' })
    expect((await found(client.api, name)).company).toBeUndefined()
  })

  it('keeps the lists of staff to staff', async () => {
    const ask = { kind: 'payment', text: deal.contractId } as const
    await expectRefusal(client.api.search.staff.list(ask), 'not_permitted')
    await expectRefusal(market.visitor.search.staff.list(ask), 'sign_in_required')
  })
})

describe('staff', () => {
  it('finds everything about a contract by its ID', async () => {
    const all = await found(staff.api, deal.contractId)
    expect(all).toMatchObject({ contract: [deal.contractId] })
    expect(all.payment).toHaveLength(1)
    expect(all.entry!.length).toBeGreaterThan(0)
  })

  it('finds a payment by its ID, by the number that parties know, and by whose it is', async () => {
    const [payment] = (await found(staff.api, deal.contractId)).payment!
    const transaction = `TXN-${payment!.replaceAll('-', '').slice(-8).toUpperCase()}`
    const { organizationId } = client.organization
    for (const text of [payment!, transaction, organizationId, await nameOf(client)])
      expect((await found(staff.api, text)).payment).toEqual([payment])
  })

  it('finds a ledger entry by its ID and by its key', async () => {
    const [entry] = await market.platform.db.transaction(system, (tx) =>
      tx
        .selectFrom('ledger.entry')
        .select(['id', 'idem_key'])
        .where('contract_id', '=', deal.contractId)
        .execute(),
    )
    for (const text of [entry!.id, entry!.idem_key])
      expect((await found(staff.api, text)).entry).toEqual([entry!.id])
  })

  it('finds people and organizations by name, address and ID', async () => {
    for (const text of [client.email, client.userId])
      expect((await found(staff.api, text)).user).toEqual([client.userId])
    const { id, organizationId } = client.organization
    for (const text of [organizationId, id, await nameOf(client)])
      expect((await found(staff.api, text)).organization).toEqual([id])
  })

  it('finds requests, offers, tickets and mails of anybody', async () => {
    expect(await found(staff.api, 'quokka')).toMatchObject({
      request: [deal.dprId],
      contract: [deal.contractId],
    })
    for (const text of [deal.offerId, deal.dprId])
      expect((await found(staff.api, text)).offer).toEqual([deal.offerId])
    expect((await found(staff.api, 'claire@quokka.test')).ticket).toContain(ticketId)
    expect((await found(staff.api, 'claire@quokka.test')).mail!.length).toBeGreaterThan(0)
  })

  it.each(staffHitKinds)(
    'reads on through all hits of the kind %s without a gap',
    { tags: 'long' },
    async (kind) => {
      const text = await wordOf(kind)
      const list = (limit: number, cursor?: string) =>
        staff.api.search.staff.list({ kind, text, limit, cursor })
      const whole = (await list(100)).items.map(({ id }) => id)
      expect(whole.length).toBeGreaterThan(kind === 'dispute' || kind === 'payout' ? -1 : 0)
      const read: string[] = []
      let cursor: string | undefined
      do {
        const page = await list(1, cursor)
        read.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(read).toEqual(whole)
    },
  )

  it('refuses a cursor that is none', async () => {
    const ask = { kind: 'payment', text: 'halden', cursor: 'x' } as const
    await expectRefusal(staff.api.search.staff.list(ask), 'bad_input')
  })
})

/** A text that several of the kind have, once there are two deals and two applications. */
async function wordOf(kind: StaffHitKind): Promise<string> {
  if (kind === 'application') await apply()
  if (kind === 'request')
    for (const title of ['Ocelot A', 'Ocelot B']) await postDpr(client, { title })
  if (kind === 'offer' || kind === 'contract') await agree(client, vendor)
  const words: Partial<Record<StaffHitKind, string>> = {
    organization: 'organizations.test',
    user: 'people.test',
    application: 'wombat',
    request: 'ocelot',
    payment: 'halden',
    entry: deal.contractId,
    ticket: 'quokka',
    mail: 'quokka.test',
  }
  return words[kind] ?? vendor.organization.organizationId
}

async function apply() {
  await market.platform.db.transaction(system, async (tx) => {
    for (const name of ['Wombat One', 'Wombat Two'])
      await tx
        .insertInto('business_applications')
        .values({
          business_name: name,
          business_email: 'hello@wombat.test',
          business_address: 'Main Street 1',
          city: 'Berlin',
          country: 'DE',
          industry: 'retail',
          business_description: 'Burrows',
          contact_person: 'Wanda',
        })
        .execute()
  })
}

describe('what is typed', () => {
  it.each(['', '   ', 'x'.repeat(101), 'a\0b'])('is refused: %j', async (text) => {
    await expect(client.api.search.everything({ text })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'text' },
    })
  })
})
