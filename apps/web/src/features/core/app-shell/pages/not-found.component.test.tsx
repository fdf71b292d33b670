/** Tests addresses of records that do not exist or belong to another organization: the server answers alike. */
import { type Answers, refuse } from '@testing/fake-api.ts'
import { expectAddress } from '@testing/interactions.ts'
import { quietDashboards } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, staff, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const missing = refuse('not_found')
const nowhere: Answers = {
  'dprs.get': missing,
  'dprs.questions': missing,
  'dprs.draft': missing,
  'offers.listReceived': missing,
  'offers.getSent': missing,
  'previews.sample': missing,
  'contracts.get': missing,
  'payments.get': missing,
  'payments.checkout': missing,
  'payments.history': missing,
  'invoices.list': missing,
  'disputes.list': missing,
  'findings.list': missing,
  'certificates.list': missing,
  'timelines.get': missing,
  'deliveries.latest': missing,
  'deliveries.dataset': missing,
  'deliveries.fetched': missing,
  'disputes.staff.get': missing,
  'companies.get': missing,
}
const draft = '01980000-0000-7000-8000-000000000001'

const ofClients = casesOf(
  [`/create-dpr?draft=${draft}`],
  [
    '/dpr-details/DPR-0',
    '/payment/OFF-0',
    '/vendor-offers/DPR-0',
    '/vendor-offers/nonsense',
    '/create-dpr?from=DPR-0',
    '/contract-details/CTR-0',
    '/download/DPR-0',
    '/company-profile/no-such-company',
  ],
)

test.each(ofClients)('%s is not found by a client', { tags: 'scaled' }, async (path) => {
  await renderPage(path, { viewer: client, answers: nowhere })
  await expectNotFound()
})

const ofVendors = casesOf(
  ['/data-upload/CTR-0'],
  [
    '/edit-offer/nonsense',
    '/submit-offer/DPR-0',
    '/offer-details/OFF-0',
    '/edit-offer/OFF-0',
    '/contract-details/CTR-0',
    '/project-timeline/CTR-0',
    '/payment-details/CTR-0',
  ],
)

test.each(ofVendors)('%s is not found by a vendor', { tags: 'scaled' }, async (path) => {
  await renderPage(path, { viewer: vendor, answers: nowhere })
  await expectNotFound()
})

test('/admin/disputes/DSP-1 is not found by staff', async () => {
  await renderPage('/admin/disputes/DSP-1', { viewer: staff, answers: nowhere })
  await expectNotFound()
})

test('a visitor at /admin/disputes/DSP-1 is led to sign in', async () => {
  await renderPage('/admin/disputes/DSP-1', { answers: nowhere })
  await expectAddress('/auth?next=%2Fadmin%2Fdisputes%2FDSP-1')
})

test.each(casesOf([draft], ['nonsense']))(
  'the conversation %s is not found in Messages',
  { tags: 'scaled' },
  async (id) => {
    await renderPage(`/client-dashboard?messages=${id}`, {
      viewer: client,
      answers: {
        ...quietDashboards,
        'negotiation.list': { items: [] },
        'negotiation.get': missing,
        'negotiation.messages': missing,
        'negotiation.terms': missing,
      },
    })
    const dialog = page.getByRole('dialog', { name: 'Messages' })
    await expect.element(dialog.getByText('This conversation was not found')).toBeVisible()
  },
)

const expectNotFound = () =>
  expect.element(page.getByText(/^This [a-zA-Z]+ was not found$/)).toBeVisible()
