import { useEffect } from 'react'

/** Describes the dialog's button: its label, and if it waits. */
export type ProofStep = { action: string; isBusy: boolean }

export type ProofFormProps = {
  formId: string
  onStep: (step: ProofStep) => void
  onProved: () => void
}

/** Sets the dialog's button. */
export function useStep(onStep: (step: ProofStep) => void, action: string, isBusy: boolean): void {
  useEffect(() => onStep({ action, isBusy }), [onStep, action, isBusy])
}
