import { svgText } from '@semblance/plots'
import { everyKind } from '@semblance/plots/testing'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PlotSvg } from './plot-figure.tsx'

const shapesIn = (svg: string) =>
  [...svg.matchAll(/<(line|rect|path|text)( [^>]*)>/g)].map(([, tag, attributes = '']) => [
    tag,
    attributes.match(/ (?:fill|x|y|d|width|height|stroke-width|text-anchor)="[^"]*"/g)?.sort(),
  ])

describe('PlotSvg', () => {
  it.each(Object.entries(everyKind))('draws what the printed SVG draws: %s', (_, draw) => {
    const plot = draw({ width: 300, text: 12 })
    const page = shapesIn(renderToStaticMarkup(<PlotSvg plot={plot} label="A plot" />))
    expect(page.map(([tag]) => tag)).toEqual(plot.shapes.map(({ kind }) => kind))
    expect(page).toEqual(shapesIn(svgText(plot, 'A plot')))
  })

  it('is an image with a name, and says the whole of a cut label when pointed at', () => {
    const plot = everyKind['pair map with long names']!({ width: 300, text: 12 })
    const page = renderToStaticMarkup(<PlotSvg plot={plot} label="Two columns" />)
    expect(page).toMatch(/^<svg role="img" aria-label="Two columns"/)
    expect(page).toMatch(
      /<title>A category whose name is far longer[^<]+ wide<\/title>A category w…/,
    )
  })
})
