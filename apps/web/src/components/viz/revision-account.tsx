import type { RevisionProjection } from '@semblance/contract'
import { epsilonText } from '@semblance/contract'
import { plural } from '@/lib/format.ts'
import { PrivacyAccount } from './privacy-account.tsx'

/** Draws what further revisions would take of a source's account, one and all of them, within its limit. */
export function RevisionAccount({ projection }: { projection: RevisionProjection }) {
  const { before, next, all, revisions, limitEpsilon, promisedToOthers, fitting } = projection
  return (
    <div>
      <PrivacyAccount
        limit={limitEpsilon}
        together={all}
        spentBefore={{
          label:
            promisedToOthers > 0
              ? `Spent or reserved, with ${plural(promisedToOthers, 'revision')} promised to others`
              : 'Spent or reserved until now',
          share: projection.beforeShare,
          epsilon: before.epsilon,
        }}
        reserved={{
          label: revisions === 1 ? '1 more revision' : `${revisions} more revisions`,
          share: projection.allShare - projection.beforeShare,
        }}
      />
      <p className="mt-2 text-sm">
        One revision more makes it ε {epsilonText(next.epsilon)}
        {revisions > 1 && `, all ${revisions} of them ε ${epsilonText(all.epsilon)}`}, of a limit of
        ε {epsilonText(limitEpsilon)} that the vendor sets.{' '}
        {fitting >= revisions
          ? fitting > revisions
            ? `There is room for ${plural(fitting, 'revision')}.`
            : 'There is room for no more.'
          : fitting === 0
            ? 'There is no room for another revision.'
            : `There is room for ${plural(fitting, 'revision')} only.`}
      </p>
      <p className="mt-1 text-muted-foreground text-xs">
        This is what the revisions cost at most if each is measured once. One that is refused and
        submitted again is measured again, and costs that much again. One that is drawn from a model
        that was paid for costs less; one that is missed costs nothing only if nothing was measured.
        Promised room is not reserved: other measurements of the same source may use it up, and then
        revisions stop.
      </p>
    </div>
  )
}
