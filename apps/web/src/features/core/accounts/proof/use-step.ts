import { useEffect } from 'react'
import type { ProofStep } from './proof-dialog.tsx'

/** Tells the dialog what its button says, and whether it waits. */
export function useStep(onStep: (step: ProofStep) => void, action: string, isBusy: boolean): void {
  useEffect(() => onStep({ action, isBusy }), [onStep, action, isBusy])
}
