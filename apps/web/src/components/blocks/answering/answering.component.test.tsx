/** Rules for automatic answers are stated, refused, shown and stopped. */
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { renderComponent } from '@testing/render.tsx'
import { staff, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AnsweringSection } from './answering-section.tsx'

type State = Sketch<OutputOf<'answering.get'>>

const none: State = {
  side: 'vendor',
  dprId: 'DPR-1001',
  offerId: 'OFF-3001',
  state: 'none',
  rules: null,
  offered: { priceCents: 18_500_00n, timelineDays: 10, dataFormats: ['csv'] },
}
const rules = {
  openingCents: 18_500_00n,
  priceBoundCents: 16_000_00n,
  stepCents: 500_00n,
  answers: 3,
  mayApprove: true,
  bounds: { timelineDays: 8 },
}
const on: State = { ...none, state: 'on', rules, memberName: 'Vera Lind', answersMade: 2 }

const open = async (state: State, answers: Answers = {}) =>
  await renderComponent(<AnsweringSection dprId="DPR-1001" side="vendor" heading="h2" />, {
    viewer: vendor,
    answers: { 'answering.get': state, ...answers },
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Answer automatically' })

test('a member states a schedule and bounds, and sees how far answers may go before', {
  tags: 'scaled',
}, async () => {
  const api = await open(none)
  await button('Answer automatically').click()
  await dialog().getByLabelText('Lowest price ($)').fill('17,250')
  await dialog().getByLabelText('Move by at most ($)').fill('500')
  await expect
    .element(dialog().getByText('Furthest prices: $18,000, $17,500, $17,000.'))
    .toBeVisible()
  await button('Turn on').click()
  await expect
    .element(dialog().getByText('The last answer may end at $17,000, below $17,250.'))
    .toBeVisible()
  expect(api.calls('answering.set')).toEqual([])
  await dialog().getByLabelText('Lowest price ($)').fill('16,000')
  await dialog().getByRole('checkbox').click()
  await dialog().getByLabelText('Shortest delivery, in days').fill('8')
  await expectSound()
  api.answer({ 'answering.set': on, 'answering.get': on })
  await button('Turn on').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  const { openingCents, ...stated } = rules
  expect(api.calls('answering.set')).toMatchObject([
    { dprId: 'DPR-1001', rules: { ...stated, openingCents } },
  ])
  await expect.element(page.getByText('In the name of Vera Lind')).toBeVisible()
})

test('rules that are on are shown with what they answered, and stop at once', async () => {
  const api = await open(on)
  await expect
    .element(page.getByText('Furthest prices: $18,000, $17,500, $17,000; never below $16,000'))
    .toBeVisible()
  await expect.element(page.getByText('2 answers made; may approve')).toBeVisible()
  api.answer({ 'answering.stop': undefined, 'answering.get': { ...on, state: 'stopped' } })
  await button('Stop').click()
  await expect.element(page.getByText('Stopped. Proposals wait for people.')).toBeVisible()
  expect(api.calls('answering.stop')).toEqual([{ dprId: 'DPR-1001' }])
})

test('rules that answer no more say why', async () => {
  await open({ ...on, state: 'member_gone' })
  await expect.element(page.getByText('no longer negotiates for your organization')).toBeVisible()
  await expect.element(button('Stop')).toBeVisible()
  await open({ ...on, state: 'offer_changed' })
  await expect.element(page.getByText('the terms of your offer have changed')).toBeVisible()
  await expect.element(button('Stop')).not.toBeInTheDocument()
})

test('rules that reach above what their member may spend say so, are on, and can be stopped', async () => {
  await open({ ...on, side: 'client', isPartlyOverLimit: true })
  await expect
    .element(page.getByText('than Vera Lind may spend now are left to people'))
    .toBeVisible()
  await expect.element(page.getByText('On', { exact: true })).toBeVisible()
  await expect.element(button('Stop')).toBeVisible()
})

test('rules that can answer no more on an offer cannot be stated again', async () => {
  await open({ ...on, state: 'ended_here' })
  await expect.element(page.getByText('Ended on this offer for good')).toBeVisible()
  await expect.element(button('Answer automatically')).not.toBeInTheDocument()
})

test('rules that did not load say so, and are asked for again', async () => {
  const api = await renderComponent(
    <AnsweringSection dprId="DPR-1001" side="vendor" heading="h2" />,
    { viewer: vendor, answers: { 'answering.get': refuse('internal') } },
  )
  await expect.element(page.getByText(/^Not loaded\./)).toBeVisible()
  api.answer({ 'answering.get': on })
  await button('Try again').click()
  await expect.element(page.getByText('In the name of Vera Lind')).toBeVisible()
})

test('staff, who negotiate nothing, neither see rules nor ask for them', async () => {
  const api = await renderComponent(
    <>
      <AnsweringSection dprId="DPR-1001" side="vendor" heading="h2" />
      <p>The request</p>
    </>,
    { viewer: staff },
  )
  await expect.element(page.getByText('The request')).toBeVisible()
  await expect.element(page.getByText('Automatic answers')).not.toBeInTheDocument()
  expect(api.calls('answering.get')).toEqual([])
})
