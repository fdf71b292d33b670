import { Lock } from 'lucide-react'
import { Guilloche } from '@/components/brand/guilloche.tsx'
import { cn } from '@/lib/cn.ts'
import { usd } from '@/lib/format.ts'

type EscrowCertificateProps = {
  id: string
  amountCents: number
  /** The dataset and the vendor of the money: "Loyalty Program Members, Meridian Synthetics". */
  subject: string
  releasedWhen: string
  /** Already worded. */
  expected: string
  className?: string
}

/** Paper stays paper in the dark theme, so its colors are fixed. */
export function EscrowCertificate({
  id,
  amountCents,
  subject,
  releasedWhen,
  expected,
  className,
}: EscrowCertificateProps) {
  return (
    <div
      className={cn(
        'relative overflow-hidden rounded-lg border border-[oklch(0.86_0.072_84)] bg-[oklch(0.985_0.012_88)] text-[oklch(0.238_0.027_222)] shadow-dialog',
        className,
      )}
    >
      <Guilloche
        className="absolute -top-32 -right-44 size-[380px]"
        stroke="oklch(0.6 0.11 76)"
        opacity={0.42}
      />
      <div className="relative p-6 md:p-7">
        <div className="flex items-center justify-between text-sm">
          <span className="inline-flex items-center gap-1.5 font-semibold text-[oklch(0.452_0.09_72)]">
            <Lock className="size-3.5" aria-hidden />
            Held in escrow
          </span>
          <span className="mono">{id}</span>
        </div>
        <div className="figure mt-9 text-[52px] leading-none">{usd(amountCents)}</div>
        <div className="mt-2 text-base opacity-80">{subject}</div>
        <dl className="mt-8 grid grid-cols-2 gap-4 border-[oklch(0.8_0.06_84)] border-t pt-3 text-sm">
          <div>
            <dt className="opacity-75">Released when</dt>
            <dd className="font-semibold">{releasedWhen}</dd>
          </div>
          <div>
            <dt className="opacity-75">Expected</dt>
            <dd className="num font-semibold">{expected}</dd>
          </div>
        </dl>
      </div>
    </div>
  )
}
