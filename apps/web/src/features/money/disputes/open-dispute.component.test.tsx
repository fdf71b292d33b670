/** A party opens a dispute: with a reason of its side, a claim, and evidence that has arrived. */
import { errors } from '@semblance/contract'
import { disputeAs, disputedContract, evidence } from '@testing/dispute-answers.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import { fakeUploads } from '@testing/fake-uploads.ts'
import { choose, closeToasts, expectRefusal, expectToast, settled } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

const path = '/contract-dispute/CTR-2001'
const upload = 'POST /api/contracts/CTR-2001/evidence'

const funded = (side: 'client' | 'vendor'): Answers =>
  contractPage({ side, status: 'in_progress', heldCents: 18_500_00n })

const dialog = page.getByRole('main')
const reason = (name: string) => dialog.getByRole('radio', { name, exact: true })
const send = () => dialog.getByRole('button', { name: 'Open Dispute' }).click()
const statement = dialog.getByLabelText('What happened')
const attach = (name: string) =>
  userEvent.upload(dialog.getByLabelText('Files to attach'), new File(['age,1\n'], name))

async function openForm(answers: Answers = {}) {
  const api = await renderPage(path, {
    viewer: client,
    answers: { ...funded('client'), ...answers },
  })
  await expect.element(dialog.getByRole('button', { name: 'Open Dispute' })).toBeVisible()
  return api
}

async function fillClaim() {
  await reason('Accuracy or privacy is below what was agreed').click()
  await statement.fill('Half of the columns are constant.')
  await choose('You ask for', 'Partial refund')
  await dialog.getByLabelText('Amount back to the client ($)').fill('8,000')
}

const claimed = {
  contractId: 'CTR-2001',
  reason: 'quality',
  statement: 'Half of the columns are constant.',
  asks: 'partial_refund',
  refundCents: 8_000_00n,
  claims: [],
}

test.each([
  [
    'client',
    client,
    'Meridian Synthetics',
    [
      'The data is not what was agreed',
      'Accuracy or privacy is below what was agreed',
      'The delivery is late or missing',
      'The other party does not respond',
      'Something else',
    ],
  ],
  [
    'vendor',
    vendor,
    'Halden Retail',
    [
      'More is asked for than was agreed',
      'The delivery is refused without good reason',
      'The other party does not respond',
      'Something else',
    ],
  ],
] as const)(
  'a %s reads what is frozen, who answers, and its own reasons',
  async (side, viewer, other, reasons) => {
    await renderPage(path, { viewer, answers: funded(side) })
    await expect.element(dialog.getByText('$18,500.00 in escrow, and the fee on it')).toBeVisible()
    await expect.element(dialog.getByText(`${other} has 5 business days to answer.`)).toBeVisible()
    const options = dialog.getByRole('radio')
    await expect
      .poll(() => options.elements().map((one) => one.getAttribute('aria-label')))
      .toEqual(reasons)
  },
)

test('a claim says what it lacks, keeps what was typed, and is not sent', {
  tags: 'scaled',
}, async () => {
  const api = await openForm()
  await send()
  await expectRefusal(dialog.getByRole('radio').first(), 'Choose a reason')
  await expectRefusal(statement, 'Statement is required')
  const asks = dialog.getByRole('combobox', { name: 'You ask for' })
  await expectRefusal(asks, 'Choose what you ask for')
  await expectSound()
  await fillClaim()
  const amount = dialog.getByLabelText('Amount back to the client ($)')
  await expect.element(dialog.getByText('Of $18,500.00 in escrow')).toBeVisible()
  for (const [typed, problem] of [
    ['', 'Enter the amount that should go back'],
    ['much', 'Enter an amount in dollars'],
  ] as const) {
    await amount.fill(typed)
    await send()
    await expectRefusal(amount, problem)
  }
  await expect.element(statement).toHaveValue('Half of the columns are constant.')
  expect(api.calls('disputes.open')).toEqual([])
})

