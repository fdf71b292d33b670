/** Fills in the form of a request, whose sections open one at a time. */
import { page } from 'vitest/browser'
import { choose } from './interactions.ts'

const sections = {
  Data: ['Data type', 'Category', 'Description', 'Use case'],
  Columns: [],
  'Budget and delivery': [
    'Budget from',
    'Budget to',
    'Timeline in days',
    'Delivery format',
    'Offers close after days',
  ],
  'Compliance and contacts': ['Compliance requirements', 'Contacts'],
  Advanced: ['No minimum accuracy', 'Specification 1', 'Minimum records'],
} as const
type Section = keyof typeof sections
type Label = (typeof sections)[Section][number]

export async function openSection(name: Section): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
}

/** Types into fields by their labels; choices are made, and boxes ticked. */
export async function fillRequest(values: Partial<Record<Label, string>>): Promise<void> {
  for (const section of Object.keys(sections) as Section[]) {
    const labels = (sections[section] as readonly Label[]).filter((label) => values[label])
    if (labels.length > 0) await openSection(section)
    for (const label of labels) await fillOne(label, values[label] ?? '')
  }
}

async function fillOne(label: Label, value: string): Promise<void> {
  if (label === 'Category' || label === 'Delivery format') await choose(label, value)
  else if (label === 'No minimum accuracy')
    await page.getByRole('checkbox', { name: label }).click()
  else await page.getByRole('textbox', { name: label }).first().fill(value)
}
