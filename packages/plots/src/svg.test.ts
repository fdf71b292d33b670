import { expect, it } from 'vitest'
import { everyKind } from '../testing/every-kind.ts'
import { bars } from './bars.ts'
import type { Shape } from './shape.ts'
import { svgText } from './svg.ts'

it.each(Object.entries(everyKind))('prints each shape as one element, in order: %s', (_, draw) => {
  const plot = draw({ width: 300, text: 12 })
  const tags = [...svgText(plot, 'A plot').matchAll(/<(line|rect|path|text)\b/g)]
  expect(tags.map(([, tag]) => tag)).toEqual(plot.shapes.map(({ kind }) => kind))
})

it('cannot be broken out of by a name', () => {
  const evil = '"><script>alert(1)</script>'
  const box = { width: 900, text: 12 }
  const plot = bars({ labels: [evil], original: [1], synthetic: [1] }, box, 'exact')
  const svg = svgText(plot, evil)
  expect(svg).not.toContain('<script')
  expect(svg.match(/&#34;&#62;&#60;script/g)?.length).toBeGreaterThan(3)
})

it('names the roles of its colors, never a color', () => {
  for (const draw of Object.values(everyKind))
    for (const [, color] of svgText(draw({ width: 300, text: 12 }), '').matchAll(
      /(?:fill|stroke)="([^"]+)"/g,
    ))
      expect(color).toMatch(/^(none|var\(--plot-\w+\)|color-mix\(in oklab,var\(--plot-\w+\) .+\))$/)
})

it('writes every attribute that a shape has', () => {
  const words = { kind: 'text', x: 1, y: 2, text: 'b', size: 12, room: 9, role: 'muted' } as const
  const shapes: Shape[] = [
    { kind: 'line', x1: 0, y1: 1, x2: 2, y2: 3, role: 'axis', stroke: 1 },
    { kind: 'path', d: 'M0 0V1', role: 'original', tint: { share: 0.5, over: 'sunken' } },
    { ...words, anchor: 'middle', isName: true },
    { ...words, anchor: 'end', hint: 'beta' },
  ]
  expect(svgText({ width: 10, height: 20, shapes }, 'A plot')).toBe(
    [
      '<svg class="plot" role="img" aria-label="A plot" viewBox="0 0 10 20">',
      '<line x1="0" y1="1" x2="2" y2="3" fill="none" stroke="var(--plot-axis)" stroke-width="1"></line>',
      '<path d="M0 0V1" fill="color-mix(in oklab,var(--plot-original) 50.0%,var(--plot-sunken))"></path>',
      '<text x="1" y="2" font-size="12" fill="var(--plot-muted)" text-anchor="middle" class="plot-name">b</text>',
      '<text x="1" y="2" font-size="12" fill="var(--plot-muted)" text-anchor="end"><title>beta</title>b</text>',
      '</svg>',
    ].join(''),
  )
})
