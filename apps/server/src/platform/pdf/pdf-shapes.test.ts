import type { Plot } from '@semblance/plots'
import { everyKind } from '@semblance/plots/testing'
import { expect, it } from 'vitest'
import { drawShapes } from './pdf-shapes.ts'
import { openDocument, widthOf } from './pdf-text.ts'

const points = { width: 155, text: 7 }

const newDoc = () => openDocument({ compress: false })

/** The shapes of a page that holds nothing else, by the operators that paint them. */
async function printedShapes(plot: Plot): Promise<string[]> {
  const doc = newDoc()
  const chunks: Buffer[] = []
  const finished = new Promise((resolve) => doc.on('end', resolve))
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  drawShapes(doc, plot, 56, 56)
  doc.end()
  await finished
  const content = Buffer.concat(chunks).toString('latin1').split('\nstream\n')[1] ?? ''
  const painted = content.split('\nendstream')[0]!.matchAll(/[\s\S]*?\n(ET|S|f)(?=\n)/g)
  return [...painted].map(([part, operator]) => {
    if (operator === 'ET') return 'text'
    const built = [...part.matchAll(/ (m|l|c|re)\n/g)].map(([, name]) => name).join(' ')
    const kind = built === 're' ? 'rect' : built === 'm l' ? 'line' : 'path'
    return operator === 'S' ? `${kind} outlined` : kind
  })
}

it.each(Object.entries(everyKind))('prints each shape once, in order: %s', async (_, draw) => {
  const plot = draw(points)
  const expected = plot.shapes.map((shape) =>
    'stroke' in shape && shape.stroke ? `${shape.kind} outlined` : shape.kind,
  )
  expect(await printedShapes(plot)).toEqual(expected)
})

it.each(Object.entries(everyKind))('labels fit their room in the house font: %s', (_, draw) => {
  const doc = newDoc()
  for (const shape of draw(points).shapes)
    if (shape.kind === 'text')
      expect(widthOf(doc, shape.text, shape.size)).toBeLessThanOrEqual(shape.room + 0.01)
})
