/** Shows the question for a proof over every page; its code is loaded at the first one. */
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { settleProof, useProofRequest } from '@/lib/api/proof.ts'
import { loadPage } from '@/lib/pages/load-page.ts'
import { useAuth } from '@/lib/session/session.tsx'
import type { ProofDialogProps } from './proof-dialog.tsx'
import { useLastFocus } from './use-last-focus.ts'

const ProofDialog = lazy(async (): Promise<{ default: ComponentType<ProofDialogProps> }> => {
  try {
    return { default: (await loadPage(() => import('./proof-dialog.tsx'))).ProofDialog }
  } catch {
    return { default: Unavailable }
  }
})

/** Declines where the dialog's code did not arrive: the form stays, and says that it was not done. */
function Unavailable() {
  useEffect(() => settleProof(false), [])
  return null
}

export function ProofPrompt() {
  const request = useProofRequest()
  const { status } = useAuth()
  const lastFocus = useLastFocus()
  // A visitor has no session to prove.
  const isPointless = request !== null && status === 'signed-out'
  useEffect(() => {
    if (isPointless) settleProof(false)
  }, [isPointless])
  if (!request) return null
  return (
    <Suspense>
      <ProofDialog methods={request.methods} onClosed={lastFocus.restore} />
    </Suspense>
  )
}
