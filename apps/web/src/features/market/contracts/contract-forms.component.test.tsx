import { deliveryNotices } from '@semblance/contract'
import { axeFaults, downloadBy, expectRefusal, expectToast } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { reloadPage, renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dateTime } from '@/lib/format.ts'

const path = '/contract-details/CTR-2001'

test('a milestone wants a title, and then stands among the others for the vendor to start', async () => {
  const api = await renderPage(path, { viewer: client, answers: contractPage() })
  await page.getByRole('button', { name: 'Add Milestone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a milestone' })
  const description = dialog.getByLabelText(/^Description/)
  await description.fill('Without a name.')
  await dialog.getByRole('button', { name: 'Add Milestone' }).click()
  await expectRefusal(dialog.getByRole('textbox', { name: 'Title' }), 'Title is required')
  await expect.element(description).toHaveValue('Without a name.')
  expect(api.calls('milestones.add')).toEqual([])
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Dictionary agreed')
  const added = { title: 'Dictionary agreed', kind: 'agreed', addedBy: 'client' } as const
  api.answer({ ...contractPage({ side: 'client', milestones: [added] }), 'milestones.add': added })
  await dialog.getByRole('button', { name: 'Add Milestone' }).click()
  await expectToast('Milestone added', 'Dictionary agreed')
  await expect.element(page.getByText('Added by Halden Retail')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Start/ })).not.toBeInTheDocument()
  expect(api.calls('milestones.add')).toMatchObject([
    { contractId: 'CTR-2001', title: 'Dictionary agreed', description: 'Without a name.' },
  ])
})

test.each(casesOf<'client' | 'vendor'>(['client'], ['vendor']))(
  'the %s reads that a delivery is held by a problem of ours, and since when',
  { tags: 'scaled' },
  async (side) => {
    const heldSince = new Date('2026-11-20T09:30:00Z')
    const held = { status: 'held', notice: 'held', noticeSince: heldSince } as const
    const contract = { side, status: 'synthetic_processing', heldSince } as const
    const api = await renderPage(path, {
      viewer: side === 'client' ? client : vendor,
      answers: { ...contractPage(contract), 'deliveries.latest': held },
    })
    const notice = page.getByRole('region', {
      name: 'The delivery is held by a problem on our side',
    })
    await expect.element(notice.getByText(deliveryNotices.uploaded.held[side])).toBeVisible()
    await expect.element(notice.getByText(dateTime(heldSince))).toBeVisible()
    await expect
      .element(page.getByRole('progressbar', { name: 'Synthesis progress' }))
      .not.toBeInTheDocument()
    expect(await axeFaults()).toEqual([])
    const delayed = { status: 'processing', notice: 'delayed', noticeSince: heldSince } as const
    api.answer({ ...contractPage({ ...contract, heldSince: null }), 'deliveries.latest': delayed })
    await reloadPage()
    await expect.element(page.getByText(deliveryNotices.uploaded.delayed[side])).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
  },
)

test('while a vendor measures on its own premises the client follows it, and a delay speaks of no files', {
  tags: 'long',
}, async () => {
  const measuring = {
    status: 'measuring',
    isMeasuredByVendor: true,
    stage: 'measuring',
    progress: 0.42,
    notice: null,
    noticeSince: null,
  } as const
  const api = await renderPage(path, {
    viewer: client,
    answers: {
      ...contractPage({ side: 'client', status: 'in_progress' }),
      'deliveries.latest': measuring,
    },
  })
  await expect.element(page.getByText('Measurement at the vendor')).toBeVisible()
  await expect.element(page.getByText('42%')).toBeVisible()
  await expect.element(page.getByText(/deleted with its key/)).not.toBeInTheDocument()
  api.answer({ 'deliveries.latest': { ...measuring, notice: 'delayed' } })
  await reloadPage()
  await expect.element(page.getByText(deliveryNotices.premises.delayed.client)).toBeVisible()
  api.answer({ 'deliveries.latest': { status: 'draft' } })
  await reloadPage()
  await expect.element(page.getByText('Measurement at the vendor')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('progressbar', { name: 'Synthesis progress' }))
    .not.toBeInTheDocument()
})

