/** What people get wrong, and what two tabs do to each other. */
import { errors } from '@semblance/contract'
import type { Locator } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { newParties } from './parties.ts'
import { expectRefusal, fillSignIn, isFocused, toast } from './steps.ts'
import { agree, type Deal, deliver, fund, type Member, postDpr, sendOffer } from './trade.ts'

const people = usePeople()
const url = inject('url')
const refusedCall = /status of 4(09|22)/
let buyer: Member
let supplier: Member
let client: Person
let vendor: Person

people.begin(async () => {
  ;({ buyer, supplier, client, vendor } = await newParties(people))
})

test('a registration with gaps names them, keeps what was typed and sends nothing', async () => {
  const visitor = await people.newPerson()
  const { page } = visitor
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/business_applications')) sent += 1
  })
  await page.goto('/register-business')
  await page.getByLabel('Business Name').fill('Half a Business')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await toast(page, 'Error', 'Please fill in all required fields').waitFor()
  await page.getByText('Business Email is required', { exact: false }).first().waitFor()
  await expect.poll(() => page.getByLabel('Business Name').inputValue()).toBe('Half a Business')
  expect(sent).toBe(0)
  people.expectNoComplaints()
})

test('a request with gaps names them and keeps what was typed', async () => {
  const { page } = client
  await page.goto('/create-dpr')
  await page.getByLabel('Data type').fill('Half a request')
  await page.getByLabel('Budget from').fill('25000')
  await page.getByLabel('Budget to').fill('15000')
  await page.getByRole('button', { name: 'Post DPR' }).click()
  await page.getByText('Description is required').waitFor()
  await page.getByText('Choose a category').last().waitFor()
  expect(await page.getByLabel('Data type').inputValue()).toBe('Half a request')
  people.expectNoComplaints()
})

test('an offer with gaps, then without consent, says so in the words of the specification', async () => {
  const dprId = await postDpr(buyer, 'Offers with gaps')
  const { page } = vendor
  await page.goto(`/submit-offer/${dprId}`)
  await page.getByLabel(/Offer amount/).fill('a lot')
  await page.getByRole('button', { name: 'Submit Offer' }).click()
  await toast(
    page,
    'Missing Information',
    'Please fill out all fields to submit your offer.',
  ).waitFor()
  await page.getByText('Enter your timeline in days').waitFor()
  await page.getByText('Enter an amount in dollars, such as 18,500').waitFor()
  expect(await page.getByLabel(/Offer amount/).inputValue()).toBe('a lot')
  await page.getByLabel(/Offer amount/).fill('18,500')
  await page.getByLabel('Timeline (days)').fill('10')
  await page.getByLabel('Data description').fill('Census microdata.')
  await page.getByRole('button', { name: 'Submit Offer' }).click()
  await toast(
    page,
    'Terms Not Accepted',
    'You must accept the terms and conditions to submit your offer.',
  ).waitFor()
  await page.getByRole('checkbox', { name: /I accept/ }).click()
  await page.getByRole('button', { name: 'Submit Offer' }).click()
  await page.waitForURL('**/vendor-dashboard')
  await page.goto(`/submit-offer/${dprId}`)
  await page.getByText(errors.offer_exists.message).waitFor()
  people.expectNoComplaints()
})

test.each([
  ['/contact-support', 'Subject', 'Send Message', /too long/],
  ['/user-settings', 'Full name', 'Save Changes', /too long/],
  ['/organization-settings', 'Organization name', 'Save Changes', /too long/],
])('%s keeps ten thousand characters in %s, says so there and leads to it', async (...row) => {
  const [path, label, button, message] = row
  const { page } = client
  await page.goto(path)
  const field = page.getByRole('textbox', { name: label, exact: true })
  await field.fill(endless)
  await page.getByRole('button', { name: button }).first().click()
  await expectRefusal(field, message)
  await expect.poll(() => isFocused(field)).toBe(true)
  expect(await field.inputValue()).toBe(endless)
  people.expectNoComplaints()
})

test('an offer takes no numbers but plain ones, and no script of anybody', async () => {
  const dprId = await postDpr(buyer, 'Odd numbers')
  const { page } = vendor
  await page.goto(`/submit-offer/${dprId}`)
  const [amount, days] = [page.getByLabel(/Offer amount/), page.getByLabel('Timeline (days)')]
  const submit = page.getByRole('button', { name: 'Submit Offer' })
  await page
    .getByLabel('Data description')
    .fill('<script>document.title = "taken"</script> \u{1f4be} \u05e9')
  for (const [price, time] of [
    ['1e9', '1e1'],
    ['-5', '-1'],
    ['0', '0'],
    ['12,5,00', '2.5'],
    ['\u{1f4b0}', 'ten'],
  ] as const) {
    await amount.fill(price)
    await days.fill(time)
    await submit.click()
    await expectRefusal(amount, /\S/)
    await expectRefusal(days, /\S/)
    expect([await amount.inputValue(), await days.inputValue()]).toEqual([price, time])
  }
  expect(await page.title()).toBe('Submit offer: Odd numbers · Semblance')
  people.expectNoComplaints()
})

test('a payment without consent is not made', async () => {
  const { offerId } = await agree(buyer, supplier, 'Payment without consent')
  const { page } = client
  await page.goto(`/payment/${offerId}`)
  await page.getByLabel('Bank name').fill('First Bank')
  await page.getByRole('button', { name: 'Authorize Payment' }).click()
  await toast(
    page,
    'Terms Required',
    'Please accept the terms and conditions to proceed.',
  ).waitFor()
  expect(await page.getByLabel('Bank name').inputValue()).toBe('First Bank')
  people.expectNoComplaints()
})

