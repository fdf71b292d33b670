import { allowConsoleErrors } from '@testing/complaints.ts'
import { choose, expectAddress, expectToast, fill } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a registration with gaps names them, keeps what was typed and sends nothing', async () => {
  // Sending would fail the test: nothing answers for the table of applications.
  await renderPage('/register-business')
  await page.getByLabelText('Business Name').fill('Half a Business')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await expectToast('Error', 'Please fill in all required fields')
  await expect.element(page.getByText('Business Email is required').first()).toBeVisible()
  await expect.element(page.getByLabelText('Business Name')).toHaveValue('Half a Business')
})

test('an application that does not arrive is said to have failed, is logged, and stays', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/register-business')
  await fill({
    'Business Name': 'Northwind',
    'Contact Person': 'Robin Example',
    'Business Email': 'north@example.test',
    'Business Address': '1 Long Street',
    City: 'Berlin',
    'Business Description': 'We trade data, with care.',
  })
  await choose('Industry', 'Financial Services')
  await choose('Country', 'Germany')
  await page.getByRole('button', { name: /^Both/ }).click()
  await page.getByRole('button', { name: /^Sell data/ }).click()
  const table = 'POST /rest/v1/business_applications'
  const failure = { code: 'XX000', message: 'The database is away' }
  api.answerHttp({ [table]: () => Response.json(failure, { status: 500 }) })
  const sent: string[] = []
  allowConsoleErrors(/Error submitting application/)
  const submit = () => page.getByRole('button', { name: 'Submit Application' }).click()
  await submit()
  await expectToast('Error', 'Failed to submit application. Please try again.')
  api.answerHttp({
    [table]: async (request) => {
      sent.push(await request.text())
      return new Response(null, { status: 201 })
    },
  })
  await submit()
  await expectToast(
    'Success',
    "Your business application has been submitted successfully. You will receive an email once it's reviewed.",
  )
  await expectAddress('/business-under-review')
  expect(sent.map((text) => JSON.parse(text))).toMatchObject([
    {
      business_name: 'Northwind',
      country: 'DE',
      industry: 'finance',
      intent: 'sell',
      status: 'pending',
    },
  ])
})
