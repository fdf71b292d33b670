import { type ClaimCheck, type DataClaim, dataClaimText, isSameClaim } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ruler } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { MeasuredClaim } from './finding-view.tsx'

const pollMs = 1500

const notes = {
  none: 'For you alone; nothing is frozen, and nobody is told.',
  busy: 'Other claims are being measured. These can follow once something is found of them.',
  failed: 'It could not be measured because of a problem on our side. Try again.',
  outdated:
    'The delivery that you had measured has been replaced, or is not there any more. Measure again what is there now.',
}

/** Has the chosen claims measured before a dispute is opened, and shows what was found of them. */
export function ClaimCheckSection({
  contractId,
  claims,
}: {
  contractId: string
  claims: readonly DataClaim[]
}) {
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const query = orpc.findings.checked.queryOptions({ input: { contractId } })
  const { data: check } = useQuery({
    ...query,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'measuring' ? pollMs : false),
  })
  const measure = useMutation(
    orpc.findings.check.mutationOptions({
      onSuccess: async (begun) => {
        await queries.cancelQueries(query) // an answer under way is older
        queries.setQueryData(query.queryKey, begun)
      },
      onError: (error) => notify.error('Not measured', toProblem(error).message),
    }),
  )
  if (claims.length === 0) return null
  const known = check && isAbout(check, claims) ? check : null
  if (known?.state === 'measuring' || known?.state === 'measured') return <Found check={known} />
  const isBusy = check?.state === 'measuring'
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        type="button"
        variant="outline"
        size="sm"
        loading={measure.isPending}
        disabled={isBusy}
        onClick={() => signInFirst(() => measure.mutate({ contractId, claims: [...claims] }))}
      >
        {!measure.isPending && <Ruler aria-hidden />}
        Measure Before Opening
      </Button>
      <span className="text-muted-foreground text-sm">
        {isBusy ? notes.busy : notes[known?.state ?? 'none']}
      </span>
    </div>
  )
}

/** Returns true if exactly these claims were measured, in any order. */
const isAbout = (check: ClaimCheck, claims: readonly DataClaim[]) =>
  check.claims.length === claims.length &&
  claims.every((claim) => check.claims.some((one) => isSameClaim(one, claim)))

function Found({ check }: { check: ClaimCheck }) {
  return (
    <section aria-label="What was found" className="rounded-sm border bg-card px-3">
      {check.state === 'measuring' ? (
        <p role="status" className="py-3 text-muted-foreground text-sm">
          Being measured in the certified files
        </p>
      ) : (
        <>
          <ol className="divide-y">
            {check.judged.map((judged) => (
              <MeasuredClaim key={dataClaimText(judged.claim)} claim={judged} />
            ))}
          </ol>
          <p className="border-t py-2.5 text-muted-foreground text-sm">
            Measured for you alone. A dispute has the same claims measured again, and signed for
            both parties.
          </p>
        </>
      )}
    </section>
  )
}
