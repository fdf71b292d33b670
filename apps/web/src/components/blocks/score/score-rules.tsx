import { scoreLimits, scorePartIds, scoreParts } from '@semblance/contract'

/** Explains how a score is computed, what it leaves out and what it cannot find out. */
export function ScoreRules() {
  return (
    <details className="group mt-1 border-t pt-3 text-sm">
      <summary className="link w-fit cursor-pointer font-medium">How it is computed</summary>
      <dl className="mt-3 grid gap-2.5">
        {scorePartIds.map((id) => (
          <div key={id}>
            <dt className="font-medium">
              {scoreParts[id].label}, {scoreParts[id].weight} of 100
            </dt>
            <dd className="text-muted-foreground">{scoreParts[id].rule}</dd>
          </div>
        ))}
      </dl>
      {Object.values(scoreLimits).map((text) => (
        <p key={text} className="mt-2.5 text-muted-foreground">
          {text}
        </p>
      ))}
    </details>
  )
}
