/** Lists as CSV files: every row that the list's filter leaves, in any number. */
import { uuid } from '@testing/example.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import {
  choose,
  downloadBy,
  expectNoDownload,
  expectToast,
  settled,
} from '@testing/interactions.ts'
import { answerAll, dprList } from '@testing/page-answers.ts'
import type { ProcedureName } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, staff, type Viewer, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const nextCursor = uuid(2)

type Asked = { cursor?: string; limit?: number }

const menuOf = (noun: string) => page.getByRole('button', { name: `Menu of ${noun}` })
async function startExport(noun: string): Promise<void> {
  await menuOf(noun).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
}
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()

/** Answers a list of two rows in two pages. */
const twoPages = (name: ProcedureName): Answers => ({
  [name]: ({ cursor }: Asked) => ({ items: [{}], nextCursor: cursor ? null : nextCursor }),
})

async function exported(noun: string) {
  const file = await downloadBy(() => startExport(noun))
  const [head, ...lines] = (await file.text()).split('\r\n')
  return { name: file.name, head, lines: lines.slice(0, -1) }
}

type Export = {
  noun: string
  viewer: Viewer
  path: string
  procedure: ProcedureName
  filter: object
  head: string
  show?: () => Promise<void>
}

const exports = casesOf<Export>(
  [
    {
      noun: 'pending DPRs',
      viewer: client,
      path: '/manage-dprs?tab=pending&search=Export+row&sort=budget-low',
      procedure: 'dprs.list',
      filter: { tab: 'pending', search: 'Export row', sort: 'budget-low' },
      head: 'ID,Request,Category,Status,',
    },
    {
      noun: 'notifications',
      viewer: vendor,
      path: '/contact-support',
      procedure: 'notifications.list',
      filter: {},
      head: 'Type,Title,Message,',
      show: () => press(/^Notifications/),
    },
  ],
  [
    {
      noun: 'all offers',
      viewer: vendor,
      path: '/vendor-my-offers',
      procedure: 'offers.listSent',
      filter: {},
      head: 'Offer,Request,Title,Client,',
    },
    {
      noun: 'reviews of Name',
      viewer: vendor,
      path: '/company-profile',
      procedure: 'companies.reviews',
      filter: { companyId: expect.any(String) },
      head: 'Reviewer,Rating,Project,Comment,',
    },
    {
      noun: 'saved searches',
      viewer: vendor,
      path: '/marketplace',
      procedure: 'market.savedSearches',
      filter: {},
      head: 'Name,Search,Category,',
      show: () => press('Saved searches'),
    },
    {
      noun: 'organizations',
      viewer: staff,
      path: '/admin/organizations?q=Halden&status=active',
      procedure: 'admin.organizations.list',
      filter: { search: 'Halden', status: 'active' },
      head: 'Organization,Organization ID,E-mail,',
    },
    {
      noun: 'transactions',
      viewer: vendor,
      path: '/vendor-earnings?status=pending&q=claims',
      procedure: 'earnings.list',
      filter: { status: 'pending', search: 'claims' },
      head: 'Transaction,Contract,Project,',
    },
  ],
)

test.each(exports)(
  'the file of $noun has every row of the list, beyond those on the page',
  { tags: 'scaled' },
  async ({ noun, viewer, path, procedure, filter, head, show }) => {
    const api = await renderPage(path, {
      viewer,
      answers: {
        ...answerAll(),
        'companies.get': { isVendor: true, stars: [0, 0, 0, 0, 0] },
        ...twoPages(procedure),
      },
    })
    await show?.()
    await expect.element(menuOf(noun)).toBeVisible()
    await settled()
    const before = api.calls(procedure).length
    const file = await exported(noun)
    expect(file.name).toMatch(
      new RegExp(`^${noun.replaceAll(' ', '-')}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    )
    expect(file.head?.replace('\uFEFF', '')).toContain(head)
    expect(file.lines).toHaveLength(2)
    const [first, second] = api.calls(procedure).slice(before) as Asked[]
    expect(first).toEqual({ limit: 100, ...filter })
    expect(second).toEqual({ limit: 100, cursor: nextCursor, ...filter })
  },
)

const pendingDprs = {
  viewer: client,
  answers: {
    ...dprList,
    'dprs.list': ({ cursor }: Asked) => ({
      counts: { pending: 105 },
      items: Array.from({ length: cursor ? 5 : 100 }, (_, row) => ({ id: `DPR-${cursor}${row}` })),
      nextCursor: cursor ? null : nextCursor,
    }),
  },
}

test('a long export tells how far it is, and stops when it is cancelled', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/manage-dprs?tab=pending', pendingDprs)
  await expect.element(menuOf('pending DPRs')).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  api.answer({
    'dprs.list': async (asked) => {
      if (asked.cursor) await held
      return pendingDprs.answers['dprs.list'](asked)
    },
  })
  await expectNoDownload(async () => {
    await startExport('pending DPRs')
    await expect.element(page.getByText('100 rows read')).toBeVisible()
    await press('Cancel the export of pending DPRs')
    await expect.element(menuOf('pending DPRs')).toBeVisible()
    release()
  })
  await expect.element(page.getByText('Export Failed')).not.toBeInTheDocument()
})

test('an export that fails says so and saves nothing', { tags: 'long' }, async () => {
  const api = await renderPage('/manage-dprs?tab=pending', pendingDprs)
  await expect.element(menuOf('pending DPRs')).toBeVisible()
  api.answer({ 'dprs.list': refuse('internal') })
  await expectNoDownload(async () => {
    await startExport('pending DPRs')
    await expectToast('Export Failed', 'Nothing was saved.')
  })
  await expect.element(menuOf('pending DPRs')).toBeVisible()
})

test('an empty list cannot be exported', async () => {
  await renderPage('/admin/organizations?status=suspended', {
    viewer: staff,
    answers: { ...answerAll(), 'admin.organizations.list': { items: [] } },
  })
  await expect.element(page.getByText('No organization fits')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Menu of/ })).not.toBeInTheDocument()
})

test('the report of earnings has every transaction of the period', { tags: 'long' }, async () => {
  const api = await renderPage('/vendor-earnings?status=pending', {
    viewer: vendor,
    answers: { ...answerAll(), ...twoPages('earnings.list') },
  })
  await press('Export Report')
  await choose('Period', 'All time')
  await settled()
  const before = api.calls('earnings.list').length
  const report = await downloadBy(() => press('Download CSV'))
  expect(report.name).toMatch(/^earnings-all-.*\.csv$/)
  expect((await report.text()).split('\r\n')).toHaveLength(4)
  expect(api.calls('earnings.list').slice(before)).toEqual([
    { limit: 100 },
    { limit: 100, cursor: nextCursor },
  ])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
