/** Who is let in where, and what everyone else sees. */
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Person, pictureOnFailure, usePeople } from './browser.ts'
import { signIn } from './steps.ts'
import { agree, type Deal, fund, type Member, newEmployee, newMember, postDpr } from './trade.ts'

const people = usePeople()
const url = inject('url')
const notFound = /status of 404/
let buyer: Member
let supplier: Member
let client: Person
let vendor: Person
let visitor: Person

beforeAll(async () => {
  buyer = await newMember(url, 'client')
  supplier = await newMember(url, 'vendor')
  client = await people.newPerson()
  vendor = await people.newPerson()
  visitor = await people.newPerson()
  await signIn(client, buyer)
  await signIn(vendor, supplier)
})
beforeEach(() => pictureOnFailure(client, vendor, visitor))

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
  pictureOnFailure(person)
  await signIn(person, employee)
  const { page } = person
  await page.getByText("Your access is awaiting your organization's approval").waitFor()
  for (const path of ['/client-dashboard', '/vendor-dashboard']) {
    await page.goto(path)
    await page.waitForURL('**/unauthorized')
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
    expect(await page.getByText('Not yours to see').count()).toBe(0)
  }
  await page.goto(`/vendor-offers/${deal.dprId}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
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
