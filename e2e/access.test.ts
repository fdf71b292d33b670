/** Who is let in where, and what everyone else sees. */
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { newParties } from './parties.ts'
import { choose, fillSignIn, signIn } from './steps.ts'
import { agree, type Deal, fund, type Member, newEmployee, newMember, postDpr } from './trade.ts'

const people = usePeople()
const url = inject('url')
const notFound = /status of 404/
let buyer: Member
let supplier: Member
let client: Person
let vendor: Person
let visitor: Person

people.begin(async () => {
  ;({ buyer, supplier, client, vendor } = await newParties(people))
  visitor = await people.newPerson()
})

test.each(['/dashboard-selection', '/client-dashboard', '/vendor-dashboard'])(
  'a signed-out visitor of %s is led to sign in',
  async (path) => {
    await visitor.page.goto(path)
    await visitor.page.waitForURL('**/auth**')
    people.expectNoComplaints()
  },
)

test('a new employee waits for approval, holds no role, and each dashboard turns them away', async () => {
  const employee = await newEmployee(buyer)
  const person = await people.newPerson()
  await signIn(person, employee)
  const { page } = person
  await page.getByText("Your access is awaiting your organization's approval").waitFor()
  for (const path of ['/client-dashboard', '/vendor-dashboard']) {
    await page.goto(path)
    await page.waitForURL('**/unauthorized')
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page
      .getByText(
        "You don't have permission to access this page. Please contact your administrator if you believe this is an error.",
      )
      .waitFor()
  }
  people.expectNoComplaints()
})

test('an administrator passes every guard, and reads why there is nothing on the other side', async () => {
  await client.page.goto('/vendor-dashboard')
  await client.page.getByText('Your organization is not approved as a vendor.').waitFor()
  people.expectNoComplaints()
})

test.each(['/auth', '/sign-in'])('a signed-in user of %s is led to the chooser', async (path) => {
  await client.page.goto(path)
  await client.page.waitForURL('**/dashboard-selection')
  people.expectNoComplaints()
})

test('the applications desk is for compliance staff', async () => {
  await client.page.goto('/admin/applications')
  await client.page.getByText("You don't have permission to access this page.").waitFor()
  await visitor.page.goto('/admin/applications')
  await visitor.page.waitForURL('**/auth**')
  people.expectNoComplaints()
})

