import { renderPage } from '@testing/render.tsx'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('decided applications are in the history, with who decided', async () => {
  await renderPage('/admin/applications', {
    viewer: staff,
    answers: {
      'applications.list': { items: [] },
      'applications.history': {
        items: [
          {
            businessName: 'Halden Retail',
            industry: 'retail',
            country: 'DE',
            status: 'approved',
            organizationId: 'ORG-10001-BUYER',
            decidedBy: 'Stella Marsh',
          },
        ],
      },
    },
  })
  await page.getByRole('tab', { name: 'History' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Halden Retail' })
  await expect.element(row.getByText('ORG-10001-BUYER')).toBeVisible()
  await expect.element(row.getByText('Stella Marsh')).toBeVisible()
})
