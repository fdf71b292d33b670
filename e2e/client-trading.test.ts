/** Tests a client's actions from the idea of a dataset to the review of its vendor. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import {
  agree,
  deliver,
  fund,
  type Member,
  newMember,
  postDpr,
  sendOffer,
} from './support/deal-fixtures.ts'
import { readMail } from './support/mailbox.ts'
import { choose, downloadBy, signIn, toast } from './support/steps.ts'

const people = usePeople()
const url = inject('url')

describe('a client', () => {
  let buyer: Member
  let supplier: Member
  let client: Person
  const chapter = people.story()

  people.begin(async () => {
    ;[buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
    client = await people.newPerson()
    await signIn(client, buyer)
  })

  chapter('finds what it began to write as a draft, which posting takes away', async () => {
    const { page } = client
    await page.goto('/create-dpr')
    await page.getByLabel('Data type').fill('Ward occupancy by hour')
    await page.waitForURL('**/create-dpr?draft=*')
    await page.getByLabel('Use case').fill('Planning beds')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL('**/client-dashboard')
    await client.settled()
    await page.goto('/manage-dprs')
    await page.getByRole('tab', { name: /^Drafts\s*1$/ }).click()
    await page.getByRole('link', { name: 'Continue Ward occupancy by hour' }).click()
    await page.waitForURL('**/create-dpr?draft=*')
    const useCase = page.getByLabel('Use case')
    await expect.poll(() => useCase.inputValue()).toBe('Planning beds')
    await fillTheRest(page, buyer.email)
    await page.getByRole('button', { name: 'Post DPR' }).click()
    await page.waitForURL('**/manage-dprs?tab=pending')
    await page.getByRole('row').filter({ hasText: 'Ward occupancy by hour' }).waitFor()
    await expect.poll(() => page.getByRole('tab', { name: /Drafts/ }).count()).toBe(0)
    expect((await buyer.api.dprs.drafts({})).items).toEqual([])
    people.expectNoConsoleErrors()
  })

  chapter('reads what changed in an offer, and accepts the new revision', async () => {
    const { page } = client
    const dprId = await postDpr(buyer, 'Loan applications')
    const offerId = await sendOffer(supplier, dprId)
    await page.goto(`/vendor-offers/${dprId}`)
    const card = page.getByRole('article', { name: supplier.company })
    await card.waitFor()
    const { revision, ...offer } = await supplier.api.offers.getSent({ offerId })
    await supplier.api.offers.edit({
      ...offer,
      offerId,
      revision,
      priceCents: 19_250_00n,
      timeline: 1,
      timelineUnit: 'weeks',
    })
    await card.getByText('Changed since you last looked').waitFor()
    await readMail(url, buyer.email, /Offer updated/)
    await card.getByRole('button', { name: 'Accept Offer' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('now $19,250', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Accept Offer' }).click()
    await page.waitForURL(`**/payment/${offerId}`)
    await page.getByText('$19,731.25').first().waitFor()
    people.expectNoConsoleErrors()
  })

  chapter('sends a delivery back, receives the next one and saves the contract', async () => {
    const { page } = client
    const { dprId, offerId, contractId } = await agree(buyer, supplier, 'Claims by county')
    await fund(buyer, offerId)
    await page.goto(`/contract-details/${contractId}`)
    await page.getByRole('button', { name: 'Add Milestone' }).waitFor()
    await deliver(supplier, contractId)
    await page.getByText('Pending Review').first().waitFor()
    await page.getByRole('button', { name: 'Request Changes' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('What should change').fill('Counties are missing.')
    await dialog.getByRole('button', { name: 'Request Changes' }).click()
    await toast(page, 'Changes Requested').waitFor()
    await page.getByRole('region', { name: /^Changes requested/i }).waitFor()
    const mail = await readMail(url, supplier.email, /[Cc]hanges requested/)
    expect(mail.text).toContain('Counties are missing.')
    await deliver(supplier, contractId)
    await page.getByText('Pending Review').first().waitFor()
    const { heldCents } = await buyer.api.contracts.get({ contractId })
    expect(heldCents).toBe(18_500_00n)
    const download = await downloadBy(page, () =>
      page.getByRole('button', { name: 'Download Contract' }).click(),
    )
    expect(download.suggestedFilename()).toBe(`${contractId}-contract.pdf`)
    expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-1\.\d.*%%EOF\s*$/s)
    await page.goto(`/download/${dprId}`)
    await page.getByRole('heading', { name: 'Validation summary' }).waitFor()
    people.expectNoConsoleErrors()
  })
})

async function fillTheRest(page: Page, contact: string) {
  await choose(page, 'Category', 'Healthcare')
  await page.getByRole('textbox', { name: 'Description' }).fill('One row per ward and hour.')
  await page.getByLabel('Budget from').fill('20,000')
  await page.getByLabel('Budget to').fill('30,000')
  await page.getByLabel('Timeline in days').fill('12')
  await choose(page, 'Delivery format', 'CSV')
  await page.getByLabel('Compliance requirements').fill('GDPR')
  await page.getByRole('textbox', { name: 'Contacts' }).fill(contact)
}
