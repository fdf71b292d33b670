import {
  type ClaimFigures,
  MAX_CLAIM_DELIVERIES,
  MIN_CLAIM_ORGANIZATIONS,
} from '@semblance/contract'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { count, dateTime, plural, usd } from '@/lib/format.ts'
import { type ClaimFigure, fixedClaims } from './fixed-claims.ts'

/** Shows each claim of the landing page with what is measured, and the marketplace's own figure. */
export function ClaimList({ answer }: { answer: ClaimFigures }) {
  return (
    <>
      <dl className="max-w-[80ch] border-t">
        {fixedClaims.map(({ sentences, truth, figure }) => (
          <div
            key={sentences[0]}
            className="grid gap-x-8 gap-y-2 border-b py-5 md:grid-cols-[240px_1fr]"
          >
            <dt className="font-medium">
              <ul className="grid gap-1">
                {sentences.map((sentence) => (
                  <li key={sentence}>“{sentence}”</li>
                ))}
              </ul>
            </dt>
            <dd className="text-base">
              <p>{truth}</p>
              {figure && <p className="mt-2 font-medium">{figureText(figure, answer.figures)}</p>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-[80ch] text-muted-foreground text-sm">
        Figures are of the newest deliveries, {count(MAX_CLAIM_DELIVERIES)} at most, without sample
        data, as of <TimeText at={answer.computedAt} show={dateTime} />. None is shown while fewer
        than {MIN_CLAIM_ORGANIZATIONS} vendors and {MIN_CLAIM_ORGANIZATIONS} clients are behind it.
      </p>
    </>
  )
}

const unknown = 'Too few deliveries so far to give a figure.'

type Figures = NonNullable<ClaimFigures['figures']>

function figureText(figure: ClaimFigure, figures: Figures | null): string {
  return figures ? texts[figure](figures) : unknown
}

const texts: Record<ClaimFigure, (figures: Figures) => string> = {
  accuracy: ({ medianAccuracyPercent, tenthAccuracyPercent }) =>
    medianAccuracyPercent === null || tenthAccuracyPercent === null
      ? unknown
      : `Measured here: half of the deliveries reach ${medianAccuracyPercent}%, nine of ten reach ${tenthAccuracyPercent}%.`,
  privacy: ({ formalPercent, medianEpsilon, deliveriesCount }) =>
    `Here: ${formalPercent}% of ${plural(deliveriesCount, 'delivery', 'deliveries')} have a formal guarantee${
      medianEpsilon === null ? '' : `; the median epsilon of these is ${medianEpsilon}`
    }.`,
  countries: ({ countriesCount }) =>
    `Here: vendors and clients of these deliveries are in ${plural(countriesCount, 'named country', 'named countries')}.`,
  paid: ({ paidCents, clientsCount, vendorsCount }) =>
    `Here: at least ${usd(Number(paidCents))} for completed contracts of ${plural(clientsCount, 'client')} and ${plural(vendorsCount, 'vendor')}.`,
}
