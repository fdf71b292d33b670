import { quietDashboards } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const step = (id: 'account' | 'terms' | 'profile' | 'bank' | 'key', isDone: boolean) => ({
  id,
  isDone,
  isOptional: id === 'key',
})
const steps = [
  step('account', true),
  step('profile', false),
  step('bank', false),
  step('key', false),
]
const answers = { ...quietDashboards, 'dashboards.setup': { steps, isOver: false } }
const list = () => page.getByRole('region', { name: /^Set up/ })

test('a new organization sees its first steps with one to take now, in place of empty figures', async () => {
  await renderPage('/vendor-dashboard', { viewer: vendor, answers })
  await expect.element(list().getByText('1 of 4')).toBeVisible()
  const now = list().getByRole('listitem').nth(1)
  await expect.element(now).toHaveAttribute('aria-current', 'step')
  await expect
    .element(now.getByRole('link', { name: 'Open profile' }))
    .toHaveAttribute('href', '/company-profile')
  await expect.element(list().getByText('(optional)')).toBeVisible()
  await expect.element(page.getByText('Your first payout')).toBeVisible()
  await expect.element(page.getByText('Weekly Performance')).not.toBeInTheDocument()
})

test('a member is offered the steps of its roles, and told who takes the others', async () => {
  const finance = { ...client, roles: ['client' as const], memberRoles: ['finance' as const] }
  await renderPage('/client-dashboard', { viewer: finance, answers })
  await expect
    .element(
      list()
        .getByText(/Your role does not include this/)
        .first(),
    )
    .toBeVisible()
  const links = list().getByRole('link')
  await expect.element(links).toHaveTextContent('Add bank')
  expect(links.elements()).toHaveLength(1)
})

test('an organization that is set up sees no steps', async () => {
  await renderPage('/client-dashboard', { viewer: client, answers: quietDashboards })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(list()).not.toBeInTheDocument()
})
