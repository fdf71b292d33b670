import { cn } from '@/lib/cn.ts'

type CheckTallyProps = { passed: number; cannotTell: number; failed: number; className?: string }

const looks = {
  failed: 'bg-st-danger-dot',
  passed: 'bg-st-success-dot',
  cannotTell: 'bg-st-warn-bg ring-1 ring-st-warn-dot ring-inset',
}

/** Draws a small bar for each check; the caller states the numbers in words. */
export function CheckTally({ passed, cannotTell, failed, className }: CheckTallyProps) {
  const looksInOrder = [
    ...Array.from({ length: failed }, () => looks.failed),
    ...Array.from({ length: passed }, () => looks.passed),
    ...Array.from({ length: cannotTell }, () => looks.cannotTell),
  ]
  const bars = looksInOrder.map((look, place) => ({ look, place }))
  return (
    <span aria-hidden className={cn('flex gap-[3px] print:[print-color-adjust:exact]', className)}>
      {bars.map(({ look, place }) => (
        <span key={place} className={cn('h-1.5 flex-1 rounded-[1px]', look)} />
      ))}
    </span>
  )
}
