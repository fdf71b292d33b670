/** The client claims what is wrong with delivered data by choices, at the opening of a dispute and later. */
import { type ClaimCheck, type DisputeFindings, errors } from '@semblance/contract'
import { disputeAs, disputedContract } from '@testing/dispute-answers.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import { claimable, measured, oldestAge } from '@testing/finding-answers.ts'
import { choose, expectToast, settled } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const path = '/contract-dispute/CTR-2001'
const nothing: DisputeFindings = {
  disputeId: 'DSP-5001',
  claims: [],
  state: 'nothing_claimed',
  findings: [],
}
const dialog = page.getByRole('main')
const claims = dialog.getByRole('group', { name: 'What will be measured' })
const wrong = (name: string) => dialog.getByRole('radio', { name, exact: true }).click()
const addClaim = page.getByRole('button', { name: 'Add Claim' })

async function openForm(answers: Answers = {}) {
  const api = await renderPage(path, {
    viewer: client,
    answers: {
      ...contractPage({ side: 'client', status: 'pending_review', heldCents: 18_500_00n }),
      'findings.claimable': claimable,
      'findings.checked': null,
      'disputes.open': disputeAs('client'),
      ...answers,
    },
  })
  await wrong('Accuracy or privacy is below what was agreed')
  return api
}

async function claimRule() {
  await wrong('Rows break an agreed rule')
  await choose('Agreed rule', 'age: at most 40')
  await addClaim.click()
}

async function send() {
  await dialog.getByLabelText('What happened').fill('Too old.')
  await choose('You ask for', 'Full refund')
  await dialog.getByRole('button', { name: 'Open Dispute' }).click()
}

test('claims are chosen from what was delivered and agreed, and go with the dispute', {
  tags: 'scaled',
}, async () => {
  const api = await openForm()
  await wrong('Rows break an agreed rule')
  await expect.element(addClaim).toBeDisabled()
  await claimRule()
  await wrong('Two columns go together less than the report states')
  await expect.element(claims.getByText('The measurement will not be able to tell.')).toBeVisible()
  await choose('One column', 'city')
  await choose('Other column', 'age')
  await addClaim.click()
  await expect
    .element(claims.getByText('Rows break an agreed rule: people.age, at most 40'))
    .toBeVisible()
  await expectSound()
  await send()
  await expectToast('Dispute Opened')
  expect(api.calls('disputes.open')).toMatchObject([
    { claims: [oldestAge, { type: 'pair', table: 'people', columns: ['city', 'age'] }] },
  ])
})

test('a claim can be taken out again, and none is sent with another reason', {
  tags: 'long',
}, async () => {
  const api = await openForm()
  await claimRule()
  await wrong('There are fewer records than agreed')
  const remove = claims.getByRole('button', { name: /^Remove: Rows break/ })
  await remove.click()
  await expect.element(remove).not.toBeInTheDocument()
  await wrong('The delivery is late or missing')
  await expect.element(claims).not.toBeInTheDocument()
  await send()
  await expectToast('Dispute Opened')
  expect(api.calls('disputes.open')).toMatchObject([{ claims: [] }])
})

