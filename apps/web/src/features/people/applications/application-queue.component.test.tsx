import { uuid } from '@testing/example.ts'
import { expectToast, press, settled } from '@testing/interactions.ts'
import { reloadPage, renderPage } from '@testing/render.tsx'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const application = (number: number, businessName: string) => ({
  id: uuid(number),
  businessName,
  businessEmail: `office@${businessName.toLowerCase()}.example`,
  businessWebsite: `https://${businessName.toLowerCase()}.example`,
  registrationNumber: '1143208-1',
  intent: null,
  seenBefore: { applications: 0, organizations: 0 },
  status: 'pending' as const,
  waitingSince: null,
  questions: [],
  documents: [],
  notes: [],
  comparison: null,
})
const first = application(1, 'Maple')
const second = {
  ...application(2, 'Northwind'),
  businessEmail: 'northwind@gmail.com',
  intent: 'sell' as const,
  seenBefore: { applications: 1, organizations: 0 },
}

const list = {
  file: 'eu.csv',
  publisher: 'eu' as const,
  statedDate: '2026-11-21',
  names: 2,
  problem: null,
}
const near = {
  digest: 'a'.repeat(64),
  lists: [list, { ...list, file: 'sdn.csv', problem: 'missing' as const }],
  matches: [
    {
      field: 'business' as const,
      file: 'eu.csv',
      entry: '13',
      listedName: 'Nordwind',
      score: 0.934,
    },
  ],
}

const open = () =>
  renderPage('/admin/applications', {
    viewer: staff,
    answers: {
      'applications.list': { items: [first, second] },
      'applications.ask': { ...first, status: 'waiting' },
      'applications.note': first,
      'applications.approve': second,
      'applications.sanctions': ({ id }) => (id === first.id ? { lists: [], matches: [] } : near),
    },
  })
const opened = (name: string) => page.getByRole('article', { name })

test('the first one due is open, and J and K step through the queue', async () => {
  await open()
  await expect.element(opened('Maple')).toBeVisible()
  await press('j')
  await expect.element(opened('Northwind')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Northwind' })).toHaveFocus()
  await press('j')
  await expect.element(opened('Northwind')).toBeVisible()
  await press('k')
  await expect.element(opened('Maple')).toBeVisible()
})

test('what is compared about an application names what does not fit', async () => {
  await open()
  await expect.element(page.getByText('2 to look at')).toBeVisible()
  await press('j')
  const checks = opened('Northwind').getByRole('region', { name: 'Checks' })
  await expect.element(checks.getByText('Anybody can have an address at gmail.com')).toBeVisible()
  await expect.element(checks.getByText(/number or name: 1 other application/)).toBeVisible()
})

test('the sides that an applicant asked for are chosen before the approval, and no others', async () => {
  await open()
  const box = (name: RegExp) => page.getByRole('checkbox', { name })
  await expect.element(opened('Maple')).toBeVisible()
  await press('a')
  await expect.element(page.getByText('The applicant has not said which.')).toBeVisible()
  await expect.element(box(/^Client/)).not.toBeChecked()
  await expect.element(box(/^Vendor/)).not.toBeChecked()
  await press('j')
  await expect.element(page.getByRole('heading', { name: 'Northwind' })).toHaveFocus()
  await press('a')
  await expect.element(page.getByText('Wants to sell: chosen as asked for.')).toBeVisible()
  await expect.element(box(/^Vendor/)).toBeChecked()
  await expect.element(box(/^Client/)).not.toBeChecked()
})

test('names on the lists of the operator that are near are shown, and what was not compared', async () => {
  await open()
  const lists = (name: string) => opened(name).getByRole('region', { name: 'Sanctions lists' })
  await expect.element(lists('Maple').getByText(/No list provided/)).toBeVisible()
  await press('j')
  const found = lists('Northwind')
  await expect.element(found.getByText(/is near the business name \(93 of 100\)/)).toBeVisible()
  await expect.element(found.getByText(/of 2026-11-21/)).toBeVisible()
  await expect.element(found.getByText(/sdn.csv: there is no such file/)).toBeVisible()
})

test('a decision states which comparison was on screen', async () => {
  const api = await open()
  await expect.element(opened('Maple')).toBeVisible()
  await press('j')
  await expect.element(opened('Northwind').getByText(/is near the business name/)).toBeVisible()
  await press('a')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(() => api.calls('applications.approve')[0])
    .toMatchObject({ id: second.id, roles: ['vendor'], sanctions: near.digest })
})

test('a question is chosen, written and sent by keys alone, and the next one opens', {
  tags: 'long',
}, async () => {
  const api = await open()
  await expect.element(opened('Maple')).toBeVisible()
  await press('m')
  await expect.element(page.getByRole('radio', { name: /^Ask for more/ })).toBeChecked()
  await page.getByLabelText('Question').fill('Who may sign, and do you have a link?')
  await press('j')
  await expect.element(opened('Maple')).toBeVisible()
  await press('Control+Enter')
  await expectToast('Question sent', 'The clock stands still until then.')
  expect(api.calls('applications.ask')).toMatchObject([
    { id: first.id, question: expect.stringContaining('Who may sign, and do you have a link?') },
  ])
  await expect.element(opened('Northwind')).toBeVisible()
})

test('keys that are turned off do nothing', { tags: 'long' }, async () => {
  await open()
  await page.getByRole('button', { name: 'Turn keys off' }).click()
  await press('j')
  await expect.element(opened('Maple')).toBeVisible()
  await page.getByRole('button', { name: 'Turn keys on' }).click()
})

test('the answer to a decision leaves open what was opened meanwhile', {
  tags: 'long',
}, async () => {
  const third = application(3, 'Cedar')
  const api = await open()
  api.answer({
    'applications.list': { items: [first, second, third] },
    'applications.sanctions': near,
  })
  await reloadPage()
  await expect.element(opened('Maple').getByText(/is near the business name/)).toBeVisible()
  await press('a')
  await page.getByRole('checkbox', { name: /^Client/ }).click()
  const answer = api.hold('applications.approve')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => api.calls('applications.approve').length).toBe(1)
  await page.getByRole('region', { name: 'Queue' }).getByRole('button', { name: /Cedar/ }).click()
  await expect.element(opened('Cedar')).toBeVisible()
  answer()
  await expectToast('Application approved')
  await settled()
  await expect.element(opened('Cedar')).toBeVisible()
})
