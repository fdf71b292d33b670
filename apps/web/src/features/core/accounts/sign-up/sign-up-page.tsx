import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AccountCreated } from './account-created.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Signs up on a page of its own, whose link may name the organization and the invited address. */
export function SignUpPage({ variant }: { variant: 'join' | 'employee' }) {
  const [search] = useSearchParams()
  const [isCreated, setIsCreated] = useState(false)
  return (
    <>
      <SignUpForm
        variant={variant}
        organizationId={search.get('organization') ?? ''}
        email={search.get('email') ?? ''}
        onCreated={() => setIsCreated(true)}
      />
      {isCreated && <AccountCreated />}
    </>
  )
}
