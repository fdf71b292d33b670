import { figureRules } from './quarter-texts.ts'

/** Explains how figures of the market are made. */
export function FigureRules() {
  return (
    <details className="text-sm">
      <summary className="link w-fit cursor-pointer font-medium">How figures are made</summary>
      {figureRules.map((text) => (
        <p key={text} className="mt-2.5 max-w-[80ch] text-muted-foreground">
          {text}
        </p>
      ))}
    </details>
  )
}
