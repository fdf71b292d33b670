import { downloadBy, expectToast } from '@testing/interactions.ts'
import { sentOfferPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dateTime } from '@/lib/format.ts'

const path = '/offer-details/OFF-3001'

test('an offer that was a mistake is withdrawn after a question', async () => {
  const api = await renderPage(path, {
    viewer: vendor,
    answers: sentOfferPage({ clientName: 'Halden Retail' }),
  })
  const withdraw = page.getByRole('button', { name: 'Withdraw Offer' })
  await withdraw.click()
  expect(api.calls('offers.withdraw')).toEqual([])
  const withdrawn = { status: 'rejected', rejectedAs: 'withdrawn' } as const
  api.answer({ ...sentOfferPage(withdrawn), 'offers.withdraw': withdrawn })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw Offer' }).click()
  await expectToast('Offer Withdrawn', 'Halden Retail has been told')
  await expect.element(page.getByText('Withdrawn by you')).toBeVisible()
  await expect.element(withdraw).not.toBeInTheDocument()
  expect(api.calls('offers.withdraw')).toEqual([{ offerId: 'OFF-3001' }])
})

test('a sample that a problem of ours stopped says so, since when, and is tried again', {
  tags: 'long',
}, async () => {
  const heldSince = new Date('2026-11-20T09:30:00Z')
  const sample = { state: 'making', fileName: 'panel.csv', heldSince } as const
  const answers = { ...sentOfferPage(), 'previews.sample': sample }
  const api = await renderPage(path, { viewer: vendor, answers })
  await expect.element(page.getByText(/^A problem on our side/)).toBeVisible()
  await expect.element(page.getByText(dateTime(heldSince))).toBeVisible()
  api.answer({ 'previews.sample': { ...sample, heldSince: null }, 'previews.retrySample': {} })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByText(/^The synthetic rows are being made/)).toBeVisible()
  expect(api.calls('previews.retrySample')).toEqual([{ offerId: 'OFF-3001' }])
})

test('the proposal comes as a PDF, and one that does not arrive says so', {
  tags: 'long',
}, async () => {
  const api = await renderPage(path, { viewer: vendor, answers: sentOfferPage() })
  const get = 'GET /api/offers/OFF-3001/proposal.pdf'
  const button = page.getByRole('button', { name: 'Download Proposal' })
  api.answerHttp({ [get]: () => new Response(null, { status: 503 }) })
  await button.click()
  await expectToast('Proposal not downloaded', 'Check your connection and try again.')
  api.answerHttp({ [get]: () => new Response('%PDF-1.7') })
  const download = await downloadBy(() => button.click())
  expect(download.name).toBe('OFF-3001-proposal.pdf')
  expect(await download.text()).toBe('%PDF-1.7')
})
