import type { Checkout } from '@semblance/contract'
import { Ban, Lock, type LucideIcon, PauseCircle, Scale } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'

/** Replaces the payment form if nothing is due, or not yet. */
export function NothingToPay({ checkout }: { checkout: Checkout }) {
  const { icon: Icon, title, text } = stateOf(checkout)
  return (
    <section className="card flex flex-col items-center px-6 py-14 text-center">
      <span
        aria-hidden
        className="grid size-14 place-items-center rounded-full border-2 border-brass text-brass-strong"
      >
        <Icon className="size-6" />
      </span>
      <h2 className="mt-5 font-semibold text-lg">{title}</h2>
      <p className="mt-1 max-w-[48ch] text-base text-muted-foreground">{text}</p>
      <Button asChild className="mt-5">
        <Link to={paths.contract(checkout.contractId)}>View Contract</Link>
      </Button>
    </section>
  )
}

function stateOf({ contractStatus, title, totalCents }: Checkout): {
  icon: LucideIcon
  title: string
  text: string
} {
  if (contractStatus === 'cancelled')
    return {
      icon: Ban,
      title: 'This contract was cancelled',
      text: `Nothing is to be paid for ${title} any more. What was in escrow has gone back to your bank.`,
    }
  if (contractStatus === 'disputed')
    return {
      icon: Scale,
      title: 'This contract is in dispute',
      text: `Nothing can be paid for ${title} until the dispute is settled or decided.`,
    }
  if (totalCents > 0n)
    return {
      icon: PauseCircle,
      title: 'This vendor may not sell at present',
      text: `Nothing can be paid for ${title} until it may again. You are not charged, and you can cancel the contract.`,
    }
  return {
    icon: Lock,
    title: 'This contract has already been paid',
    text: `The money for ${title} reached escrow earlier. You are not charged again.`,
  }
}
