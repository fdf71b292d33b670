/** Tests what is said behind the landing page's claims. */
import { expectSound } from '@testing/expect-sound.ts'
import { expectHeading } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const computedAt = new Date('2026-11-25T10:00:00Z')

test('too few deliveries give no figure, and the page says so', { tags: 'scaled' }, async () => {
  await renderPage('/measured', { answers: { 'claims.figures': { computedAt, figures: null } } })
  await expectHeading('What is measured and guaranteed')
  const unknown = page.getByText('Too few deliveries so far to give a figure.')
  await expect.poll(() => unknown.elements()).toHaveLength(4)
  await expectSound()
})

test('the figures of the marketplace stand next to the claims', async () => {
  const figures = {
    deliveriesCount: 240,
    vendorsCount: 12,
    clientsCount: 31,
    countriesCount: 6,
    paidCents: 1_234_000_00n,
    medianAccuracyPercent: 97.4,
    tenthAccuracyPercent: 91.2,
    formalPercent: 83,
    medianEpsilon: 3,
  }
  const api = await renderPage('/measured', {
    answers: { 'claims.figures': { computedAt, figures } },
  })
  for (const sentence of [
    'Measured here: half of the deliveries reach 97.4%, nine of ten reach 91.2%.',
    'Here: 83% of 240 deliveries have a formal guarantee; the median epsilon of these is 3.',
    'Here: vendors and clients of these deliveries are in 6 named countries.',
    'Here: at least $1,234,000 for completed contracts of 31 clients and 12 vendors.',
  ])
    await expect.element(page.getByText(sentence)).toBeVisible()
  expect(api.calls('claims.figures')).toHaveLength(1)
})
