/** The vendor reviews what was found in its files: kinds, relations, and rules that every row keeps. */
import { type ColumnKind, type DataContract, dataContract } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { choose, expectToast, press } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Delivery = NonNullable<Sketch<OutputOf<'deliveries.latest'>>>
type Reviewed = NonNullable<Delivery['review']>[number]

const columnsOf = (kinds: Record<string, ColumnKind>) =>
  Object.entries(kinds).map(([name, kind]) => ({ name, kind }))

type Profiles = Sketch<OutputOf<'deliveries.profiles'>>

const inReview = async (...review: Reviewed[]) => await withProfiles(review, { tables: [] })

const withProfiles = async (
  review: Reviewed[],
  profiles: Profiles,
  agreed: DataContract | null = null,
) =>
  await renderPage('/data-upload/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor', status: 'in_progress' }),
      'deliveries.latest': { status: 'review', review, fileCount: review.length },
      'deliveries.profiles': profiles,
      'dprs.get': { dataContract: agreed },
    },
  })
const region = (table: string) => page.getByRole('region', { name: `Review ${table}` })
const confirm = page.getByRole('button', { name: 'Confirm and Submit Delivery' })

type Table = Pick<Reviewed, 'suggested'> & {
  name: string
  file: string
  rows: number
  /** Holds the size of the table in the words of the page. */
  shown: string
  kinds: Record<string, ColumnKind>
  labels: Record<string, string>
}

const parent = { table: 'meters', column: 'meter', key: 'meter', maxRows: 2 }
const tables: Table[] = [
  {
    name: 'meters',
    file: 'grid.zip > grid/meters.csv',
    rows: 150,
    shown: '150 rows, 4 columns',
    kinds: { meter: 'key', fitted: 'date', load: 'number', city: 'category' },
    labels: { meter: 'Key', fitted: 'Date', load: 'Number', city: 'Category' },
  },
  {
    name: 'readings',
    file: 'grid.zip > grid/2026/readings.jsonl',
    rows: 300,
    shown: '300 rows, 3 columns',
    kinds: { reading: 'key', meter: 'category', use: 'integer' },
    labels: { reading: 'Key', use: 'Whole number' },
    suggested: { parent },
  },
  {
    name: 'titanic3',
    file: 'titanic3.xls',
    rows: 1309,
    shown: '1,309 rows, 3 columns',
    kinds: { sex: 'category', fare: 'number', name: 'pii' },
    labels: { sex: 'Category', fare: 'Number', name: 'Personal data' },
  },
]

test('every table shows its rows and kinds, and one that belongs to another is submitted so', async () => {
  const api = await inReview(
    ...tables.map(({ kinds, ...table }) => ({ ...table, columns: columnsOf(kinds) })),
  )
  for (const { name, file, shown, labels } of tables) {
    await expect.element(region(name).getByText(`${file}: ${shown}`)).toBeVisible()
    for (const [column, label] of Object.entries(labels)) {
      const kind = region(name).getByRole('combobox', { name: `Kind of ${column}`, exact: true })
      await expect.element(kind).toHaveTextContent(label)
    }
  }
  await region('readings').getByLabelText('Rows belong to those of meters').click()
  await choose('Kind of use', 'Category')
  const ready: Delivery = { id: uuid(9), status: 'ready' }
  api.answer({ 'deliveries.submit': ready, 'deliveries.latest': ready })
  await confirm.click()
  await expectToast('Data Delivered Successfully')
  await expect.element(page.getByRole('heading', { name: 'Delivery Complete' })).toBeVisible()
  const [sent] = api.calls('deliveries.submit')
  expect(sent?.choices).toEqual([{ table: 'readings', column: 'use', kind: 'category' }])
  expect(sent?.tables).toMatchObject([{ table: 'readings', parent }])
})

test('a rule is added by the keyboard, one that cannot hold is refused, and one is removed', {
  tags: 'long',
}, async () => {
  const api = await inReview({
    name: 'visits',
    file: 'visits.csv',
    rows: 450,
    columns: columnsOf({ patient_id: 'key', ward: 'category', paid: 'number', billed: 'number' }),
    suggested: { entity: { column: 'patient_id', maxRows: 3 } },
  })
  await choose('Whose rows belong together', 'patient_id')
  await expect
    .element(page.getByRole('combobox', { name: 'Rows of each that count' }))
    .toHaveTextContent('3')

  const form = page.getByRole('group', { name: 'Add a rule' })
  const own = page.getByRole('list', { name: 'Rules you have added' }).getByRole('listitem')
  const ownRules = () => own.elements().map((rule) => rule.textContent)
  const pressOn = async (name: string) => {
    page.getByRole('button', { name, exact: true }).element().focus()
    await press('Enter')
  }
  const pick = async (label: string, column: string) => {
    form.getByRole('combobox', { name: label }).element().focus()
    await press('Enter')
    const option = page.getByRole('option', { name: column, exact: true })
    await expect.element(option).toBeVisible()
    option.element().focus()
    await press('Enter')
    await expect.element(option).not.toBeInTheDocument()
  }
  await pressOn('Add a Rule')
  await pick('Lower or earlier column', 'paid')
  await pick('Higher or later column', 'billed')
  await expect.element(form.getByText('In every row, paid is never above billed.')).toBeVisible()
  await pressOn('Add Rule')
  await expect.poll(ownRules).toEqual(['paid is never above billed'])
  await expect.element(page.getByRole('button', { name: 'Add a Rule' })).toHaveFocus()

  await press('Enter')
  await pick('Lower or earlier column', 'billed')
  await pick('Higher or later column', 'paid')
  const impossible = form.getByText('paid is never above billed by other rules already')
  await expect.element(impossible).toBeVisible()
  await pressOn('Add Rule')
  expect(ownRules()).toHaveLength(1)
  form.getByRole('radio', { name: 'Dependency' }).element().focus()
  await press('Space')
  await pick('Columns that decide', 'paid')
  await pick('Column that is decided', 'ward')
  await pressOn('Add Rule')
  await expect.poll(() => ownRules().length).toBe(2)
  await pressOn('Remove the rule paid decides ward')
  await expect.poll(() => ownRules().length).toBe(1)
  api.answer({ 'deliveries.submit': { status: 'queued' } })
  await confirm.click()
  await expect
    .poll(() => api.calls('deliveries.submit')[0]?.tables)
    .toMatchObject([
      {
        table: 'visits',
        entity: { column: 'patient_id', maxRows: 3 },
        rules: [{ order: ['paid', 'billed'] }],
      },
    ])
})

