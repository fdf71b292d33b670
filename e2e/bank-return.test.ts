/** A settled payment that the client's bank takes back days later, and how the contract goes on. */
import { describe, expect } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { agree, type Deal, type Member } from './support/deal-fixtures.ts'
import { newParties } from './support/parties.ts'

const people = usePeople()
let buyer: Member
let supplier: Member
let client: Person
let vendor: Person
let deal: Deal

people.begin(async () => {
  ;({ buyer, supplier, client, vendor } = await newParties(people))
  deal = await agree(buyer, supplier, 'Tram boardings by stop')
})

const moneyOf = async ({ api }: Member) => {
  const contract = await api.contracts.get({ contractId: deal.contractId })
  return { status: contract.status, heldCents: contract.heldCents }
}

async function payFrom(account: string) {
  const { page } = client
  await page.goto(`/payment/${deal.offerId}`)
  await page.getByLabel('Account holder name').fill(buyer.company)
  await page.getByLabel('Account number').fill(account)
  await page.getByLabel('Routing number').fill('021000021')
  await page.getByLabel('Bank name').fill('First Bank')
  await page.getByRole('checkbox', { name: /I accept the terms/ }).click()
  await page.getByRole('button', { name: 'Authorize Payment' }).click()
}

const noticesOf = async ({ api }: Member) =>
  (await api.notifications.list({ limit: 10 })).items.map(({ title }) => title)

describe('a payment that comes back late', () => {
  const chapter = people.story()

  chapter('is in escrow at first, and the vendor is told to begin', async () => {
    await payFrom('000123459010') // not authorized, the bank finds days later
    await expect.poll(() => noticesOf(supplier)).toContain('Escrow funded')
    people.expectNoConsoleErrors()
  })

  chapter(
    'leaves escrow when the bank takes it back, which both read on their open pages',
    async () => {
      await vendor.page.goto(`/contract-details/${deal.contractId}`)
      await expect.poll(() => noticesOf(supplier)).toContain('Escrow interrupted')
      await vendor.page.getByText('Awaiting Payment', { exact: true }).first().waitFor()
      expect(await moneyOf(supplier)).toEqual({ status: 'awaiting_payment', heldCents: 0n })
      await client.page.goto(`/contract-details/${deal.contractId}`)
      await client.page
        .getByRole('group', { name: 'Payment history' })
        .getByText('Taken back by the bank')
        .waitFor()
      people.expectNoConsoleErrors()
    },
  )

  chapter('is replaced by another one, and the work goes on', async () => {
    await payFrom('000123456789')
    await client.page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
    expect(await moneyOf(buyer)).toEqual({ status: 'in_progress', heldCents: 18_500_00n })
    await vendor.page.getByText('In Progress', { exact: true }).first().waitFor()
    people.expectNoConsoleErrors()
  })
})
