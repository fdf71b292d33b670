import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { ChooseFactor, useVerifiedFactors } from './choose-factor.tsx'
import { SecondFactorCode } from './second-factor-code.tsx'

/** Asks for a code of one of the user's own factors, after the password. */
export function SecondFactorStep() {
  const { signOut } = useAuth()
  const query = useVerifiedFactors()
  return (
    <>
      <QueryState
        query={query}
        errorTitle="Your ways to confirm did not load"
        skeleton={<Skeleton className="h-11" />}
      >
        {(factors) => (
          <ChooseFactor
            factors={factors}
            none={
              <Button className="w-full" onClick={() => location.reload()}>
                Continue
              </Button>
            }
          >
            {(factor) => <SecondFactorCode key={factor.id} factor={factor} />}
          </ChooseFactor>
        )}
      </QueryState>
      <div className="mt-8 border-t pt-4 text-base text-muted-foreground">
        Not you, or no code at hand?{' '}
        <button type="button" className="link" onClick={() => void signOut()}>
          Sign in another way
        </button>
        <p className="mt-2">
          Lost your device? Contact support: compliance staff can reset it after checking who you
          are.
        </p>
      </div>
    </>
  )
}