test('claims are measured before the dispute, and what was found stands beside them', {
  tags: 'scaled',
}, async () => {
  const check: ClaimCheck = {
    ...{ id: '5a8f52f2-0000-4000-8000-000000000001', createdAt: new Date() },
    ...{ state: 'measuring', claims: [oldestAge], judged: [] },
  }
  const found: ClaimCheck = {
    ...{ ...check, state: 'measured' },
    judged: [
      {
        ...{ claim: oldestAge, outcome: 'confirmed', reason: null, priceCents: null },
        measured: { type: 'column_rule', rows: 400, breaking: 12 },
      },
    ],
  }
  const api = await openForm({ 'findings.check': check })
  await claimRule()
  api.answer({ 'findings.checked': found })
  await claims.getByRole('button', { name: 'Measure Before Opening' }).click()
  await expect
    .poll(() => api.calls('findings.check'))
    .toEqual([{ contractId: 'CTR-2001', claims: [oldestAge] }])
  const section = claims.getByRole('region', { name: 'What was found' })
  await expect.element(section.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect.element(section.getByText(/12 of 400 rows break it/)).toBeVisible()
  await expectSound()
  await wrong('There are fewer records than agreed')
  await expect.element(claims.getByRole('button', { name: 'Measure Before Opening' })).toBeVisible()
  expect(api.calls('disputes.open')).toEqual([])
})

test('a check says when its delivery is no longer there, when others are measured, and when we failed', {
  tags: 'long',
}, async () => {
  const check = (state: ClaimCheck['state'], measuredClaims: ClaimCheck['claims']): ClaimCheck => ({
    ...{ id: '5a8f52f2-0000-4000-8000-000000000001', createdAt: new Date() },
    ...{ state, claims: measuredClaims, judged: [] },
  })
  const button = claims.getByRole('button', { name: 'Measure Before Opening' })
  for (const [answer, said, isOpen] of [
    [check('outdated', [oldestAge]), /has been replaced, or is not there any more/, true],
    [check('measuring', [{ type: 'accuracy' }]), /Other claims are being measured/, false],
    [check('failed', [oldestAge]), /a problem on our side/, true],
  ] as const) {
    await openForm({ 'findings.checked': answer })
    await claimRule()
    await expect.element(claims.getByText(said)).toBeVisible()
    if (isOpen) await expect.element(button).toBeEnabled()
    else await expect.element(button).toBeDisabled()
  }
})

test('a claim that is refused says why, beside the claims', { tags: 'long' }, async () => {
  const { message } = errors.bad_input
  await openForm({ 'disputes.open': refuse('bad_input', { field: 'claims.0.column' }) })
  await claimRule()
  await send()
  await expect.element(claims.getByText(message)).toBeVisible()
})

test('a dispute without a delivery has prose alone', async () => {
  await openForm({ 'findings.claimable': null })
  await expect.element(dialog.getByLabelText('What happened')).toBeVisible()
  await expect.element(claims).not.toBeInTheDocument()
})

test('the client adds claims to a live dispute, the vendor does not', async () => {
  const waiting: DisputeFindings = { ...measured(), state: 'measuring', findings: [] }
  const answers = {
    ...disputedContract('client'),
    'findings.list': { items: [nothing] },
    'findings.claimable': claimable,
  }
  const api = await renderPage(path, { viewer: client, answers })
  await page.getByRole('button', { name: 'Add Claims' }).click()
  const adding = page.getByRole('dialog', { name: 'Add claims about the data' })
  await adding.getByRole('button', { name: 'Measure' }).click()
  await expect.element(adding.getByText('Choose what is wrong, and add it')).toBeVisible()
  await choose('What is wrong', 'The accuracy is below what was agreed')
  await addClaim.click()
  api.answer({ 'findings.claim': waiting, 'findings.list': { items: [waiting] } })
  await adding.getByRole('button', { name: 'Measure' }).click()
  await expectToast('Claims Added')
  expect(api.calls('findings.claim')).toEqual([
    { disputeId: 'DSP-5001', claims: [{ type: 'accuracy' }] },
  ])
  await expect.element(page.getByText('Being measured.').first()).toBeVisible()
})

test('the vendor is offered no claims', async () => {
  await renderPage(path, {
    viewer: vendor,
    answers: { ...disputedContract('vendor'), 'findings.list': { items: [nothing] } },
  })
  await expect.element(page.getByText('Half of the columns are constant.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add Claims' })).not.toBeInTheDocument()
})

test('what is asked before a measurement begins does not hide it', { tags: 'long' }, async () => {
  const before = Promise.withResolvers<null>()
  const check: ClaimCheck = {
    ...{ id: '5a8f52f2-0000-4000-8000-000000000001', createdAt: new Date() },
    ...{ state: 'measuring', claims: [oldestAge], judged: [] },
  }
  const api = await openForm({ 'findings.check': check, 'findings.checked': () => before.promise })
  await claimRule()
  await claims.getByRole('button', { name: 'Measure Before Opening' }).click()
  const found = claims.getByRole('region', { name: 'What was found' })
  await expect.element(found).toBeVisible()
  before.resolve(null)
  await settled()
  await expect.element(found).toBeVisible()
  api.answer({ 'findings.checked': check })
})
