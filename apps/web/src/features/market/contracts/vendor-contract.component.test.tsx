/** A vendor works on a contract: milestones, phases, and an extension it asks for. */
import { uuid } from '@testing/example.ts'
import { fakeApi } from '@testing/fake-api.ts'
import { expectToast } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test("the client's milestone is started, completed and can be taken up again", async () => {
  const milestone = {
    id: uuid(9),
    title: 'Schema agreed',
    kind: 'agreed',
    addedBy: 'client',
  } as const
  const stands = (state: 'pending' | 'in_progress' | 'completed') => {
    const milestones = [{ ...milestone, state, status: state }]
    return contractPage({ side: 'vendor', status: 'in_progress', milestones })
  }
  const api = await renderPage('/contract-details/CTR-2001', {
    viewer: vendor,
    answers: stands('pending'),
  })
  const step = (name: string) => page.getByRole('button', { name: `${name} Schema agreed` })
  await expect.element(step('Complete')).not.toBeInTheDocument()
  api.answer({ ...stands('in_progress'), 'milestones.start': milestone })
  await step('Start').click()
  await expectToast('Milestone started', 'Schema agreed')
  await expect.element(step('Complete')).toBeVisible()
  api.answer({ ...stands('completed'), 'milestones.complete': milestone })
  await step('Complete').click()
  await expectToast('Milestone completed', 'Schema agreed')
  await expect.element(step('Reopen')).toBeVisible()
  expect(api.calls('milestones.start')).toEqual([{ milestoneId: milestone.id }])
  expect(api.calls('milestones.complete')).toEqual([{ milestoneId: milestone.id }])
})

test('the timeline counts completed phases of all phases, and goes on with the delivery', async () => {
  const ids = ['agreement', 'funding', 'collection', 'submission', 'synthesis', 'review'] as const
  const at = (completed: number, overallPercent: number) => ({
    'timelines.get': {
      contractId: 'CTR-2001',
      side: 'vendor' as const,
      overallPercent,
      phases: ids.map((id, index) => ({
        id,
        status: index < completed ? ('completed' as const) : ('pending' as const),
      })),
    },
  })
  const api = await renderPage('/project-timeline/CTR-2001', {
    viewer: vendor,
    answers: { ...contractPage({ side: 'vendor' }), ...at(2, 33) },
  })
  const overall = page.getByRole('region', { name: 'Overall progress' })
  for (const [completed, percent] of [
    [2, 33],
    [4, 67],
  ] as const) {
    fakeApi(at(completed, percent))
    if (completed > 2) await api.emit({ topic: 'contract.changed', id: 'CTR-2001' })
    await expect.element(overall.getByText(`${completed} of 6 completed`)).toBeVisible()
    await expect.element(overall.getByText(`${percent}%`, { exact: true })).toBeVisible()
    await expect
      .element(overall.getByRole('progressbar'))
      .toHaveAttribute('aria-valuenow', String(percent))
  }
})

test('an extension is asked for in Messages, with the timeline to fill in', {
  tags: 'long',
}, async () => {
  const conversation = { id: uuid(700), side: 'vendor' as const, contractId: 'CTR-2001' }
  const api = await renderPage('/vendor-active-contracts', {
    viewer: vendor,
    answers: {
      'contracts.list': {
        items: [
          {
            id: 'CTR-2001',
            title: 'Grid load by hour',
            status: 'in_progress',
            openChangeRequest: { reason: 'Two months are missing.' },
          },
        ],
      },
      'negotiation.open': conversation,
      'negotiation.get': conversation,
      'negotiation.list': { items: [conversation] },
      'negotiation.messages': { items: [] },
      'negotiation.termHistory': { items: [] },
      'negotiation.terms': {
        revision: 3,
        values: { priceCents: 18_500_00n, timelineDays: 10, dataFormats: ['csv'] },
        requirements: { timelineDays: 14, deliveryFormat: 'csv' },
        canPropose: true,
      },
      'negotiation.propose': {},
    },
  })
  await expect.element(page.getByText('Two months are missing.')).toBeVisible()
  await page.getByRole('button', { name: 'Request Extension of Grid load by hour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose Contract Changes' })
  const days = dialog.getByLabelText('Proposed Delivery Timeline')
  await expect.element(days).toHaveFocus()
  await days.fill('21')
  await dialog.getByLabelText(/^Note/).fill('We wait for the meters.')
  await dialog.getByRole('button', { name: 'Send Proposal' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.calls('negotiation.open')).toMatchObject([{ contractId: 'CTR-2001' }])
  expect(api.calls('negotiation.propose')).toMatchObject([
    { revision: 3, changes: { timelineDays: 21 }, note: 'We wait for the meters.' },
  ])
})
