/** Both parties and staff read the same finding, which proposes a split and decides nothing. */
import { disputeAs, disputedContract, proposal, staffDispute } from '@testing/dispute-answers.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { finding, measured } from '@testing/finding-answers.ts'
import { expectToast, press } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, staff, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const path = '/contract-dispute/CTR-2001'
const viewers = { client, vendor }
const section = page.getByRole('region', { name: 'What was measured' })
const proposeIt = page.getByRole('button', { name: 'Propose This Split' })

const sentences = [
  'Of 3 claims, 1 is confirmed, 1 is refuted, for 1 the measurement cannot tell.',
  '400 records in the largest table; 800 were agreed.',
  '0 of 400 rows break it (0.0%).',
  'The original itself is destroyed, so there is nothing to hold the data against.',
  'The price by the share of the agreed records that is there.',
  'The finding decides nothing',
]

test.each(casesOf<'client' | 'vendor'>(['client'], ['vendor']))(
  'a %s reads each outcome with its figures, and proposes the split in one step',
  async (side) => {
    const api = await renderPage(path, {
      viewer: viewers[side],
      answers: { ...disputedContract(side), 'findings.list': { items: [measured()] } },
    })
    for (const sentence of sentences)
      await expect.element(section.getByText(sentence)).toBeVisible()
    for (const outcome of ['Confirmed', 'Refuted', 'Cannot tell'])
      await expect.element(section.getByText(outcome, { exact: true })).toBeVisible()
    await expect.element(section.getByText('$9,250.00').first()).toBeVisible()
    await expectSound()
    const proposed = disputeAs(side, {
      settlements: [proposal(side, 9_250_00n, { isOwn: true })],
    })
    api.answer({ 'findings.propose': proposed, 'disputes.list': { items: [proposed] } })
    await proposeIt.click()
    await expectToast('Settlement Proposed')
    expect(api.calls('findings.propose')).toEqual([{ findingId: finding.jti }])
    await expect.element(proposeIt).not.toBeInTheDocument()
  },
)

test('a finding that cannot tell proposes nothing, and says so', async () => {
  const claims = finding.claims.filter(({ outcome }) => outcome === 'inconclusive')
  await renderPage(path, {
    viewer: client,
    answers: {
      ...disputedContract('client'),
      'findings.list': { items: [measured({ claims, split: null })] },
    },
  })
  await expect
    .element(section.getByText('The measurement cannot tell whether the claim holds.'))
    .toBeVisible()
  await expect
    .element(section.getByText('The finding proposes no split: no claim is confirmed.'))
    .toBeVisible()
  await expect.element(proposeIt).not.toBeInTheDocument()
})

test('claims after a finding wait for the next one, and its split is not proposed any more', async () => {
  const earlier = measured()
  const later = {
    id: '00000000-0000-4000-8000-000000000799',
    claim: { type: 'format', format: 'json' },
    createdAt: new Date(),
  } as const
  await renderPage(path, {
    viewer: client,
    answers: {
      ...disputedContract('client'),
      'findings.list': {
        items: [{ ...earlier, state: 'measuring', claims: [...earlier.claims, later] }],
      },
    },
  })
  await expect.element(section.getByText('Being measured.')).toBeVisible()
  await expect.element(proposeIt).not.toBeInTheDocument()
})

test('staff open findings and delivery, and start their decision from the split', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/admin/disputes/DSP-5001', {
    viewer: staff,
    answers: staffDispute({ needsTwo: false }),
  })
  const panel = page.getByRole('region', { name: 'What was measured again' })
  await expect.element(panel.getByText('Each opening is recorded')).toBeVisible()
  expect(api.calls('findings.staff.open')).toEqual([])
  api.answer({
    'findings.staff.open': {
      ...measured(),
      delivery: { gate: [{ label: 'Records' }], certificate: { id: finding.certificate } },
    },
  })
  await expect.element(page.getByText('The findings have not been opened.')).toBeVisible()
  await press('o')
  for (const sentence of sentences) await expect.element(panel.getByText(sentence)).toBeVisible()
  await expect.element(panel.getByRole('link', { name: 'Open the certificate' })).toBeVisible()
  for (const name of ['Quality gate', 'Validation summary'])
    await expect.element(page.getByRole('region', { name })).toBeVisible()
  expect(api.calls('findings.staff.open')).toEqual([{ disputeId: 'DSP-5001' }])
  await expectSound()
  const aside = page.getByRole('complementary', { name: 'Money and decision' })
  await expect.element(aside.getByLabelText('To the vendor ($)')).toHaveValue('$9,250.00')
  await aside.getByRole('button', { name: 'All to the Client' }).click()
  await expect.element(aside.getByLabelText('To the vendor ($)')).toHaveValue('$0.00')
  await aside.getByRole('button', { name: 'By the Finding' }).click()
  await expect.element(aside.getByLabelText('To the vendor ($)')).toHaveValue('$9,250.00')
  await aside.getByLabelText('Reasons').fill('As measured.')
  await aside.getByRole('button', { name: 'Decide' }).click()
  api.answer({ 'disputes.staff.rule': {} })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decide' }).click()
  await expectToast('Dispute Decided')
  expect(api.calls('disputes.staff.rule')).toMatchObject([{ toVendorCents: 9_250_00n }])
})

test('staff open nothing of a dispute that has ended', async () => {
  await renderPage('/admin/disputes/DSP-5001', {
    viewer: staff,
    answers: staffDispute({ status: 'withdrawn', endedAt: new Date() }),
  })
  await expect.element(page.getByText('The dispute was withdrawn')).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'What was measured again' }))
    .not.toBeInTheDocument()
})
