import type { ComponentType, SVGProps } from 'react'

export type StatusIcon = ComponentType<SVGProps<SVGSVGElement>>

/** Draws the icon of a step that has not started. */
export function DashedRing(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 14 14" aria-hidden {...props}>
      <circle
        cx="7"
        cy="7"
        r="5.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeDasharray="2.3 2"
      />
    </svg>
  )
}

function FilledRing({ share, ...props }: SVGProps<SVGSVGElement> & { share: number }) {
  return (
    <svg viewBox="0 0 14 14" aria-hidden {...props}>
      <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.7" />
      <circle
        cx="7"
        cy="7"
        r="1.75"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.5"
        strokeDasharray={`${share * 11} 11`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  )
}

/** Draws the icon of a step in progress. */
export function HalfRing(props: SVGProps<SVGSVGElement>) {
  return <FilledRing share={0.5} {...props} />
}

/** Draws the icon of a step that is nearly finished. */
export function ThreeQuarterRing(props: SVGProps<SVGSVGElement>) {
  return <FilledRing share={0.75} {...props} />
}

/** Shows the original's curve and its twin. */
export function TwinCurves(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden {...props}>
      <path d="M1 12C4 12 4 3 6 3S8 12 11 12" strokeWidth="1.4" strokeDasharray="1.4 1.2" />
      <path d="M3 12C6 12 6 2 8.2 2S10.5 12 13.4 12" strokeWidth="1.7" />
    </svg>
  )
}
