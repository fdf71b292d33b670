/** A client finds its own requests again, goes on with drafts, repeats and cancels. */
import { choose, expectAddress, expectToast } from '@testing/interactions.ts'
import { dprList, dprPage, inDays } from '@testing/page-answers.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { reloadPage, renderPage } from '@testing/render.tsx'
import { fillRequest, openSection } from '@testing/request-form.ts'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type OwnDpr = NonNullable<Sketch<OutputOf<'dprs.list'>>['items']>[number]

const draftId = '01980000-0000-7000-8000-000000000042'
const occupancy: OwnDpr = {
  id: 'DPR-1001',
  title: 'Ward occupancy',
  status: 'awaiting_offers',
  closesAt: inDays(20),
}
const staffing: OwnDpr = { ...occupancy, id: 'DPR-1002', title: 'Ward staffing' }
const counts = { active: 0, pending: 2, fulfilled: 0, closed: 1, drafts: 1 }

const row = (title: string) => page.getByRole('row').filter({ hasText: title })
/** The titles of the requests as they are listed. */
const titles = () =>
  [...document.querySelectorAll('td:first-child div.font-medium')].map((title) => title.textContent)
const openMenu = async (title: string, entry: string) => {
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('tab, search and order of the requests are in the address and survive a reload', async () => {
  await renderPage('/manage-dprs?tab=pending', {
    viewer: client,
    answers: {
      ...dprList,
      'dprs.list': ({ tab, search, sort }) => {
        const found = sort === 'budget-low' ? [occupancy, staffing] : [staffing, occupancy]
        const payments = { ...occupancy, id: 'DPR-1003', title: 'Card payments' }
        const pending = search === 'ward' ? found : [payments, ...found]
        const closed = { ...occupancy, title: 'Ward beds', status: 'cancelled' as const }
        return { counts, items: tab === 'closed' ? [closed] : pending }
      },
    },
  })
  await expect.poll(titles).toEqual(['Card payments', 'Ward staffing', 'Ward occupancy'])
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('ward')
  await expectAddress('/manage-dprs?tab=pending&search=ward')
  await expect.poll(titles).toEqual(['Ward staffing', 'Ward occupancy'])
  await choose('Sort', 'Budget, low to high')
  await expectAddress('/manage-dprs?tab=pending&search=ward&sort=budget-low')
  await expect.poll(titles).toEqual(['Ward occupancy', 'Ward staffing'])
  await reloadPage()
  await expect.poll(titles).toEqual(['Ward occupancy', 'Ward staffing'])
  await page.getByRole('tab', { name: /Closed/ }).click()
  await expectAddress(/tab=closed/)
  await expect.poll(titles).toEqual(['Ward beds'])
})

test('a cancelled request is confirmed, and found under Closed', async () => {
  const api = await renderPage('/manage-dprs?tab=pending', {
    viewer: client,
    answers: { ...dprList, 'dprs.list': { counts, items: [occupancy] } },
  })
  await openMenu('Ward occupancy', 'Cancel request')
  expect(api.calls('dprs.cancel')).toEqual([])
  api.answer({
    'dprs.cancel': undefined,
    'dprs.list': ({ tab }) => ({
      counts,
      items: tab === 'closed' ? [{ ...occupancy, status: 'cancelled' }] : [],
    }),
  })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Request' }).click()
  await expectToast('Request Cancelled')
  expect(api.calls('dprs.cancel')).toEqual([{ dprId: 'DPR-1001' }])
  await page.getByRole('tab', { name: /^Closed\s*1$/ }).click()
  await expect.element(row('Ward occupancy').getByText('Cancelled')).toBeVisible()
})

test('a duplicate begins with the text of its model and is posted as a request of its own', {
  tags: 'long',
}, async () => {
  const model = dprPage({
    title: 'Ward occupancy',
    specifications: ['24 wards', 'Two years'],
    deliveryFormat: 'csv',
    reviewDays: 14,
    contacts: 'client@example.test',
  })
  const api = await renderPage('/manage-dprs?tab=pending', {
    viewer: client,
    answers: {
      ...dprList,
      ...model,
      'dprs.list': { counts, items: [occupancy] },
      'dprs.saveDraft': { id: draftId },
      'dprs.create': { id: 'DPR-1002' },
    },
  })
  await openMenu('Ward occupancy', 'Duplicate')
  await expect.element(page.getByText('A copy of')).toBeVisible()
  await openSection('Advanced')
  const second = page.getByRole('textbox', { name: 'Specification 2' })
  await expect.element(second).toHaveValue('Two years')
  await expect.element(page.getByLabelText('Budget to')).toHaveValue('25,000')
  await fillRequest({ 'Data type': 'Ward occupancy by day' })
  await page.getByRole('button', { name: 'Post DPR' }).click()
  await expectAddress('/manage-dprs?tab=pending')
  expect(api.calls('dprs.create')).toMatchObject([
    { title: 'Ward occupancy by day', specifications: ['24 wards', 'Two years'] },
  ])
})

test('what is typed is kept as a draft, found again and gone on with', async () => {
  const api = await renderPage('/create-dpr', {
    viewer: client,
    answers: { ...dprList, 'dprs.list': { counts, items: [] }, 'dprs.saveDraft': { id: draftId } },
  })
  await page.getByLabelText('Use case').fill('Planning beds')
  await page.getByLabelText('Data type').fill('Ward occupancy')
  await expectAddress(`/create-dpr?draft=${draftId}`)
  const kept = () => api.calls('dprs.saveDraft').at(-1)?.content
  await expect.poll(kept).toMatchObject({ title: 'Ward occupancy', useCase: 'Planning beds' })
  const draft = { id: draftId, title: 'Ward occupancy', content: kept() }
  await renderPage('/manage-dprs', {
    viewer: client,
    answers: { 'dprs.drafts': { items: [draft] }, 'dprs.draft': draft },
  })
  await page.getByRole('tab', { name: /^Drafts/ }).click()
  await page.getByRole('link', { name: 'Continue Ward occupancy' }).click()
  await expectAddress(`/create-dpr?draft=${draftId}`)
  await expect.element(page.getByLabelText('Data type')).toHaveValue('Ward occupancy')
  await expect.element(page.getByLabelText('Use case')).toHaveValue('Planning beds')
})

test('a posted draft is among the requests and no draft any more', { tags: 'long' }, async () => {
  const content = {
    title: 'Ward occupancy',
    category: 'healthcare',
    description: 'One row per ward and hour.',
    useCase: 'Planning beds',
    budgetMinCents: '20,000',
    budgetMaxCents: '30,000',
    timelineDays: '12',
    deliveryFormat: 'csv',
    minAccuracyPercent: 'none',
    complianceRequirements: 'GDPR',
    contacts: 'client@example.test',
  } as const
  const api = await renderPage(`/create-dpr?draft=${draftId}`, {
    viewer: client,
    answers: { ...dprList, 'dprs.draft': { id: draftId, content } },
  })
  await expect.element(page.getByLabelText('Use case')).toHaveValue('Planning beds')
  api.answer({
    'dprs.create': { id: 'DPR-1001' },
    'dprs.list': { counts: { ...counts, drafts: 0 }, items: [occupancy] },
  })
  await page.getByRole('button', { name: 'Post DPR' }).click()
  await expectAddress('/manage-dprs?tab=pending')
  await expect.element(row('Ward occupancy')).toBeVisible()
  await expect.element(page.getByRole('tab', { name: /Drafts/ })).not.toBeInTheDocument()
  expect(api.calls('dprs.create')).toMatchObject([{ title: 'Ward occupancy', draftId }])
})
