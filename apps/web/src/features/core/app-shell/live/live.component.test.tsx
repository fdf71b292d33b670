import { fill, settled } from '@testing/interactions.ts'
import { dprPage, marketPage, quietDashboards } from '@testing/page-answers.ts'
import { acceptSignIn, renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a visitor has no event stream, and who signs out has none any more', async () => {
  const api = await renderPage('/marketplace', { answers: marketPage })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled()
  expect(api.openStreams).toBe(0)
  acceptSignIn(client, quietDashboards)
  await page.getByRole('link', { name: 'Sign In' }).first().click()
  await fill({ 'E-mail': client.email })
  await page.getByLabelText('Password', { exact: true }).fill('semblance')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect.poll(() => api.openStreams).toBe(1)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect.poll(() => api.openStreams).toBe(0)
})

test('a change that is told while a page asks for the first time is shown', {
  tags: 'long',
}, async () => {
  const first = Promise.withResolvers<void>()
  let title = 'As it was'
  const { 'dprs.get': answers, ...others } = dprPage({ id: 'DPR-7' })
  const api = await renderPage('/dpr-details/DPR-7', {
    viewer: client,
    answers: {
      ...others,
      'dprs.get': async () => {
        const asked = title
        if (asked === 'As it was') await first.promise
        return { ...(answers as object), title: asked }
      },
    },
  })
  await expect.poll(() => api.calls('approvals.waitingCount').length).toBeGreaterThan(0)
  const before = api.calls('approvals.waitingCount').length
  title = 'As it is'
  await api.emit({ topic: 'offer.changed', id: 'OFF-3001' })
  await expect.poll(() => api.calls('approvals.waitingCount').length).toBeGreaterThan(before)
  first.resolve()
  await expect.element(page.getByRole('heading', { level: 1, name: 'As it is' })).toBeVisible()
})
