import { expect, it } from 'vitest'
import { pdfText } from '../../../testing/fixtures/pdf-text.ts'
import { makePdf, type PdfDocument } from './pdf.ts'

const paper: PdfDocument = {
  kind: 'Proposal',
  title: 'Retail Customer Purchase Histories',
  subtitle: 'Nguyễn Data for Łódź Žižkov & Ærø',
  documentId: 'OFR-301',
  issuedAt: new Date('2026-11-21T23:30:00Z'),
  blocks: [
    { definitions: [{ term: 'Privacy Level', value: 'Standard (ε ≤ 3)' }] },
    { heading: 'Deliverables' },
    { list: ['Synthetic dataset', 'Codebook'] },
    {
      table: {
        columns: [
          { label: 'Milestone', width: 3 },
          { label: 'Amount', width: 1, align: 'right' },
        ],
        rows: [['Funding', '$1,500']],
      },
    },
  ],
}

it('prints every block, and names in their own letters', async () => {
  const text = pdfText(await makePdf(paper))
  expect(text).toEqual([
    'Semblance',
    'Proposal OFR-301',
    'Nov 21, 2026',
    'Retail Customer Purchase Histories',
    'Nguyễn Data for Łódź Žižkov & Ærø',
    'Privacy LevelStandard (epsilon at most 3)',
    'Deliverables',
    'Synthetic dataset',
    'Codebook',
    'MilestoneAmount',
    'Funding$1,500',
    'Semblance proposal OFR-301Page 1 of 1',
  ])
})

it('numbers its pages, and leaves no row on two', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ term: `Term ${index}`, value: 'Value' }))
  const text = pdfText(await makePdf({ ...paper, blocks: [{ definitions: rows }] }))
  expect(text.filter((line) => /Page \d of \d/.test(line))).toEqual([
    'Semblance proposal OFR-301Page 1 of 3',
    'Semblance proposal OFR-301Page 2 of 3',
    'Semblance proposal OFR-301Page 3 of 3',
  ])
  expect(text.filter((line) => /^Term \d+Value$/.test(line))).toHaveLength(60)
})

it('is the same to the byte for the same content', async () => {
  expect((await makePdf(paper)).equals(await makePdf(paper))).toBe(true)
})

it('survives texts of any length', async () => {
  const long = 'without-a-space'.repeat(1000)
  const blocks = [
    { paragraph: long },
    { list: [long] },
    { definitions: [{ term: long, value: '' }] },
  ]
  const text = pdfText(await makePdf({ ...paper, title: long.slice(0, 200), blocks }))
  expect(text.join('').match(/without/g)!.length).toBeGreaterThan(2500)
})
