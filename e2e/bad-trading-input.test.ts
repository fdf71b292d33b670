/** What people get wrong in the forms of trading, and addresses that are not theirs. */
import { errors } from '@semblance/contract'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { newParties } from './parties.ts'
import { expectRefusal, toast } from './steps.ts'
import {
  agree,
  type Deal,
  deliver,
  fund,
  type Member,
  newMember,
  postDpr,
  sendOffer,
} from './trade.ts'

const people = usePeople()
const url = inject('url')
let buyer: Member
let supplier: Member
let client: Person
let vendor: Person

people.begin(async () => {
  ;({ buyer, supplier, client, vendor } = await newParties(people))
})

test('a request with numbers out of bounds says which, and how many fields want an answer', async () => {
  const { page } = client
  await page.goto('/create-dpr')
  await page.getByLabel('Data type').fill('Out of bounds')
  await page.getByLabel('Budget from').fill('25000')
  await page.getByLabel('Budget to').fill('much')
  await page.getByLabel('Offers close after days').fill('365')
  await page.getByRole('button', { name: 'Post DPR' }).click()
  await toast(page, 'Missing Information', 'more fields need an answer').waitFor()
  await expectRefusal(box(page, 'Budget to'), 'Enter dollars, such as 18,500')
  await expectRefusal(box(page, 'Offers close after days'), /90/)
  expect(await page.getByLabel('Budget to').inputValue()).toBe('much')
  expect(await buyer.api.dprs.list({})).toMatchObject({ items: [] })
  people.expectNoComplaints()
})

test('a closing date beyond the limit, or before the present one, is refused beside the field', async () => {
  const dprId = await postDpr(buyer, 'Closing dates')
  const { page } = client
  await page.goto(`/dpr-details/${dprId}`)
  await page.getByRole('button', { name: 'More for Closing dates' }).click()
  await page.getByRole('menuitem', { name: 'Extend closing date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extend the closing date' })
  for (const [typed, message] of [
    ['soon', 'Enter whole days, from 1 to 90'],
    ['3', 'It takes offers for longer than that already'],
  ] as const) {
    await dialog.getByLabel('Days from today').fill(typed)
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await expectRefusal(box(page, 'Days from today'), message)
    expect(await dialog.getByLabel('Days from today').inputValue()).toBe(typed)
  }
  people.expectNoComplaints()
})

test('an empty question and an empty answer are not sent', async () => {
  const dprId = await postDpr(buyer, 'Questions of nothing')
  await vendor.page.goto(`/submit-offer/${dprId}`)
  await vendor.page.getByLabel('Your question').fill('   ')
  await vendor.page.getByRole('button', { name: 'Ask Question' }).click()
  await expectRefusal(box(vendor.page, 'Your question'), 'Question is required')
  await supplier.api.dprs.ask({ dprId, question: 'By month?' })
  await client.page.goto(`/dpr-details/${dprId}`)
  await client.page.getByRole('button', { name: 'Answer: By month?' }).click()
  await client.page.getByRole('button', { name: 'Publish Answer' }).click()
  await expectRefusal(box(client.page, 'Your answer'), 'Answer is required')
  const { items } = await buyer.api.dprs.questions({ dprId })
  expect(items.map(({ question, answer }) => [question, answer])).toEqual([['By month?', null]])
  people.expectNoComplaints()
})

test('a search is not saved without a name', async () => {
  const { page } = vendor
  await page.goto('/marketplace?category=finance')
  await page.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
  await expectRefusal(box(page, 'Name'), 'Name is required')
  expect((await supplier.api.market.savedSearches({})).items).toEqual([])
  people.expectNoComplaints()
})

test('an edited offer with gaps and too long a timeline keeps what was typed and the old terms', async () => {
  const offerId = await sendOffer(supplier, await postDpr(buyer, 'Edited badly'))
  const { page } = vendor
  await page.goto(`/edit-offer/${offerId}`)
  await page.getByLabel(/^Price/).fill('a lot')
  await page.getByRole('textbox', { name: 'Deliverable 1' }).fill('')
  await page.getByLabel('Timeline', { exact: true }).fill('400')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectRefusal(box(page, /^Price/), 'Enter an amount in dollars, such as 18,500')
  await expectRefusal(box(page, 'Deliverable 1'), 'Deliverable is required')
  await page.getByLabel(/^Price/).fill('17,000')
  await page.getByRole('textbox', { name: 'Deliverable 1' }).fill('Twin')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('At most 365 days').waitFor()
  expect(await page.getByLabel(/^Price/).inputValue()).toBe('17,000')
  expect(await supplier.api.offers.getSent({ offerId })).toMatchObject({ revision: 1 })
  // Leaving with changes is asked about; this leaves without.
  await page.getByLabel('Timeline', { exact: true }).fill('10')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.waitForURL(`**/offer-details/${offerId}`)
  people.expectNoComplaints()
})

