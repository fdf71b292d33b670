import {
  type CheckVerdict,
  type CurrentTerms,
  complianceChecks,
  notCompared,
  termLabels,
} from '@semblance/contract'

const verdictLabels: Record<CheckVerdict, string> = {
  meets: 'Meets it',
  misses: 'Misses it',
  cannot_tell: 'Cannot tell',
}

/** Names each comparison of the compliance check, and what no program compares. */
export function ComparedTerms({ terms: { values, requirements } }: { terms: CurrentTerms }) {
  return (
    <details className="py-3 text-muted-foreground text-sm">
      <summary className="min-h-6 cursor-pointer text-primary max-md:min-h-10">
        What is compared
      </summary>
      <dl className="mt-1 grid gap-2">
        {complianceChecks(values, requirements).map(({ term, asked, offered, verdict }) => (
          <div key={term}>
            <dt className="font-medium text-foreground">
              {termLabels[term]}: {verdictLabels[verdict]}
            </dt>
            <dd>
              Asked: {asked}. Offered: {offered}.
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">{notCompared}</p>
    </details>
  )
}
