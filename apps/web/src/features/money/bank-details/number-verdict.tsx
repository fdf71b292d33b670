import { accountProblems, compactNumber } from '@semblance/contract'
import { CircleCheck } from 'lucide-react'

/** Says whether the check digits of an IBAN fit, which says nothing about the account. */
export function NumberVerdict({ iban }: { iban: string }) {
  const problem = accountProblems({
    accountKind: 'iban',
    accountNumber: compactNumber(iban),
    routingNumber: '',
    bic: '',
  }).find(({ field }) => field === 'accountNumber')
  if (problem) return <span className="text-st-warn-fg">{problem.message}</span>
  return (
    <span className="inline-flex items-center gap-1.5 text-st-success-fg">
      <CircleCheck className="size-3.5" aria-hidden />
      Check digits fit. Whether the bank has this account is not checked.
    </span>
  )
}