test('rows that look like a series are asked about, and are one once the time is chosen', async () => {
  const api = await inReview({
    name: 'readings',
    file: 'readings.csv',
    rows: 600,
    columns: columnsOf({ at: 'timestamp', level: 'integer' }),
    followsBy: 'at',
  })
  await expect
    .element(region('readings').getByText(/Is this one series\? Sorted by at,/))
    .toBeVisible()
  await choose('Rows follow each other in', 'at')
  await expect.element(region('readings').getByText(/Is this one series/)).not.toBeInTheDocument()
  const ready: Delivery = { id: uuid(9), status: 'ready' }
  api.answer({ 'deliveries.submit': ready, 'deliveries.latest': ready })
  await confirm.click()
  await expectToast('Data Delivered Successfully')
  const [sent] = api.calls('deliveries.submit')
  expect(sent?.tables).toMatchObject([{ table: 'readings', series: { time: 'at' } }])
})

test('what needs a decision comes first, with its evidence, and may be left out', async () => {
  const columns = columnsOf({ days: 'integer', age: 'integer', note: 'text' })
  const agreed = dataContract.parse({
    ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'c', version: '1', status: 'active' },
    schema: [{ name: 'calls', properties: [{ name: 'days', required: true }, { name: 'age' }] }],
  })
  const profiles: Profiles = {
    tables: [
      {
        name: 'calls',
        rows: 200,
        columns: [
          {
            ...{ name: 'days', distinct: 50, sentinel: { value: '-1', rows: 160 } },
            plot: { type: 'histogram', edges: [-1, 0, 1], counts: [160, 40] },
          },
          {
            ...{ name: 'age', distinct: 40, because: '100% whole numbers', examples: ['58', '44'] },
            range: { low: '18', median: '39', high: '95' },
            plot: { type: 'histogram', edges: [18, 50, 95], counts: [150, 50] },
          },
          { name: 'note', distinct: 200, examples: ['xxxx xx 0000'] },
        ],
      },
    ],
  }
  const api = await withProfiles(
    [{ name: 'calls', file: 'calls.csv', rows: 200, columns }],
    profiles,
    agreed,
  )
  const panel = region('calls')
  await expect.element(panel.getByText('2 columns need your decision; 1 is clear.')).toBeVisible()
  const decisions = page.getByRole('list', { name: 'Columns that need your decision' })
  await expect
    .element(
      decisions.getByText('-1 stands in 80% of the rows and looks like a sign, not a number.'),
    )
    .toBeVisible()
  await expect.element(decisions.getByText('Free text, which may name people.')).toBeVisible()
  await expect.element(panel.getByText('18 to 95')).toBeVisible()
  await expect.element(panel.getByText('100% whole numbers')).toBeVisible()
  const broken = decisions.getByText('Cells with -1 become missing; agreed: no missing values.')
  await expect.element(broken).toBeVisible()
  const ofDays = decisions.getByLabelText('What becomes of days')
  await expect.element(ofDays.getByRole('radio', { name: '-1 means missing' })).toBeChecked()
  await ofDays.getByRole('radio', { name: 'Keep as a number' }).click()
  await expect.element(broken).not.toBeInTheDocument()
  await decisions
    .getByLabelText('What becomes of note')
    .getByRole('radio', { name: 'Leave out' })
    .click()
  await panel.getByRole('checkbox', { name: 'Keep age' }).click()
  await expect.element(page.getByText('1 of 3')).toBeVisible()
  await expect
    .element(panel.getByText(/^The data contract has this column: left out/))
    .toBeVisible()
  api.answer({ 'deliveries.submit': { status: 'queued' } })
  await confirm.click()
  await expect
    .poll(() => api.calls('deliveries.submit')[0]?.choices)
    .toEqual([
      { table: 'calls', column: 'days', sentinel: null },
      { table: 'calls', column: 'note', drop: true },
      { table: 'calls', column: 'age', drop: true },
    ])
})
