import { describe, expect, it } from 'vitest'
import { everyKind } from '../testing/every-kind.ts'
import type { Plot, Shape } from './shape.ts'

const page = { width: 300, text: 12 }

/** One line per shape: its kind, geometry, color, and what it says. */
function written({ width, height, shapes }: Plot): string {
  const line = ({ kind, role, hint, ...rest }: Shape) => {
    const { text, d, tint, isName, ...numbers } = {
      text: '',
      d: '',
      isName: false,
      tint: null,
      ...rest,
    }
    const parts = Object.entries(numbers)
      .sort()
      .map(([name, value]) => `${name}=${value}`)
    const color = tint ? `${role}*${Number(tint.share.toFixed(3))} over ${tint.over}` : role
    return [kind, d, text, `[${color}]`, ...parts, isName && 'name', hint && `hint: ${hint}`]
      .filter(Boolean)
      .join(' ')
  }
  return [`${width} x ${height}`, ...shapes.map(line)].join('\n')
}

describe('a plot', () => {
  it.each(Object.entries(everyKind))('is drawn as before: %s', (_, draw) => {
    expect(written(draw(page))).toMatchSnapshot()
  })

  it.each(Object.entries(everyKind))('stays in its box at any width: %s', (_, draw) => {
    for (const width of [150, 214, 300, 495, 1000]) {
      const { height, shapes } = draw({ width, text: 12 })
      for (const shape of shapes) {
        for (const value of Object.values(shape))
          if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(0)
        expect(JSON.stringify(shape)).not.toMatch(/null|NaN|Infinity/)
        if (shape.kind === 'rect') {
          expect(shape.x + shape.width).toBeLessThanOrEqual(width + 0.1)
          expect(shape.y + shape.height).toBeLessThanOrEqual(height + 0.1)
        }
        if (shape.kind === 'text') expect(shape.y).toBeLessThanOrEqual(height)
      }
    }
  })

  it.each(Object.entries(everyKind))('scales from pixels to points: %s', (_, draw) => {
    const [large, small] = [draw({ width: 300, text: 12 }), draw({ width: 150, text: 6 })]
    expect(small.height).toBeCloseTo(large.height / 2)
    expect(small.shapes.map(({ kind }) => kind)).toEqual(large.shapes.map(({ kind }) => kind))
  })
})
