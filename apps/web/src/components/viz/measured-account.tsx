import type { DrawnAccount } from '@semblance/contract'
import type { ReactNode } from 'react'
import { type AccountPart, PrivacyAccount } from './privacy-account.tsx'

type MeasuredAccountProps = {
  account: DrawnAccount
  /** Names the measurement that left the account so. */
  label: ReactNode
  /** The epsilon of this measurement alone, if known. */
  epsilon?: number | undefined
  /** Describes what may follow, and all parts together with it. */
  planned?: AccountPart & { together: { epsilon: number; delta: number } }
}

/** Draws the account of a source as one measurement left it. */
export function MeasuredAccount({ account, label, epsilon, planned }: MeasuredAccountProps) {
  const { limitEpsilon, before, beforeShare, withShare } = account
  return (
    <PrivacyAccount
      limit={limitEpsilon}
      together={planned?.together ?? account.with}
      spentBefore={{ label: 'Measured before', share: beforeShare, epsilon: before.epsilon }}
      thisDelivery={{ label, share: withShare - beforeShare, epsilon }}
      reserved={planned ?? null}
    />
  )
}
