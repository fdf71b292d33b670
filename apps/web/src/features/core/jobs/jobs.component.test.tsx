import { refuse } from '@testing/fake-api.ts'
import { press } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const answers = {
  'jobs.count': { failed: 2 },
  'jobs.list': { items: [] },
  'jobs.schedule': [{ task: 'audit.chain' }],
}

test('jobs are seen by state, and what runs by the clock', async () => {
  const api = await renderPage('/admin/jobs', { viewer: staff, answers })
  await expect.element(page.getByRole('tab', { name: /^Failed\s*2/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Running' }).click()
  await expect.poll(() => api.calls('jobs.list').at(-1)).toMatchObject({ state: 'running' })
  await page.getByRole('tab', { name: 'Scheduled' }).click()
  const row = page.getByRole('row').filter({ hasText: 'audit.chain' })
  await expect.element(row.getByText('Link new rows of the audit log')).toBeVisible()
})

test('a job that is done is not in the queue, and says so', async () => {
  await renderPage('/admin/jobs?job=999999999', {
    viewer: staff,
    answers: { ...answers, 'jobs.get': refuse('not_found') },
  })
  await expect.element(page.getByText('This job is not in the queue')).toBeVisible()
  await press('Escape')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
