import { ArrowRight } from 'lucide-react'
import { Avatar } from '@/components/ui/avatar.tsx'
import { cn } from '@/lib/cn.ts'
import { type Box, basketBells, hatch, outline, strokes } from './normal-curves.ts'

const request = [
  ['Data type', 'Purchase histories'],
  ['Budget range', '$15K – $25K'],
  ['Deadline', '14 days'],
  ['Accuracy', '95% or better'],
] as const

export function RequestArt() {
  return (
    <div className="num w-full max-w-[300px] text-sm">
      {request.map(([term, value]) => (
        <div key={term} className="flex justify-between border-b py-2 last-of-type:border-b-0">
          <span className="text-muted-foreground">{term}</span>
          <span className="font-medium">{value}</span>
        </div>
      ))}
      <p className="mt-2 grid h-9 place-items-center rounded-sm bg-primary font-medium text-primary-foreground">
        Post request
      </p>
    </div>
  )
}

const vendors = [
  { name: 'Meridian Synthetics', score: 97, price: '$18,500' },
  { name: 'Tessera Data', score: 93, price: '$22,400' },
  { name: 'Cohort Labs', score: 88, price: '$16,200' },
]

export function MatchingArt() {
  return (
    <div className="grid w-full max-w-[310px] gap-2">
      {vendors.map(({ name, score, price }, i) => (
        <div
          key={name}
          className={cn(
            'flex items-center gap-3 rounded-md border px-3 py-2',
            i === 0 && 'border-primary bg-primary-soft/40 ring-1 ring-primary',
          )}
        >
          <Avatar name={name} tone="vendor" square size={28} />
          <div className="min-w-0 flex-1">
            <div className="truncate font-medium text-sm">{name}</div>
            <div className="mt-1 h-1 overflow-hidden rounded-full bg-muted">
              <div className="h-full bg-chart-1" style={{ width: `${score}%` }} />
            </div>
          </div>
          <div className="num text-right">
            <div className="font-semibold text-sm">{price}</div>
            <div className="text-muted-foreground text-xs">score {score}</div>
          </div>
        </div>
      ))}
    </div>
  )
}

export function GenerationArt() {
  return (
    <div className="flex w-full max-w-[320px] items-end gap-3">
      <Glyph kind="original" />
      <ArrowRight className="mb-8 size-5 shrink-0 text-muted-foreground" />
      <Glyph kind="twin" />
    </div>
  )
}

const box: Box = { width: 132, height: 104, padTop: 6 }
const lines = hatch(basketBells, 26, 0.1, box)
const twin = outline(basketBells, box)

function Glyph({ kind }: { kind: 'original' | 'twin' }) {
  return (
    <div className="flex-1">
      <svg
        aria-hidden
        viewBox={`0 0 ${box.width} ${box.height}`}
        className="block w-full overflow-visible"
      >
        {kind === 'original' ? (
          <path d={strokes(lines, box)} stroke="var(--brass)" strokeWidth={2} />
        ) : (
          <>
            <path d={twin.area} fill="var(--primary)" fillOpacity={0.15} />
            <path d={twin.line} fill="none" stroke="var(--primary)" strokeWidth={2.4} />
          </>
        )}
        <path d={`M0 ${box.height}H${box.width}`} stroke="var(--border-strong)" />
      </svg>
      <p className="mt-2 text-center text-muted-foreground text-xs">
        {kind === 'original' ? 'Original' : 'Synthetic twin'}
      </p>
    </div>
  )
}