test('changes want a reason', { tags: 'long' }, async () => {
  const api = await renderPage(path, {
    viewer: client,
    answers: contractPage({ status: 'pending_review', changeRequestsLeft: 3 }),
  })
  await page.getByRole('button', { name: 'Request Changes' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Request Changes' }).click()
  const field = dialog.getByRole('textbox', { name: 'What should change' })
  await expectRefusal(field, / is required$/)
  expect(api.calls('deliveries.requestChanges')).toEqual([])
  await field.fill('Counties are missing.')
  api.answer({ 'deliveries.requestChanges': {} })
  await dialog.getByRole('button', { name: 'Request Changes' }).click()
  await expectToast('Changes Requested')
  expect(api.calls('deliveries.requestChanges')).toMatchObject([
    { contractId: 'CTR-2001', reason: 'Counties are missing.' },
  ])
})

test('the contract comes as a PDF, and one that does not arrive says so', async () => {
  const api = await renderPage(path, { viewer: client, answers: contractPage() })
  const get = 'GET /api/contracts/CTR-2001/contract.pdf'
  const button = page.getByRole('button', { name: 'Download Contract' })
  api.answerHttp({ [get]: () => new Response(null, { status: 503 }) })
  await button.click()
  await expectToast('Contract not downloaded')
  api.answerHttp({ [get]: () => new Response('%PDF-1.7') })
  const download = await downloadBy(() => button.click())
  expect(download.name).toBe('CTR-2001-contract.pdf')
  expect(await download.text()).toBe('%PDF-1.7')
})

const agreement = {
  revision: 2,
  termsSha256: 'a'.repeat(64),
  agreementSha256: 'c'.repeat(64),
  documentSha256: 'b'.repeat(64),
  drawnAt: new Date('2026-11-20T09:30:00Z'),
  consents: [
    {
      ...{ side: 'client' as const, act: 'accept' as const, personName: 'Ada Lovelace' },
      ...{ isByKey: false, hadSecondFactor: true, at: new Date('2026-11-20T09:30:00Z') },
    },
  ],
}

test('the agreement is shown with its hashes, and comes as PDF; the annex to the client alone', async () => {
  const api = await renderPage(path, {
    viewer: client,
    answers: contractPage({ side: 'client', revision: 2, agreement }),
  })
  const panel = page.getByRole('region', { name: 'Documents' })
  await panel.getByText('Consents and hashes of the agreement').click()
  for (const hash of [agreement.documentSha256, agreement.termsSha256, agreement.agreementSha256]) {
    const short = `${hash.slice(0, 12)}…${hash.slice(-8)}`
    await expect.element(panel.getByText(short)).toHaveAttribute('title', hash)
  }
  await expect.element(panel.getByText('Ada Lovelace · With a second factor')).toBeVisible()
  await expect.element(panel.getByText('Not recorded')).toBeVisible()
  for (const [label, name] of [
    ['Agreement', 'agreement'],
    ['Fee annex', 'fee-annex'],
  ] as const) {
    api.answerHttp({
      [`GET /api/contracts/CTR-2001/revisions/2/${name}.pdf`]: () => new Response(`%PDF ${name}`),
    })
    const download = await downloadBy(() =>
      panel.getByRole('button', { name: label, exact: true }).click(),
    )
    expect(download.name).toBe(`CTR-2001-${name}-2.pdf`)
    expect(await download.text()).toBe(`%PDF ${name}`)
  }
})

test('the vendor is offered the agreement without the annex', async () => {
  const contract = { side: 'vendor', revision: 2, agreement } as const
  await renderPage(path, { viewer: vendor, answers: contractPage(contract) })
  await expect.element(page.getByRole('button', { name: 'Agreement' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Fee annex' })).not.toBeInTheDocument()
})

test('a contract without an agreement document says that none is on record', async () => {
  await renderPage(path, {
    viewer: client,
    answers: contractPage({ revision: 3, agreement: null }),
  })
  await expect
    .element(page.getByText('No agreement document is on record for revision 3.'))
    .toBeVisible()
})
