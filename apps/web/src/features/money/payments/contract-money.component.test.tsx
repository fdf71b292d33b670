/** Tests what both sides read of a contract's money: attempts, documents, a cancellation, a return. */
import { errors, failureTexts } from '@semblance/contract'
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import { downloadBy, expectProblem, expectToast, settled } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Details = NonNullable<Sketch<OutputOf<'payments.get'>>>
type MoneyEvent = NonNullable<Sketch<OutputOf<'payments.history'>>['items']>[number]
type Invoice = NonNullable<Sketch<OutputOf<'invoices.list'>>['items']>[number]

const path = '/payment-details/CTR-2001'
const part = { number: 1, title: 'On delivery (100%)', amountCents: 18_500_00n }
const held: Details = {
  contractId: 'CTR-2001',
  offerId: 'OFF-3001',
  title: 'Card transactions',
  side: 'client',
  clientName: 'Halden Retail',
  vendorName: 'Meridian Synthetics',
  contractStatus: 'in_progress',
  totalCents: 18_962_50n,
  priceCents: 18_500_00n,
  feeCents: 462_50n,
  feeBps: 250,
  paymentStatus: 'escrow',
  structure: 'on_delivery',
  escrow: {
    heldCents: 18_500_00n,
    releaseConditions: ['Released when the client accepts the delivery'],
  },
  tranches: [{ ...part, state: 'held', status: 'held', condition: 'Released with the acceptance' }],
  cancellation: { refundCents: 18_500_00n, feeCents: 462_50n },
}
const attempts: MoneyEvent[] = [
  { id: 'PAY-2', kind: 'funding', status: 'escrow', amountCents: 18_962_50n },
  {
    id: 'PAY-1',
    kind: 'funding',
    status: 'failed',
    amountCents: 18_962_50n,
    failure: failureTexts.R01,
  },
]
const invoice: Invoice = {
  number: 'INV-2026-000012',
  kind: 'invoice',
  contractId: 'CTR-2001',
  amountCents: 18_962_50n,
  status: 'paid',
}

const answers = (details: Details, events: MoneyEvent[], documents: Invoice[]): Answers => ({
  ...contractPage({ side: details.side, status: details.contractStatus }),
  'payments.get': details,
  'payments.history': { items: events },
  'invoices.list': { items: documents },
})
const history = page.getByRole('group', { name: 'Payment history' })
const invoices = page.getByRole('group', { name: 'Invoices' })

test('the client finds every attempt, what is held until when, and the invoice as a PDF', async () => {
  const api = await renderPage(path, {
    viewer: client,
    answers: answers(held, attempts, [invoice]),
  })
  await expect.element(history.getByText('Escrow', { exact: true })).toBeVisible()
  await expect.element(history.getByText('Failed')).toBeVisible()
  await expect.element(history.getByText(failureTexts.R01!)).toBeVisible()
  const condition = 'Released when the client accepts the delivery'
  await expect.element(page.getByText(condition, { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^Platform fee \(\d/)).toBeVisible()
  await expectSound()
  const get = 'GET /api/invoices/INV-2026-000012.pdf'
  const pdf = page.getByRole('button', { name: 'PDF of INV-2026-000012' })
  api.answerHttp({ [get]: () => new Response(null, { status: 503 }) })
  await pdf.click()
  await expectToast('Invoice not downloaded')
  api.answerHttp({ [get]: () => new Response('%PDF-1.7') })
  const file = await downloadBy(() => pdf.click())
  expect(file.name).toBe('INV-2026-000012.pdf')
  expect(await file.text()).toBe('%PDF-1.7')
})

test('the vendor opens payment details from its contracts, and reads the price without a fee', {
  tags: 'long',
}, async () => {
  const details: Details = {
    ...held,
    side: 'vendor',
    totalCents: 18_500_00n,
    feeCents: null,
    cancellation: null,
  }
  await renderPage('/vendor-active-contracts', {
    viewer: vendor,
    answers: {
      ...answers(details, [attempts[0]!], []),
      'contracts.list': {
        items: [{ id: 'CTR-2001', title: 'Card transactions', status: 'in_progress' }],
      },
    },
  })
  await page.getByRole('link', { name: 'Payment Details of Card transactions' }).click()
  await expect
    .element(page.getByRole('link', { name: 'Payment Details', exact: true }))
    .toHaveAttribute('aria-current', 'page')
  const overview = page.getByRole('region', { name: 'Overview' })
  await expect.poll(() => overview.getByText('$18,500.00').elements().length).toBe(2)
  await expect.element(page.getByRole('region', { name: 'Release conditions' })).toBeVisible()
  await settled()
  expect(document.querySelector('main')?.textContent).not.toMatch(/Platform fee|platform fee/)
  await expect.element(page.getByRole('link', { name: 'Pay into escrow' })).not.toBeInTheDocument()
  await expectSound()
})

test('a cancellation says to the cent what goes back, and then that it is on its way', async () => {
  const api = await renderPage(path, {
    viewer: client,
    answers: answers(held, attempts, [invoice]),
  })
  const cancel = page.getByRole('button', { name: 'Cancel Contract' })
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: 'Cancel Contract' })
  await cancel.click()
  for (const amount of ['$18,500.00', '$462.50', '$18,962.50'])
    await expect.element(dialog.getByText(amount, { exact: true })).toBeVisible()
  await expectSound()
  api.answer({ 'payments.cancel': refuse('payment_underway') })
  await confirm.click()
  await expectProblem('Contract not cancelled', errors.payment_underway.message)
  const ended: Details = {
    ...held,
    contractStatus: 'cancelled',
    escrow: { refundedCents: 18_500_00n },
    cancellation: null,
  }
  const refund: MoneyEvent = { id: 'RFD-1', kind: 'refund', amountCents: 18_962_50n }
  const note: Invoice = { ...invoice, number: 'CRN-2026-000001', kind: 'credit_note' }
  api.answer({
    ...answers(ended, [refund, ...attempts], [note, invoice]),
    'payments.cancel': { refundCents: 18_500_00n, feeCents: 462_50n },
  })
  await cancel.click()
  await confirm.click()
  await expectToast('Contract Cancelled', '$18,962.50 is on its way back to your bank account.')
  expect(api.calls('payments.cancel')[1]).toEqual({ contractId: 'CTR-2001' })
  await expect.element(history.getByText('Refund to client')).toBeVisible()
  await expect.element(invoices.getByText('Credit note')).toBeVisible()
  await expect.element(invoices.getByText('-$18,962.50')).toBeVisible()
  await expect.element(cancel).not.toBeInTheDocument()
})

