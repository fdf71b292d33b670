import { Lock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Money } from '@/components/blocks/text/money.tsx'
import { Guilloche } from '@/components/brand/guilloche.tsx'
import { EscrowMeter, type EscrowMeterProps } from './escrow-meter.tsx'

type EscrowPanelProps = Omit<EscrowMeterProps, 'size' | 'className'> & {
  title?: string
  /** The large figure, and what it is: "held until you accept delivery". */
  figureCents: number
  note: string
  /** Next to the figure. */
  action?: ReactNode
  /** Below the meter: the button that moves the money, and its warning. */
  children?: ReactNode
  footer?: ReactNode
}

/** Renders a contract's money next to its rosette. */
export function EscrowPanel({
  title = 'Escrow',
  figureCents,
  note,
  action,
  children,
  footer,
  ...money
}: EscrowPanelProps) {
  const titleId = useId()
  return (
    <section className="card relative overflow-hidden" aria-labelledby={titleId}>
      <Guilloche className="absolute -top-20 -right-16 size-[230px]" opacity={0.42} />
      <div className="relative p-5">
        <h2 id={titleId} className="flex items-center gap-2 font-semibold text-md">
          <Lock className="size-4 text-brass-strong" aria-hidden />
          {title}
        </h2>
        <div className="mt-5 flex items-center gap-1">
          <span className="figure text-[40px] leading-none">
            <Money cents={figureCents} exact={figureCents % 100 !== 0} />
          </span>
          {action}
        </div>
        <p className="mt-1.5 text-base text-muted-foreground">{note}</p>
        <EscrowMeter className="mt-5" {...money} />
        {children}
      </div>
      {footer && <div className="relative border-t bg-sunken px-5 py-3 text-sm">{footer}</div>}
    </section>
  )
}