test('an offer that changes while it is being edited shows its newer terms beside what was typed', async () => {
  const offerId = await sendOffer(supplier, await postDpr(buyer, 'Edited twice'))
  const { page } = vendor
  await page.goto(`/edit-offer/${offerId}`)
  await page.getByLabel(/^Price/).fill('17,000')
  const offer = await supplier.api.offers.getSent({ offerId })
  await supplier.api.offers.edit({ ...offer, offerId, timeline: 12, timelineUnit: 'days' })
  const notice = page.getByRole('alert').filter({ hasText: 'changed while you were editing' })
  await notice.getByText('now 12 days').waitFor()
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect.poll(() => save.isDisabled()).toBe(true)
  await notice.getByRole('button', { name: 'Keep What I Typed' }).click()
  await expect.poll(() => save.isEnabled()).toBe(true)
  expect(await page.getByLabel(/^Price/).inputValue()).toBe('17,000')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.waitForURL(`**/offer-details/${offerId}`)
  expect(await supplier.api.offers.getSent({ offerId })).toMatchObject({
    revision: 3,
    priceCents: 17_000_00n,
  })
  people.expectNoComplaints()
})

test('a proposal that cannot be read is not sent, and one under way closes the offer', async () => {
  const dprId = await postDpr(buyer, 'Proposed badly')
  const offerId = await sendOffer(supplier, dprId)
  const { page } = client
  await page.goto(`/vendor-offers/${dprId}`)
  await page.getByRole('button', { name: 'Propose Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Contract Changes' })
  await dialog.getByLabel('Proposed Delivery Timeline').fill('a fortnight')
  await dialog.getByRole('button', { name: 'Send Proposal' }).click()
  await dialog.getByText('Enter a whole number of days').waitFor()
  expect(await dialog.getByLabel('Proposed Delivery Timeline').inputValue()).toBe('a fortnight')
  await dialog.getByLabel('Proposed Delivery Timeline').fill('9')
  await dialog.getByRole('button', { name: 'Send Proposal' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`/vendor-offers/${dprId}`)
  await page.getByText('Your proposed changes wait for an answer.').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Accept Offer' }).isDisabled())
    .toBe(true)
  await vendor.page.goto(`/edit-offer/${offerId}`)
  await vendor.page.getByText(errors.proposal_pending.message).waitFor()
  people.expectNoComplaints()
})

describe('while a contract runs and after', () => {
  let deal: Deal

  people.begin(async () => {
    deal = await agree(buyer, supplier, 'Bad input on a contract')
    await fund(buyer, deal.offerId)
    await deliver(supplier, deal.contractId)
  })

  test('a milestone wants a title', async () => {
    const { page } = client
    await page.goto(`/contract-details/${deal.contractId}`)
    await page.getByRole('button', { name: 'Add Milestone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a milestone' })
    await dialog.getByLabel(/^Description/).fill('Without a name.')
    await dialog.getByRole('button', { name: 'Add Milestone' }).click()
    await expectRefusal(box(page, 'Title'), 'Title is required')
    expect(await dialog.getByLabel(/^Description/).inputValue()).toBe('Without a name.')
    people.expectNoComplaints()
  })

  test('changes want a reason', async () => {
    const { page } = client
    await page.goto(`/contract-details/${deal.contractId}`)
    await page.getByRole('button', { name: 'Request Changes' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Request Changes' }).click()
    await expectRefusal(box(page, 'What should change'), / is required$/)
    expect(await buyer.api.contracts.get(deal)).toMatchObject({ status: 'pending_review' })
    people.expectNoComplaints()
  })

  test('a review wants stars and words, and so does the answer to it', async () => {
    await buyer.api.deliveries.release(deal)
    const { page } = client
    await page.goto(`/contract-details/${deal.contractId}`)
    await page.getByRole('link', { name: 'Write a Review' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Publish Review' }).click()
    await dialog.getByText('Choose one to five stars', { exact: true }).last().waitFor()
    await expectRefusal(box(page, 'Comment'), 'Comment is required')
    const { contractId } = deal
    await buyer.api.companies.review({ contractId, rating: 5, comment: 'As agreed.' })
    await vendor.page.goto('/company-profile')
    await vendor.page.getByRole('button', { name: 'Answer', exact: true }).click()
    await vendor.page.getByRole('button', { name: 'Publish Answer' }).click()
    await expectRefusal(box(vendor.page, 'Your answer'), 'Reply is required')
    people.expectNoComplaints()
  })
})

test('a message to support with gaps, then about a contract of nobody, is not sent', async () => {
  const { page } = vendor
  vendor.mayComplain(/status of 400/)
  await page.goto('/contact-support?contract=CTR-0')
  await page.getByLabel('Subject').fill('Nothing arrived')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await toast(page, 'Error', 'Please fill in all required fields').waitFor()
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await expectRefusal(box(page, 'Message'), 'Message is required')
  await message.fill('Since Monday.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await toast(page, 'Message not sent').waitFor()
  await expectRefusal(box(page, /^Contract/), /\S/)
  expect(await message.inputValue()).toBe('Since Monday.')
  expect((await supplier.api.support.list({})).items).toEqual([])
  people.expectNoComplaints()
})

test('a company profile with a gap and a year to come is not saved', async () => {
  const { page } = vendor
  await page.goto('/company-profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel(/^City/).fill('')
  await page.getByLabel(/^Founded/).fill('2999')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectRefusal(box(page, /^City/), 'City is required')
  await expectRefusal(box(page, /^Founded/), 'Enter a year that has begun')
  expect(await page.getByLabel(/^Founded/).inputValue()).toBe('2999')
  await page.getByRole('button', { name: 'Cancel' }).click()
  people.expectNoComplaints()
})

describe('an address of nobody or of somebody else', () => {
  const theirs: Record<string, string> = {}
  const title = 'Not for your eyes'

  people.begin(async () => {
    const [stranger, rival] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
    const deal = await agree(stranger, rival, title)
    await fund(stranger, deal.offerId)
    const { id: conversation } = await rival.api.negotiation.open({ offerId: deal.offerId })
    const { id: draft } = await stranger.api.dprs.saveDraft({ content: { title } })
    Object.assign(theirs, { dpr: deal.dprId, offer: deal.offerId, contract: deal.contractId })
    Object.assign(theirs, { conversation, draft })
    for (const person of [client, vendor]) person.mayComplain(/status of 40[034]/)
  })

  test.each([
    '/dpr-details/:dpr',
    '/dpr-details/DPR-0',
    '/vendor-offers/:dpr',
    '/vendor-offers/nonsense',
    '/create-dpr?draft=:draft',
    '/create-dpr?from=:dpr',
    '/contract-details/:contract',
    '/contract-details/CTR-0',
    '/company-profile/nobody-of-that-name',
  ])('%s is not found by a client', async (path) => await expectNotFound(client, path))

  test.each([
    '/submit-offer/DPR-0',
    '/offer-details/:offer',
    '/offer-details/OFF-0',
    '/edit-offer/:offer',
    '/edit-offer/nonsense',
    '/contract-details/:contract',
    '/project-timeline/:contract',
    '/project-timeline/CTR-0',
    '/data-upload/:contract',
  ])('%s is not found by a vendor', async (path) => await expectNotFound(vendor, path))

  test("another pair's conversation is not found in Messages", async () => {
    const { page } = client
    await page.goto(`/client-dashboard?messages=${theirs.conversation}`)
    const dialog = page.getByRole('dialog', { name: 'Messages' })
    await dialog.getByText('This conversation was not found').waitFor()
    expect(await page.getByText(title).count()).toBe(0)
    people.expectNoComplaints()
  })

  async function expectNotFound({ page }: Person, path: string) {
    await page.goto(path.replace(/:(\w+)/g, (_, name: string) => theirs[name]!))
    await page.getByText(/^This [a-zA-Z]+ was not found$/).waitFor()
    expect(await page.getByText(title).count()).toBe(0)
    people.expectNoComplaints()
  }
})

const box = (page: Page, label: string | RegExp) =>
  page.getByRole('textbox', { name: label }).first()