test('a cancellation after an upfront share says what stays with the vendor', {
  tags: 'long',
}, async () => {
  const cancellation = { refundCents: 12_950_00n, feeCents: 323_75n, keptCents: 5_550_00n }
  await renderPage(path, { viewer: client, answers: answers({ ...held, cancellation }, [], []) })
  await page.getByRole('button', { name: 'Cancel Contract' }).click()
  const dialog = page.getByRole('alertdialog')
  for (const amount of ['$12,950.00', '$323.75', '$13,273.75', '$5,550.00'])
    await expect.element(dialog.getByText(amount, { exact: true })).toBeVisible()
})

const unpaid: Details = {
  ...held,
  contractStatus: 'awaiting_payment',
  paymentStatus: 'failed',
  escrow: {},
  tranches: [{ ...part, state: 'unfunded', status: 'pending' }],
  cancellation: null,
}
const takenBack: MoneyEvent = { id: 'RET-1', kind: 'return', amountCents: 18_962_50n }

test('a payment that the bank took back stands in the history, with why and the way to pay again', async () => {
  const failure = failureTexts.R10!
  await renderPage(path, {
    viewer: client,
    answers: answers(
      { ...unpaid, payment: { state: 'returned', failure } },
      [takenBack, ...attempts],
      [],
    ),
  })
  await expect.element(history.getByText('Taken back by the bank')).toBeVisible()
  const why = `Your bank has taken the payment back. ${failure}`
  await expect.element(page.getByText(why)).toBeVisible()
  const aside = page.getByRole('complementary', { name: 'Escrow' })
  const again = aside.getByRole('link', { name: 'Pay into escrow' })
  await expect.element(again).toHaveAttribute('href', '/payment/OFF-3001')
})

test('the open page of the vendor follows the money out of escrow and back', {
  tags: 'long',
}, async () => {
  const status = (name: string) => page.getByText(name, { exact: true }).first()
  const paid: Details = { ...held, side: 'vendor', feeCents: null, cancellation: null }
  const api = await renderPage(path, { viewer: vendor, answers: answers(paid, [], []) })
  await expect.element(status('In Progress')).toBeVisible()
  const returned: Details = { ...unpaid, side: 'vendor', feeCents: null }
  for (const [details, label] of [
    [returned, 'Awaiting Payment'],
    [paid, 'In Progress'],
  ] as const) {
    api.answer(answers(details, [], []))
    await api.emit({ topic: 'contract.changed', id: 'CTR-2001' })
    await expect.element(status(label)).toBeVisible()
  }
})
