import type { Checkout } from '@semblance/contract'
import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'

/** In place of the form, when the contract's money is already in escrow or beyond. */
export function AlreadyPaid({ checkout }: { checkout: Checkout }) {
  return (
    <section className="card flex flex-col items-center px-6 py-14 text-center">
      <span
        aria-hidden
        className="grid size-14 place-items-center rounded-full border-2 border-brass text-brass-strong"
      >
        <Lock className="size-6" />
      </span>
      <h2 className="mt-5 font-semibold text-lg">This contract has already been paid</h2>
      <p className="mt-1 max-w-[48ch] text-base text-muted-foreground">
        The money for {checkout.title} reached escrow earlier. You are not charged again.
      </p>
      <Button asChild className="mt-5">
        <Link to={paths.contract(checkout.contractId)}>View Contract</Link>
      </Button>
    </section>
  )
}
