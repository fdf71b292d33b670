import { refuse } from '@testing/fake-api.ts'
import { axeFaults, expectToast, press } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const answers = {
  'jobs.count': { failed: 2 },
  'jobs.list': { items: [] },
  'jobs.schedule': { items: [{ task: 'transparency.integrate' }] },
  'deliveries.staff.listHeld': { items: [] },
}

test('jobs are seen by state, and what runs by the clock', async () => {
  const api = await renderPage('/admin/jobs', { viewer: staff, answers })
  await expect.element(page.getByRole('tab', { name: /^Failed\s*2/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Running' }).click()
  await expect.poll(() => api.calls('jobs.list').at(-1)).toMatchObject({ state: 'running' })
  await page.getByRole('tab', { name: 'Scheduled' }).click()
  const row = page.getByRole('row').filter({ hasText: 'transparency.integrate' })
  await expect.element(row.getByText('Take new leaves into the transparency log')).toBeVisible()
})

test('staff retry a held delivery, or give it up with a reason that the vendor reads', {
  tags: 'long',
}, async () => {
  const held = { id: crypto.randomUUID(), title: 'Store Visits', cause: 'status 503' }
  const api = await renderPage('/admin/jobs', {
    viewer: staff,
    answers: {
      ...answers,
      'deliveries.staff.listHeld': { items: [held] },
      'deliveries.staff.retry': undefined,
      'deliveries.staff.giveUp': undefined,
    },
  })
  await expect.element(page.getByText('status 503')).toBeVisible()
  expect(await axeFaults()).toEqual([])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => api.calls('deliveries.staff.retry')).toEqual([{ id: held.id }])
  await expectToast('Delivery queued again')
  await page.getByRole('radio', { name: /^Give up/ }).click()
  const giveUp = page.getByRole('button', { name: /^Give up/ })
  await giveUp.click()
  await expect.element(page.getByText('Reason is required')).toBeVisible()
  await page.getByLabelText('Reason').fill('The file is damaged.')
  api.answer({ 'deliveries.staff.listHeld': { items: [] } })
  await giveUp.click()
  await expectToast('Delivery given up')
  expect(api.calls('deliveries.staff.giveUp')).toEqual([
    { id: held.id, reason: 'The file is damaged.' },
  ])
  await expect.element(page.getByText('Held deliveries')).not.toBeInTheDocument()
})

test('a job that is done is not in the queue, and says so', { tags: 'long' }, async () => {
  await renderPage('/admin/jobs?job=999999999', {
    viewer: staff,
    answers: { ...answers, 'jobs.get': refuse('not_found') },
  })
  await expect.element(page.getByText('This job is not in the queue')).toBeVisible()
  await press('Escape')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
