/** What a client does between the idea of a dataset and the review of who delivered it. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { readMail } from './mailbox.ts'
import { choose, downloadBy, signIn, toast } from './steps.ts'
import {
  type Deal,
  deliver,
  fund,
  type Member,
  newestNotice,
  newMember,
  postDpr,
  sendOffer,
} from './trade.ts'

const people = usePeople()
const url = inject('url')
let buyer: Member
let supplier: Member
let rival: Member
let client: Person

people.begin(async () => {
  ;[buyer, supplier, rival] = [
    await newMember(url, 'client'),
    await newMember(url, 'vendor'),
    await newMember(url, 'vendor'),
  ]
  client = await people.newPerson()
  await signIn(client, buyer)
})

describe('a client writes a request', () => {
  const chapter = people.story()

  chapter('what is typed is kept as a draft, found again and gone on with', async () => {
    const { page } = client
    await page.goto('/create-dpr')
    await page.getByLabel('Data type').fill('Ward occupancy by hour')
    await page.waitForURL('**/create-dpr?draft=*')
    await page.getByLabel('Use case').fill('Planning beds')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL('**/client-dashboard')
    await client.settled()
    await page.goto('/manage-dprs')
    await tab(page, 'Drafts', 1).click()
    await page.getByRole('link', { name: 'Continue Ward occupancy by hour' }).click()
    await page.waitForURL('**/create-dpr?draft=*')
    const [dataType, useCase] = [page.getByLabel('Data type'), page.getByLabel('Use case')]
    await expect.poll(() => dataType.inputValue()).toBe('Ward occupancy by hour')
    await expect.poll(() => useCase.inputValue()).toBe('Planning beds')
    people.expectNoComplaints()
  })

  chapter('the preview shows what vendors will see, and none of the contacts', async () => {
    const { page } = client
    await choose(page, 'Category', 'Healthcare')
    await page.getByRole('textbox', { name: 'Description' }).fill('One row per ward and hour.')
    await page.getByRole('textbox', { name: 'Specification 1' }).fill('24 wards')
    await page.getByRole('textbox', { name: 'Specification 1' }).press('Enter')
    await page.getByRole('textbox', { name: 'Specification 2' }).fill('Two years')
    await page.getByLabel('Budget from').fill('20,000')
    await page.getByLabel('Budget to').fill('$30,000')
    await page.getByLabel('Timeline in days').fill('12')
    await choose(page, 'Delivery format', 'CSV')
    await page.getByLabel('Compliance requirements').fill('GDPR')
    await page.getByRole('textbox', { name: 'Contacts' }).fill(buyer.email)
    await page.getByText('Ready to post.').waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Ward occupancy by hour' })
    for (const shown of ['One row per ward and hour.', '24 wards', 'Two years', '12 days'])
      await preview.getByText(shown, { exact: true }).waitFor()
    expect(await preview.textContent()).not.toContain(buyer.email)
    await preview.getByRole('button', { name: 'Back to the Form' }).click()
    people.expectNoComplaints()
  })

  chapter('posting it takes the draft away', async () => {
    const { page } = client
    await page.getByRole('button', { name: 'Post DPR' }).click()
    await toast(page, 'DPR Created Successfully').waitFor()
    await page.waitForURL('**/manage-dprs?tab=pending')
    await row(page, 'Ward occupancy by hour').waitFor()
    await expect.poll(() => page.getByRole('tab', { name: /Drafts/ }).count()).toBe(0)
    expect((await buyer.api.dprs.drafts({})).items).toEqual([])
    people.expectNoComplaints()
  })

  chapter('a duplicate begins with the text of its model', async () => {
    const { page } = client
    await menu(page, 'Ward occupancy by hour', 'Duplicate')
    await page.getByText('A copy of').waitFor()
    const second = page.getByRole('textbox', { name: 'Specification 2' })
    await expect.poll(() => second.inputValue()).toBe('Two years')
    await expect.poll(() => page.getByLabel('Budget to').inputValue()).toContain('30,000')
    await page.getByLabel('Data type').fill('Ward occupancy by day')
    await page.getByRole('button', { name: 'Post DPR' }).click()
    await page.waitForURL('**/manage-dprs?tab=pending')
    await tab(page, 'Pending', 2).waitFor()
    people.expectNoComplaints()
  })

  chapter('a cancelled request leaves the marketplace and is kept under Closed', async () => {
    const { page } = client
    await menu(page, 'Ward occupancy by day', 'Cancel request')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Request' }).click()
    await toast(page, 'Request Cancelled').waitFor()
    await tab(page, 'Closed', 1).click()
    await row(page, 'Ward occupancy by day').filter({ hasText: 'Cancelled' }).waitFor()
    const { items } = await supplier.api.market.browse({ search: 'Ward occupancy' })
    expect(items.map(({ title }) => title)).toEqual(['Ward occupancy by hour'])
    people.expectNoComplaints()
  })

  chapter('tab, search and order of the requests are in the address bar', async () => {
    const { page } = client
    const budgets = { budgetMinCents: 40_000_00n, budgetMaxCents: 60_000_00n }
    await postDpr(buyer, 'Ward staffing', budgets)
    await postDpr(buyer, 'Card payments')
    await page.goto('/manage-dprs?tab=pending')
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('ward')
    await page.waitForURL('**search=ward')
    await expect.poll(() => titles(page)).toEqual(['Ward staffing', 'Ward occupancy by hour'])
    await choose(page, 'Sort', 'Budget, low to high')
    await page.waitForURL('**sort=budget-low')
    await expect.poll(() => titles(page)).toEqual(['Ward occupancy by hour', 'Ward staffing'])
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['Ward occupancy by hour', 'Ward staffing'])
    await page.getByRole('tab', { name: /Closed/ }).click()
    await page.waitForURL('**tab=closed**')
    await expect.poll(() => titles(page)).toEqual(['Ward occupancy by day'])
    people.expectNoComplaints()
  })
})

