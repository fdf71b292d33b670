import { expectRefusal } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('it keeps ten thousand characters in the name, says so there and leads to it', async () => {
  const api = await renderPage('/organization-settings', {
    viewer: client,
    answers: {
      'organizations.get': { industry: 'finance' },
      'organizations.listMembers': { items: [] },
      'organizations.listRequests': { items: [] },
      'organizations.listInvitations': { items: [] },
    },
  })
  const field = page.getByRole('textbox', { name: 'Organization name', exact: true })
  const endless = 'a'.repeat(10_000)
  await field.fill(endless)
  await page.getByRole('button', { name: 'Save Changes' }).first().click()
  await expectRefusal(field, /too long/)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue(endless)
  expect(api.calls('organizations.update')).toEqual([])
})