test("another tenant's contract, payment, offers and delivery are not found", async () => {
  const [stranger, rival] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  const deal: Deal = await agree(stranger, rival, 'Not yours to see')
  await fund(stranger, deal.offerId)
  client.mayComplain(notFound)
  vendor.mayComplain(notFound)
  const { page } = client
  for (const path of [
    `/contract-details/${deal.contractId}`,
    `/payment/${deal.offerId}`,
    `/download/${deal.dprId}`,
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: /was not found/ }).waitFor()
    await client.settled()
    expect(await page.getByText('Not yours to see').count()).toBe(0)
  }
  await page.goto(`/vendor-offers/${deal.dprId}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await client.settled()
  expect(await page.getByText(rival.company).count()).toBe(0)
  await vendor.page.goto(`/data-upload/${deal.contractId}`)
  await vendor.page.getByRole('heading', { level: 1, name: /was not found/ }).waitFor()
  people.expectNoComplaints()
})

test('the server says the same to a hand-made call as the page does', async () => {
  const [stranger, rival] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  const deal = await agree(stranger, rival, 'Not yours to move')
  const gone = { code: 'not_found' }
  await expect(buyer.api.contracts.get(deal)).rejects.toMatchObject(gone)
  await expect(buyer.api.offers.accept({ ...deal, revision: 1 })).rejects.toMatchObject(gone)
  await expect(buyer.api.payments.checkout(deal)).rejects.toMatchObject(gone)
  await expect(buyer.api.deliveries.release(deal)).rejects.toMatchObject(gone)
  await expect(supplier.api.deliveries.latest(deal)).rejects.toMatchObject(gone)
  await expect(buyer.api.dprs.get({ dprId: 'DPR-0' })).rejects.toMatchObject(gone)
})

test('a vendor cannot act as a client, nor a client as a vendor', async () => {
  const dprId = await postDpr(buyer, 'Roles hold on the server')
  await expect(
    buyer.api.offers.submit({
      dprId,
      priceCents: 1_000_00n,
      timelineDays: 5,
      description: 'x',
      termsAccepted: true,
    }),
  ).rejects.toMatchObject({ code: 'not_permitted' })
  await expect(postDpr(supplier, 'Posted by a vendor')).rejects.toMatchObject({
    code: 'not_permitted',
  })
})

test('an unknown path says so and leads home', async () => {
  visitor.mayComplain(/no-such-page/)
  await visitor.page.goto('/no-such-page')
  await visitor.page.getByText('Oops! Page not found').waitFor()
  await visitor.page.getByRole('link', { name: 'Return to Home' }).click()
  await visitor.page.waitForURL(`${url}/`)
  people.expectNoComplaints()
})

describe('a signed-out visitor', () => {
  const sampleClient = { email: 'client@sample.test', password: 'semblance' }
  const sampleVendor = { email: 'vendor@sample.test', password: 'semblance' }

  test.each([
    ['/manage-dprs', 'See Details', /dpr-details/],
    ['/manage-dprs?tab=fulfilled', 'See Details', /dpr-details/],
    ['/vendor-offers', 'Compare offers', /vendor-offers\/DPR/],
    ['/active-contracts', 'View Details', /contract-details/],
    ['/marketplace', 'Submit Offer', /submit-offer/],
    ['/vendor-my-offers', 'View Details', /offer-details/],
    ['/vendor-my-offers?tab=pending', 'View Details', /offer-details/],
    ['/vendor-active-contracts', 'View Details', /contract-details/],
    ['/vendor-active-contracts', 'Project Timeline', /project-timeline/],
  ])('reads the sample at %s and follows %s', async (path, link, leadsTo) => {
    const { page } = visitor
    await page.goto(path)
    await page.getByText('No real money or personal data moves here.').waitFor()
    await page.getByRole('link', { name: link }).first().click()
    await page.waitForURL(leadsTo)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('No real money or personal data moves here.').waitFor()
    await visitor.settled()
    expect(await page.getByText('was not found').count()).toBe(0)
    people.expectNoComplaints()
  })

  test.each(['/company-profile/nagare-data', '/contact-support', '/create-dpr'])(
    'opens %s',
    async (path) => {
      await visitor.page.goto(path)
      await visitor.page.getByRole('heading', { level: 1 }).waitFor()
      await visitor.settled()
      expect(new URL(visitor.page.url()).pathname).toBe(path)
      people.expectNoComplaints()
    },
  )

  test('posts a request only after signing in, and finds it as it was typed', async () => {
    const page = await newVisitor()
    await page.goto('/create-dpr')
    await page.getByLabel('Data type').fill('Typed outside')
    await page.getByRole('textbox', { name: 'Specification 1' }).fill('One row per day')
    await page.getByLabel('Use case').fill('To be kept')
    await fillRest(page)
    await page.getByRole('button', { name: 'Post DPR' }).click()
    await page.waitForURL('**/auth?next=**')
    await fillSignIn(page, buyer)
    await page.waitForURL('**/create-dpr**')
    const useCase = page.getByLabel('Use case')
    const specification = page.getByRole('textbox', { name: 'Specification 1' })
    await expect.poll(() => page.getByLabel('Data type').inputValue()).toBe('Typed outside')
    await expect.poll(() => useCase.inputValue()).toBe('To be kept')
    await expect.poll(() => specification.inputValue()).toBe('One row per day')
    await page.getByRole('button', { name: 'Post DPR' }).click()
    await page.waitForURL('**/manage-dprs?tab=pending')
    await page.getByText('Typed outside').first().waitFor()
    people.expectNoComplaints()
  })

  test('asks a question only after signing in, and finds it typed', async () => {
    const page = await newVisitor()
    await page.goto('/marketplace')
    await page
      .getByRole('link', { name: /^Submit Offer/ })
      .first()
      .click()
    await page.getByLabel('Your question').fill('Is it weekly?')
    await page.getByRole('button', { name: 'Ask Question' }).click()
    await page.waitForURL('**/auth?next=**')
    await fillSignIn(page, supplier)
    await page.waitForURL('**/submit-offer/**')
    await expect.poll(() => page.getByLabel('Your question').inputValue()).toBe('Is it weekly?')
    people.expectNoComplaints()
  })

  test('edits an offer only after signing in, and finds the edits', async () => {
    const page = await newVisitor()
    await page.goto('/vendor-my-offers?tab=pending')
    await page.getByRole('link', { name: 'View Details' }).first().click()
    await page.getByRole('link', { name: 'Edit Offer' }).click()
    await page.waitForURL('**/edit-offer/**')
    const here = new URL(page.url()).pathname
    await page.getByLabel(/^Price/).fill('19,999')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.waitForURL('**/auth?next=**')
    await fillSignIn(page, sampleVendor)
    await page.waitForURL(`${url}${here}`)
    await expect.poll(() => page.getByLabel(/^Price/).inputValue()).toBe('19,999')
    people.expectNoComplaints()
  })

  test.each([
    ['cancels a request', '/manage-dprs?tab=pending', sampleClient, cancelFirst],
    ['accepts an offer', '/vendor-offers', sampleClient, press('Accept Offer')],
    ['proposes changes', '/vendor-offers', sampleClient, press('Propose Changes')],
    [
      'saves a search',
      '/marketplace?search=a&category=finance',
      sampleVendor,
      press('Save search'),
    ],
    ['withdraws an offer', '/vendor-my-offers?tab=pending', sampleVendor, withdrawFirst],
  ] as const)('%s only after signing in, and is led back', async (_, path, member, act) => {
    const page = await newVisitor()
    await page.goto(path)
    await act(page)
    await page.waitForURL('**/auth?next=**')
    const next = new URL(page.url()).searchParams.get('next')!
    await fillSignIn(page, member)
    await page.waitForURL(`${url}${next}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    people.expectNoComplaints()
  })

  const newVisitor = async () => (await people.newPerson()).page
})

async function fillRest(page: Page) {
  await choose(page, 'Category', 'Finance')
  await page.getByRole('textbox', { name: 'Description' }).fill('One row per person.')
  await page.getByLabel('Budget from').fill('15,000')
  await page.getByLabel('Budget to').fill('25,000')
  await page.getByLabel('Timeline in days').fill('14')
  await choose(page, 'Delivery format', 'CSV')
  await page.getByLabel('Compliance requirements').fill('GDPR')
  await page.getByRole('textbox', { name: 'Contacts' }).fill(buyer.email)
}

function press(name: string) {
  return async (page: Page) => await page.getByRole('button', { name }).first().click()
}

async function cancelFirst(page: Page) {
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Cancel request' }).click()
}

async function withdrawFirst(page: Page) {
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await page.getByRole('button', { name: 'Withdraw Offer' }).click()
}