describe('a client chooses a vendor', () => {
  let dprId: string
  let offerId: string
  const chapter = people.story()

  chapter('an invited vendor is told, in the words of the client', async () => {
    const { page } = client
    dprId = await postDpr(buyer, 'Loan applications')
    await page.goto(`/dpr-details/${dprId}`)
    await page.getByRole('button', { name: 'Contact Vendors' }).click()
    const dialog = page.getByRole('dialog', { name: 'Contact vendors' })
    await dialog.getByRole('searchbox', { name: 'Search vendors by name' }).fill(supplier.company)
    await dialog.getByRole('button', { name: 'Add a message to the invitations' }).click()
    await dialog.getByLabel(/Message with the invitation/).fill('We liked your last twin.')
    await dialog.getByRole('button', { name: `Invite ${supplier.company}` }).click()
    await toast(page, 'Vendor Invited', `${supplier.company} has been notified.`).waitFor()
    await dialog.getByRole('region', { name: 'Invited' }).getByText(supplier.company).waitFor()
    const mail = await readMail(url, supplier.email, /invited to send an offer/)
    expect(mail.text).toContain('We liked your last twin.')
    people.expectNoComplaints()
  })

  chapter('a question is answered where every bidder reads it', async () => {
    const { page } = client
    await supplier.api.dprs.ask({ dprId, question: 'Are rejected applications included?' })
    await page.goto(`/dpr-details/${dprId}`)
    await page.getByRole('button', { name: 'Answer: Are rejected applications included?' }).click()
    await page.getByLabel('Your answer').fill('Yes, with their reasons.')
    await page.getByRole('button', { name: 'Publish Answer' }).click()
    await toast(page, 'Answer Published').waitFor()
    await page.getByText('Yes, with their reasons.').waitFor()
    await expect.poll(() => newestNotice(supplier)).toBe('A question was answered')
    const { items } = await rival.api.dprs.questions({ dprId })
    expect(items[0]).toMatchObject({ answer: 'Yes, with their reasons.', askedBy: null })
    people.expectNoComplaints()
  })

  chapter('two offers stand side by side, and what differs is marked', async () => {
    const { page } = client
    offerId = await sendOffer(supplier, dprId)
    await sendOffer(rival, dprId, { priceCents: 27_000_00n, description: 'From our archive.' })
    await page.goto(`/vendor-offers/${dprId}`)
    await page.getByRole('radio', { name: 'Side by side' }).click()
    await page.waitForURL('**view=compare')
    const table = page.getByRole('region', { name: 'Offers side by side' })
    for (const { company } of [supplier, rival])
      await table.getByRole('columnheader', { name: company }).waitFor()
    const price = table.getByRole('row', { name: /^Total Price/ })
    for (const shown of ['$18,500', '$27,000', 'Differs', 'Lowest price'])
      await price.getByText(shown, { exact: true }).waitFor()
    const timeline = table.getByRole('rowheader', { name: /^Delivery Timeline/ })
    await timeline.waitFor()
    await page.getByRole('checkbox', { name: 'Only what differs' }).click()
    await timeline.waitFor({ state: 'detached' })
    people.expectNoComplaints()
  })

  chapter('a rejected vendor is mailed the reason', async () => {
    const { page } = client
    await page.getByRole('radio', { name: 'Cards' }).click()
    const card = page.getByRole('article', { name: rival.company })
    await card.getByRole('button', { name: 'Reject Offer' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel(/Reason/).fill('Beyond our budget.')
    await dialog.getByRole('button', { name: 'Reject Offer' }).click()
    await toast(
      page,
      'Offer Rejected',
      `A message has been sent to ${rival.company} notifying them of the rejection.`,
    ).waitFor()
    await page.getByText('Reason: Beyond our budget.').waitFor()
    const mail = await readMail(url, rival.email, /Offer declined/)
    expect(mail.text).toContain('Beyond our budget.')
    people.expectNoComplaints()
  })

  chapter(
    'an edited offer says what changed, and the new revision is the one accepted',
    async () => {
      const { page } = client
      const { revision, ...offer } = await supplier.api.offers.getSent({ offerId })
      await supplier.api.offers.edit({
        ...offer,
        offerId,
        revision,
        priceCents: 19_250_00n,
        timeline: 1,
        timelineUnit: 'weeks',
      })
      const card = page.getByRole('article', { name: supplier.company })
      await card.getByText('Changed since you last looked').waitFor()
      await readMail(url, buyer.email, /Offer updated/)
      await expect(buyer.api.offers.accept({ offerId, revision })).rejects.toMatchObject({
        code: 'offer_changed',
      })
      await card.getByRole('button', { name: 'Accept Offer' }).click()
      const dialog = page.getByRole('alertdialog')
      for (const shown of ['$18,500', 'now $19,250', '10 days', 'now 7 days'])
        await dialog.getByText(shown, { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Accept Offer' }).click()
      await page.waitForURL(`**/payment/${offerId}`)
      await page.getByText('$19,731.25').first().waitFor()
      people.expectNoComplaints()
    },
  )
})

describe('a client sees a contract through', () => {
  let deal: Deal
  const chapter = people.story()

  chapter('a milestone of the client stands among those of the platform', async () => {
    const { page } = client
    const dprId = await postDpr(buyer, 'Claims by county')
    const offerId = await sendOffer(supplier, dprId)
    const { contractId } = await buyer.api.offers.accept({ offerId, revision: 1 })
    deal = { dprId, offerId, contractId }
    await fund(buyer, offerId)
    await page.goto(`/contract-details/${contractId}`)
    await page.getByRole('button', { name: 'Add Milestone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a milestone' })
    await dialog.getByLabel('Title').fill('Data dictionary agreed')
    await dialog.getByRole('button', { name: 'Add Milestone' }).click()
    await toast(page, 'Milestone added', 'Data dictionary agreed').waitFor()
    await page.getByText(`Added by ${buyer.company}`).waitFor()
    await client.settled()
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0)
    people.expectNoComplaints()
  })

  chapter('a delivery is sent back with a reason, and the next one is received', async () => {
    const { page } = client
    await deliver(supplier, deal.contractId)
    await page.getByText('Pending Review').first().waitFor()
    await page.getByRole('button', { name: 'Request Changes' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('What should change').fill('Counties are missing.')
    await dialog.getByRole('button', { name: 'Request Changes' }).click()
    await toast(page, 'Changes Requested').waitFor()
    await page.getByRole('region', { name: /^Changes requested/i }).waitFor()
    const mail = await readMail(url, supplier.email, /[Cc]hanges requested/)
    expect(mail.text).toContain('Counties are missing.')
    await deliver(supplier, deal.contractId)
    await page.getByText('Pending Review').first().waitFor()
    await page.goto(`/download/${deal.dprId}`)
    await page.getByRole('heading', { name: 'Validation summary' }).waitFor()
    const { heldCents } = await buyer.api.contracts.get({ contractId: deal.contractId })
    expect(heldCents).toBe(18_500_00n)
    people.expectNoComplaints()
  })

  chapter('the contract comes as a PDF', async () => {
    const { page } = client
    await page.goto(`/contract-details/${deal.contractId}`)
    const download = await downloadBy(page, () =>
      page.getByRole('button', { name: 'Download Contract' }).click(),
    )
    expect(download.suggestedFilename()).toBe(`${deal.contractId}-contract.pdf`)
    const pdf = readFileSync(await download.path()).toString('latin1')
    expect(pdf).toMatch(/^%PDF-1\.\d/)
    expect(pdf.trimEnd()).toMatch(/%%EOF$/)
    people.expectNoComplaints()
  })

  chapter('the vendor is reviewed once the contract is completed', async () => {
    const { page } = client
    await buyer.api.deliveries.release({ dprId: deal.dprId })
    await page.goto(`/contract-details/${deal.contractId}`)
    await page.getByRole('link', { name: 'Write a Review' }).click()
    const dialog = page.getByRole('dialog', { name: `Review ${supplier.company}` })
    await dialog.getByRole('radio', { name: /^4 stars/ }).click()
    await dialog.getByLabel('Comment').fill('Sound data, one round late.')
    await dialog.getByRole('button', { name: 'Publish Review' }).click()
    await toast(page, 'Review Published').waitFor()
    await page.getByText('Sound data, one round late.').waitFor()
    const { items } = await rival.api.companies.search({ side: 'vendor', search: supplier.company })
    expect(items[0]).toMatchObject({ rating: 4, completedContracts: 1 })
    await page.goto(`/contract-details/${deal.contractId}`)
    await page.getByRole('button', { name: 'Download Contract' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Write a Review' }).count()).toBe(0)
    people.expectNoComplaints()
  })
})

const tab = (page: Page, name: string, count: number) =>
  page.getByRole('tab', { name: new RegExp(`^${name}\\s*${count}$`) })

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

async function menu(page: Page, title: string, entry: string) {
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The titles of the requests as they are listed. */
const titles = (page: Page) =>
  page.getByRole('row').locator('td:first-child div.font-medium').allTextContents()
