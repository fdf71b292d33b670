import { expectRefusal, expectToast } from '@testing/interactions.ts'
import { dprPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('an empty question is not sent', async () => {
  const answers = dprPage({ isOwn: false })
  const api = await renderPage('/submit-offer/DPR-1001', { viewer: vendor, answers })
  await page.getByLabelText('Your question').fill('   ')
  await page.getByRole('button', { name: 'Ask Question' }).click()
  const field = page.getByRole('textbox', { name: 'Your question' })
  await expectRefusal(field, 'Question is required')
  expect(api.calls('dprs.ask')).toEqual([])
})

test('an empty answer is not sent', { tags: 'long' }, async () => {
  const questions = { items: [{ question: 'By month?' }] }
  const api = await renderPage('/dpr-details/DPR-1001', {
    viewer: client,
    answers: { ...dprPage(), 'dprs.questions': questions },
  })
  await page.getByRole('button', { name: 'Answer: By month?' }).click()
  await page.getByRole('button', { name: 'Publish Answer' }).click()
  await expectRefusal(page.getByRole('textbox', { name: 'Your answer' }), 'Answer is required')
  expect(api.calls('dprs.answer')).toEqual([])
})

test('an answer is published where the question is asked', async () => {
  const question = { question: 'By month?', isOwn: false, answer: null }
  const api = await renderPage('/dpr-details/DPR-1001', {
    viewer: client,
    answers: { ...dprPage(), 'dprs.questions': { items: [question] } },
  })
  await page.getByRole('button', { name: 'Answer: By month?' }).click()
  await page.getByLabelText('Your answer').fill('Yes, and by week.')
  const answered = { ...question, answer: 'Yes, and by week.' }
  api.answer({ 'dprs.answer': answered, 'dprs.questions': { items: [answered] } })
  await page.getByRole('button', { name: 'Publish Answer' }).click()
  await expectToast('Answer Published')
  await expect.element(page.getByText('Yes, and by week.')).toBeVisible()
  expect(api.calls('dprs.answer')).toMatchObject([{ answer: 'Yes, and by week.' }])
})
