import {
  type Application,
  isUndecided,
  type SanctionsCheck,
  sanctionsThreshold,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { date, dateTime, plural } from '@/lib/format.ts'
import { sanctionsQuery } from './sanctions-query.ts'

/** Shows which names on the operator's lists are near the applicant's: now, or as kept with the decision. */
export function SanctionsEvidence({ application }: { application: Application }) {
  const { comparison } = application
  return (
    <section aria-label="Sanctions lists" className="mt-4 border-y px-4 py-3 md:px-5">
      <h3 className="font-medium text-sm">Sanctions lists</h3>
      {comparison ? (
        <>
          <p className="mt-1 text-muted-foreground text-sm">
            Compared at the decision, {dateTime(comparison.comparedAt)}.{' '}
            {comparison.isSeen
              ? 'The page of who decided had shown this.'
              : 'The page of who decided had not shown this.'}
          </p>
          <Compared check={comparison.result} />
        </>
      ) : (
        <ComparedNow application={application} />
      )}
    </section>
  )
}

function ComparedNow({ application: { id, status } }: { application: Application }) {
  const query = useQuery(sanctionsQuery(id))
  return (
    <>
      {!isUndecided(status) && (
        <p className="mt-1 text-muted-foreground text-sm">
          Compared now. What was compared at the decision was not kept then.
        </p>
      )}
      <QueryState query={query} errorTitle="The lists did not load">
        {(check) => <Compared check={check} />}
      </QueryState>
    </>
  )
}

type List = SanctionsCheck['lists'][number]

function Compared({ check }: { check: SanctionsCheck }) {
  const { lists, matches, furtherMatches, unread } = check
  const read = lists.filter(({ problem }) => problem === null)
  if (lists.length === 0)
    return (
      <p className="mt-1.5 flex gap-2.5 text-base text-muted-foreground">
        <CircleDashed className="mt-0.5 size-4 shrink-0" role="img" aria-label="Not compared" />
        No list provided: nothing was compared. Look the names up before you approve.
      </p>
    )
  return (
    <>
      {matches.length > 0 ? (
        <ul className="mt-2 grid gap-2">
          {matches.map(({ field, file, entry, listedName, score }) => (
            <li key={`${field} ${file} ${entry} ${listedName}`} className="flex gap-2.5 text-base">
              <TriangleAlert
                className="mt-0.5 size-4 shrink-0 text-st-warn-fg"
                role="img"
                aria-label="To look at"
              />
              <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className="font-medium text-st-warn-fg">{listedName}</span>
                <span className="text-muted-foreground">
                  {' '}
                  is near the {fieldNames[field]} (
                  <span className="num">{Math.floor(score * 100)}</span> of 100): entry {entry} of{' '}
                  {file}
                </span>
              </p>
            </li>
          ))}
        </ul>
      ) : (
        read.length > 0 && <NothingNear check={check} />
      )}
      {furtherMatches > 0 && (
        <p className="mt-1.5 text-base text-st-warn-fg">
          And {plural(furtherMatches, 'further name')}, no nearer than these. Look them up in the
          lists.
        </p>
      )}
      {unread.length > 0 && (
        <p className="mt-1.5 text-base text-st-warn-fg">
          Without a Latin letter, so not compared:{' '}
          {unread.map((field) => fieldNames[field]).join(', ')}.
        </p>
      )}
      <ul className="mt-2 grid gap-1 text-muted-foreground text-sm">
        {lists.map((list) => (
          <li key={list.file} className={list.problem ? 'text-destructive' : undefined}>
            {stateOf(list)}
            {list.sha256 && (
              <>
                , SHA-256 <span className="mono">{list.sha256.slice(0, 12)}…</span>
              </>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted-foreground text-xs">
        Each name is compared as a whole, without accents, order of words and legal form
        (Jaro-Winkler, from {Math.round(sanctionsThreshold * 100)} of 100). A person decides whether
        it is the same one. Owners and directors are not known here.
      </p>
    </>
  )
}

/** Says that nothing was near, with a success mark only where every list and both names were compared. */
function NothingNear({ check: { lists, unread } }: { check: SanctionsCheck }) {
  const isWhole = unread.length === 0 && lists.every(({ problem }) => problem === null)
  const [Mark, label, tone] = isWhole
    ? ([CircleCheck, 'Nothing near', 'text-st-success-fg'] as const)
    : ([CircleDashed, 'Not all compared', 'text-muted-foreground'] as const)
  const compared = (['business', 'contact'] as const).filter((field) => !unread.includes(field))
  return (
    <p className="mt-1.5 flex gap-2.5 text-base text-muted-foreground">
      <Mark className={`mt-0.5 size-4 shrink-0 ${tone}`} role="img" aria-label={label} />
      {[
        compared.length > 0 &&
          `No name that was read is near the ${compared.map((field) => fieldNames[field]).join(' or the ')}.`,
        !isWhole && 'Look the names up before you approve.',
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

const fieldNames = { business: 'business name', contact: 'contact person' }

const publishers = { ofac: 'OFAC', eu: 'European Union' }

function stateOf({ file, publisher, statedDate, modifiedAt, names, problem }: List): string {
  if (problem === 'missing') return `${file}: there is no such file. Nothing was compared with it.`
  if (problem === 'unreadable')
    return `${file}: it could not be read as a list of OFAC or of the European Union. Nothing was compared with it.`
  const dated = statedDate
    ? `of ${statedDate}`
    : modifiedAt
      ? `stored ${date(modifiedAt)}, states no day`
      : 'without a day'
  return `${file}: ${publisher ? publishers[publisher] : ''}, ${plural(names, 'name')}, ${dated}`
}