test('a full refund asks for no amount', { tags: 'long' }, async () => {
  const api = await openForm({ 'disputes.open': disputeAs('client') })
  await fillClaim()
  await choose('You ask for', 'Full refund')
  await expect.element(dialog.getByLabelText(/Amount back/)).not.toBeInTheDocument()
  await send()
  await expectToast('Dispute Opened')
  expect(api.calls('disputes.open')).toMatchObject([{ asks: 'full_refund' }])
})

test('a claim goes with its evidence, and the page says what is frozen and until when', async () => {
  fakeUploads()
  const api = await openForm()
  const sent: string[] = []
  api.answerHttp({
    [upload]: async (request) => {
      sent.push(`${new URL(request.url).searchParams.get('fileName')}: ${await request.text()}`)
      return Response.json(evidence, { status: 201 })
    },
  })
  await fillClaim()
  await attach('columns.csv')
  await expect.element(dialog.getByText('columns.csv')).toBeVisible()
  await expect.element(dialog.getByRole('progressbar')).not.toBeInTheDocument()
  api.answer({ ...disputedContract('client'), 'disputes.open': disputeAs('client') })
  await send()
  await expectToast(
    'Dispute Opened',
    'DSP-5001: escrow is frozen, and Meridian Synthetics has been told.',
  )
  await expect.element(page.getByText('Answer due')).toBeVisible()
  await expect.element(reason('Something else')).not.toBeInTheDocument()
  expect(sent).toEqual(['columns.csv: age,1\n'])
  expect(api.calls('disputes.open')).toEqual([{ ...claimed, evidenceIds: [evidence.id] }])
})

test('evidence that has not arrived holds the claim back, until it is sent again or removed', {
  tags: 'long',
}, async () => {
  fakeUploads()
  const api = await openForm({ 'disputes.open': disputeAs('client') })
  const tooLarge = () => Response.json(errors.too_large, { status: 413 })
  api.answerHttp({ [upload]: tooLarge })
  await fillClaim()
  await attach('setup.exe')
  await expect.element(dialog.getByText(/^setup.exe was not added/)).toBeVisible()
  for (const name of ['first.csv', 'second.csv']) await attach(name)
  await expect.poll(() => dialog.getByText(errors.too_large.message).elements().length).toBe(2)
  await send()
  await expectToast('Dispute not opened', 'Wait for the files, or remove them.')
  expect(api.calls('disputes.open')).toEqual([])
  await closeToasts()
  api.answerHttp({ [upload]: () => Response.json(evidence, { status: 201 }) })
  await dialog.getByRole('button', { name: 'Send first.csv again' }).click()
  await dialog.getByRole('button', { name: 'Remove second.csv' }).click()
  await expect.element(dialog.getByText(errors.too_large.message)).not.toBeInTheDocument()
  await send()
  await expectToast('Dispute Opened')
  expect(api.calls('disputes.open')).toMatchObject([{ evidenceIds: [evidence.id] }])
})

test('a refused claim says why, at its field where it has one, and stays', {
  tags: 'long',
}, async () => {
  const api = await openForm({ 'disputes.open': refuse('bad_input', { field: 'refundCents' }) })
  await fillClaim()
  await send()
  await expectToast('Dispute not opened')
  await expectRefusal(dialog.getByLabelText(/Amount back/), errors.bad_input.message)
  await closeToasts()
  api.answer({ 'disputes.open': refuse('disputes_used_up') })
  await send()
  await expectToast('Dispute not opened', errors.disputes_used_up.message)
  await expect.element(statement).toHaveValue('Half of the columns are constant.')
  expect(api.calls('disputes.open')).toHaveLength(2)
})

test.each([
  ['has nothing in escrow', { status: 'in_progress', heldCents: 0n }],
  ['has ended', { status: 'completed', heldCents: 0n }],
  ['is not paid', { status: 'awaiting_payment', heldCents: 0n }],
] as const)('a contract that %s has nothing to dispute', async (_, contract) => {
  await renderPage(path, { viewer: client, answers: contractPage({ side: 'client', ...contract }) })
  await expect.element(page.getByText('There is nothing to dispute')).toBeVisible()
  await settled()
  await expect.element(dialog.getByRole('radio')).not.toBeInTheDocument()
})
