import { CircleCheck, Clock3 } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { LinkRow } from '@/components/blocks/lists/link-row.tsx'
import { AuthLayout } from '@/components/layout/auth-layout.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { CompanySignIn } from '@/features/core/accounts/sign-in/company-sign-in.tsx'
import { SecondFactorStep } from '@/features/core/accounts/sign-in/second-factor-step.tsx'
import { SignInForm } from '@/features/core/accounts/sign-in/sign-in-form.tsx'
import { SocialSignIn } from '@/features/core/accounts/sign-in/social-sign-in.tsx'
import { ApprovedSignUp } from '@/features/core/accounts/sign-up/approved-sign-up.tsx'
import { SignUpForm } from '@/features/core/accounts/sign-up/sign-up-form.tsx'
import type { LostSession } from '@/features/core/accounts/use-expired-session.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

export default function Auth() {
  const [search, setSearch] = useSearchParams()
  const [isCreated, setIsCreated] = useState(false)
  const { hash, state: passed } = useLocation()
  const state = passed as LostSession
  // In the fragment, which no server and no referrer receives.
  const [approval, setApproval] = useState(() => new URLSearchParams(hash.slice(1)).get('approval'))
  const { isSecondFactorDue } = useAuth()
  const tab = search.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  const next = search.get('next')
  const returnTo = next ? `${paths.auth}?next=${encodeURIComponent(next)}` : paths.auth
  const openTab = (next: string) =>
    setSearch(
      (known) => {
        if (next === 'sign-up') known.set('tab', next)
        else known.delete('tab')
        return known
      },
      { replace: true },
    )
  const onCreated = () => {
    setIsCreated(true)
    openTab('sign-in')
  }
  if (isSecondFactorDue)
    return (
      <AuthLayout
        title="Confirm that it is you"
        description="Your account asks for a second proof after the password."
      >
        <title>Confirm that it is you · Semblance</title>
        <SecondFactorStep />
      </AuthLayout>
    )
  return (
    <AuthLayout title={tab === 'sign-in' ? 'Sign in to Semblance' : 'Create your account'}>
      <title>{tab === 'sign-in' ? 'Sign In · Semblance' : 'Sign Up · Semblance'}</title>
      {state?.hasLostSession && (
        <p
          role="status"
          className="mb-5 flex gap-2.5 rounded-md bg-st-warn-bg px-4 py-3 text-base text-st-warn-fg"
        >
          <Clock3 className="mt-px size-[18px] shrink-0" aria-hidden />
          Your session has ended. Sign in again to go on where you were; what you typed is kept.
        </p>
      )}
      <Tabs value={tab} onValueChange={openTab}>
        <TabsList variant="segment" aria-label="Account">
          <TabsTrigger value="sign-in">Sign In</TabsTrigger>
          <TabsTrigger value="sign-up">Sign Up</TabsTrigger>
        </TabsList>
        <TabsContent value="sign-in" className="pt-6">
          {isCreated && (
            <p
              role="status"
              className="mb-4 flex gap-2.5 rounded-md bg-st-success-bg px-4 py-3 font-medium text-base text-st-success-fg"
            >
              <CircleCheck className="mt-px size-[18px] shrink-0" aria-hidden />
              Account created! Please check your email to verify your account.
            </p>
          )}
          <SignInForm />
        </TabsContent>
        <TabsContent value="sign-up" className="pt-6">
          {approval === null ? (
            <SignUpForm variant="tab" onCreated={onCreated} />
          ) : (
            <ApprovedSignUp
              token={approval}
              onById={() => setApproval(null)}
              onCreated={onCreated}
            />
          )}
        </TabsContent>
      </Tabs>
      {tab === 'sign-in' && <CompanySignIn returnTo={returnTo} />}
      <SocialSignIn returnTo={returnTo} />
      <div className="mt-8 border-t">
        <LinkRow
          to={paths.registerBusiness}
          title="Register your business"
          description="New to Semblance? Apply first, review takes 2-5 business days."
        />
        <LinkRow
          to={paths.organizationSignUp}
          title="Join your organization"
          description="Your organization is approved? Sign up with its organization ID."
        />
      </div>
    </AuthLayout>
  )
}
