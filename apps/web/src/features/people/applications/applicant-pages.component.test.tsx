/** Tests what an applicant reads by the links of the mails: how the application stands, and a question. */
import type { ApplicationStanding } from '@semblance/contract'
import { exampleDate, uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import { renderPage } from '@testing/render.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const token = 'a'.repeat(43)
const pending: ApplicationStanding = {
  reference: uuid(1),
  businessName: 'Halden Retail Group',
  status: 'pending',
  receivedAt: exampleDate,
  dueAt: new Date('2999-01-01'),
  waitingSince: null,
  decidedAt: null,
}
const document = { id: uuid(2), fileName: 'register.pdf', bytes: 1000, uploadedAt: exampleDate }
const kept = { documents: [document], isOpen: true }
const stands = (standing: ApplicationStanding, answers: Answers = {}) =>
  renderPage(`/business-under-review#${token}`, {
    answers: { 'applications.status': standing, 'applications.documents': kept, ...answers },
  })
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()

test('under review, the page says when we mean to answer, and how long documents are kept', {
  tags: 'long',
}, async () => {
  const empty = { documents: [], isOpen: true }
  const api = await stands(pending, { 'applications.removeDocument': empty })
  await says(/mean to answer by/)
  await says(/180 days after the last document, question or answer/)
  await expectSound()
  await page.getByRole('button', { name: 'Remove register.pdf' }).click()
  await expect
    .poll(() => api.calls('applications.removeDocument'))
    .toEqual([{ token, documentId: document.id }])
  await says('None yet.')
})

test('a late review, an open question and both decisions are said in words', async () => {
  const cases: [Partial<ApplicationStanding>, RegExp][] = [
    [{ dueAt: exampleDate }, /takes longer than we meant it to/],
    [{ status: 'waiting', waitingSince: exampleDate }, /the clock stands still until then/],
    [{ status: 'approved', decidedAt: exampleDate }, /has the organization ID/],
    [{ status: 'declined', decidedAt: exampleDate }, /has the reason/],
  ]
  for (const [change, text] of cases) {
    await stands({ ...pending, ...change })
    await says(text)
  }
})

test('a link that was not made here says so', async () => {
  await stands(pending, { 'applications.status': refuse('application_link_closed') })
  await says('This link does not work')
})

test('a question is answered once, with its document on the same page', {
  tags: 'scaled',
}, async () => {
  const api = await renderPage(`/application-question#${token}`, {
    answers: {
      'applications.question': {
        businessName: 'Halden Retail Group',
        question: 'Who may sign?',
        asksDocument: true,
        askedAt: exampleDate,
      },
      'applications.documents': kept,
      'applications.answer': undefined,
    },
  })
  await says('Who may sign?')
  await says('Add the document below first.')
  await expectSound()
  await page.getByRole('button', { name: 'Send Answer' }).click()
  await says('Answer is required')
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Our director.')
  await page.getByRole('button', { name: 'Send Answer' }).click()
  await expect
    .poll(() => api.calls('applications.answer'))
    .toEqual([{ token, answer: 'Our director.' }])
  await says('Your answer has arrived')
})
