import { type Plot, svgElement } from '@semblance/plots'
import { createElement, useLayoutEffect, useRef, useState } from 'react'

type PlotFigureProps = {
  /** Lays the plot out for so many pixels. */
  draw: (box: { width: number; text: number }) => Plot
  /** A sentence: "visits_per_hour, original and synthetic twin, 98.9% match". */
  label: string
  /** Pixels; narrower boxes scroll. */
  minWidth?: number
}

const text = 12

/** Draws a plot as SVG, as wide as its box. */
export function PlotFigure({ draw, label, minWidth = 0 }: PlotFigureProps) {
  const { ref, width } = useWidth(minWidth)
  return <PlotSvg plot={draw({ width, text })} label={label} minWidth={minWidth} ref={ref} />
}

type PlotSvgProps = Pick<PlotFigureProps, 'label' | 'minWidth'> & {
  plot: Plot
  ref?: React.Ref<SVGSVGElement>
}

export function PlotSvg({ plot, label, minWidth, ref }: PlotSvgProps) {
  return (
    <svg
      ref={ref}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${plot.width} ${plot.height}`}
      className="plot num block h-auto w-full overflow-visible"
      style={{ minWidth }}
    >
      {plot.shapes.map((shape, index) => {
        const { tag, attributes, hint, text: words } = svgElement(shape)
        return createElement(
          tag,
          { key: index, ...attributes },
          hint && <title>{hint}</title>,
          words,
        )
      })}
    </svg>
  )
}

/** Returns the drawn width of an element, before it is first painted. */
function useWidth(minWidth: number) {
  const ref = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(400)
  useLayoutEffect(() => {
    const svg = ref.current
    if (!svg) return
    const measure = () => {
      const found = Math.round(svg.getBoundingClientRect().width)
      if (found > 0) setWidth(Math.max(minWidth, found)) // 0 while the page is hidden
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(svg)
    return () => observer.disconnect()
  }, [minWidth])
  return { ref, width }
}