test('no file, a wrong type and prose under the name of a table are refused; the contract stays', async () => {
  const { offerId, contractId } = await agree(buyer, supplier, 'A delivery that is no table')
  await fund(buyer, offerId)
  const { page } = vendor
  await page.goto(`/data-upload/${contractId}`)
  await page.getByRole('button', { name: 'Submit Delivery' }).click()
  await toast(page, 'No Files Selected', 'Please upload at least one file.').waitFor()
  const picker = page.locator('input[type=file]')
  await picker.setInputFiles({
    name: 'notes.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('x'),
  })
  await page.getByText(`notes.pdf was not added. ${errors.file_type_refused.message}`).waitFor()
  await picker.setInputFiles({ name: 'data.csv', mimeType: 'text/csv', buffer: prose })
  await page.getByLabel(/Delivery notes/).fill('Please read it.')
  await page.getByRole('button', { name: 'Submit Delivery' }).click()
  await page.getByText(/^data\.csv: .+/).waitFor({ timeout: 60_000 })
  expect(await page.getByLabel(/Delivery notes/).inputValue()).toBe('Please read it.')
  const { status, heldCents } = await supplier.api.contracts.get({ contractId })
  expect({ status, heldCents }).toEqual({ status: 'in_progress', heldCents: 18_500_00n })
  await page.getByRole('button', { name: 'Submit Delivery' }).waitFor()
  people.expectNoComplaints()
})

test('a second acceptance from another tab says that the offer has been decided', async () => {
  const dprId = await postDpr(buyer, 'Accepted twice')
  await sendOffer(supplier, dprId)
  const tabs = await inTwoTabs(`/vendor-offers/${dprId}`, async (page) => {
    await page.getByRole('button', { name: 'Accept Offer' }).click()
    return page.getByRole('alertdialog').getByRole('button', { name: 'Accept Offer' })
  })
  await tabs.act(toast(tabs.second, 'Offer not accepted', errors.offer_decided.message))
})

test('a second payment from another tab is refused and charges nothing', async () => {
  const { offerId, contractId } = await agree(buyer, supplier, 'Paid twice')
  const tabs = await inTwoTabs(`/payment/${offerId}`, async (page) => {
    await page.getByRole('checkbox', { name: /I accept/ }).click()
    return page.getByRole('button', { name: 'Authorize Payment' })
  })
  await tabs.act(toast(tabs.second, 'Payment not made', errors.already_funded.message))
  // Once the bank has settled.
  const held = async () => (await buyer.api.contracts.get({ contractId })).heldCents
  await expect.poll(held).toBe(18_500_00n)
})

test('a second release from another tab is refused and moves nothing', async () => {
  const deal: Deal = await agree(buyer, supplier, 'Released twice')
  await fund(buyer, deal.offerId)
  await deliver(supplier, deal.contractId)
  const tabs = await inTwoTabs(`/download/${deal.dprId}`, async (page) => {
    await page.getByRole('button', { name: 'Download All Files and Release Escrow' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('checkbox').click()
    return dialog.getByRole('button', { name: 'Download and release' })
  })
  await tabs.act(toast(tabs.second, 'Escrow not released', errors.already_released.message))
  const released = async () => (await buyer.api.contracts.get(deal)).releasedCents
  await expect.poll(released).toBe(18_500_00n)
})

test('a signed-out visitor reads sample rows, is led to sign in when writing, and finds the text again', async () => {
  const visitor = await people.newPerson()
  const { page } = visitor
  await page.goto('/marketplace')
  await page.getByText('No real money or personal data moves here.').waitFor()
  await page.getByRole('article').first().waitFor()
  await page
    .getByRole('link', { name: /^Submit Offer/ })
    .first()
    .click()
  await page.waitForURL('**/submit-offer/**')
  const here = new URL(page.url()).pathname
  await page.getByLabel(/Offer amount/).fill('16,000')
  await page.getByLabel('Timeline (days)').fill('9')
  await page.getByLabel('Data description').fill('Kept through sign-in.')
  await page.getByRole('checkbox', { name: /I accept/ }).click()
  await page.getByRole('button', { name: 'Submit Offer' }).click()
  await page.waitForURL('**/auth?next=**')
  await fillSignIn(page, supplier)
  await page.waitForURL(`${url}${here}`)
  const [description, amount] = [
    page.getByLabel('Data description'),
    page.getByLabel(/Offer amount/),
  ]
  await expect.poll(() => description.inputValue()).toBe('Kept through sign-in.')
  await expect.poll(() => amount.inputValue()).toBe('16,000')
  people.expectNoComplaints()
})

const endless = 'a'.repeat(10_000)

const prose = Buffer.from(
  'It was a dark and stormy night.\n\nThe rain fell in torrents, except at intervals, when it was checked.\n',
)

/**
 * Brings the client's page and a second tab to the same decision; `act` takes it in both.
 * No event reaches either: a tab that hears of the first decision no longer offers the second.
 */
async function inTwoTabs(path: string, prepare: (page: Person['page']) => Promise<Locator>) {
  client.mayComplain(refusedCall)
  await client.context.route('**/api/events', (route) => route.fulfill({ status: 204 }))
  const second = await client.context.newPage()
  const prepareIn = async (page: Person['page']) => {
    await page.goto(path)
    return await prepare(page)
  }
  const first = await prepareIn(client.page)
  const then = await prepareIn(second)
  return {
    second,
    act: async (refusal: ReturnType<typeof toast>) => {
      await first.click()
      await first.waitFor({ state: 'hidden' })
      await then.click()
      await refusal.waitFor()
      await second.close()
      await client.context.unroute('**/api/events')
      people.expectNoComplaints()
    },
  }
}
