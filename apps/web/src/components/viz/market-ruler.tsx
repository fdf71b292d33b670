import { roundStep } from '@semblance/plots'
import { cn } from '@/lib/cn.ts'
import { usd, usdRange, usdShort } from '@/lib/format.ts'
import { RulerTicks } from './ruler-ticks.tsx'

type MarketRulerProps = {
  /** The green zone: "Budget". */
  zone: { name: string; fromCents: number; toCents: number }
  marks: readonly { id: string; name: string; cents: number }[]
  /** Said in place of marks. */
  none?: string
  className?: string
}

/** Shows named marks on a money scale, with a zone: offers on a budget, a budget on a market. */
export function MarketRuler({ zone, marks, none, className }: MarketRulerProps) {
  const { fromCents, toCents } = zone
  const { lowCents, highCents, ticks } = rulerScale(
    fromCents,
    toCents,
    marks.map((mark) => mark.cents),
  )
  const place = (cents: number) => ((cents - lowCents) / (highCents - lowCents)) * 100
  const left = (cents: number) => ({ left: `${place(cents)}%` })
  const shown = spreadLabels(marks.map((mark) => ({ ...mark, at: place(mark.cents) })))
  const hasRoomForNames = spread(shown, NAME_PERCENT).size === shown.length
  const sentence = marks.map((mark) => `${mark.name} ${usd(mark.cents)}`).join(', ')
  return (
    <figure
      role="img"
      aria-label={[
        `${zone.name} ${usdRange(fromCents, toCents)}.`,
        (sentence || none) && `${sentence || none}.`,
      ]
        .filter(Boolean)
        .join(' ')}
      className={cn('@container relative h-[66px]', className)}
    >
      <div
        className="absolute top-7 h-5 rounded-xs bg-st-success-bg"
        style={{ ...left(fromCents), right: `${100 - place(toCents)}%` }}
      />
      <div className="absolute top-7 h-5 w-full">
        <RulerTicks divisions={(ticks.length - 1) * 10} />
      </div>
      {shown.map((mark) => (
        <div key={mark.id}>
          <span
            className="absolute top-[25px] -ml-[1.5px] h-[25px] w-[3px] rounded-full bg-foreground"
            style={{ left: `${mark.at}%` }}
          />
          {mark.labelled && (
            <span
              className={cn(
                'absolute top-0 whitespace-nowrap text-sm',
                !mark.labelledWhenNarrow && '@max-lg:hidden',
                mark.at > 88 ? '-translate-x-full' : mark.at > 12 && '-translate-x-1/2',
              )}
              style={{ left: `${mark.at}%` }}
            >
              {hasRoomForNames && <span className="font-medium @max-3xl:hidden">{mark.name} </span>}
              <span className="num text-muted-foreground">{usd(mark.cents)}</span>
            </span>
          )}
        </div>
      ))}
      {ticks.map((cents, index) => (
        <span
          key={cents}
          className={cn(
            'num absolute top-[52px] text-muted-foreground text-xs',
            hasNoRoomWhenNarrow(index, ticks.length) && '@max-lg:hidden',
            cents === highCents ? '-translate-x-full' : cents > lowCents && '-translate-x-1/2',
          )}
          style={left(cents)}
        >
          {usdShort(cents)}
        </span>
      ))}
    </figure>
  )
}

/** Every second label, counted from the right; the first always stays. */
function hasNoRoomWhenNarrow(index: number, count: number) {
  if (index === 0) return false
  return (count - 1 - index) % 2 === 1 || (count % 2 === 0 && index === 1)
}

/** A scale that holds the budget and every price, with some air and four to seven round ticks. */
function rulerScale(minCents: number, maxCents: number, pricesCents: readonly number[]) {
  const lowest = Math.min(minCents, ...pricesCents)
  const highest = Math.max(maxCents, ...pricesCents)
  const air = Math.max(100_00, (highest - lowest) * 0.2)
  const step = roundStep(Math.max(100_00, (highest - lowest + 2 * air) / 6), [1, 2.5, 5, 10])
  const lowCents = Math.max(0, Math.floor((lowest - air) / step) * step)
  const highCents = Math.ceil((highest + air) / step) * step
  const ticks: number[] = []
  for (let cents = lowCents; cents <= highCents; cents += step) ticks.push(cents)
  return { lowCents, highCents, ticks }
}

/** Sets the room of a price, of one on a ruler under 512 px, and of a price with its name, in percent of the ruler. */
const PRICE_PERCENT = 12
const NARROW_PRICE_PERCENT = 18
const NAME_PERCENT = 28

/** Marks the labels that overlap no other: a later one too close keeps its mark and loses its words. */
function spreadLabels<Item extends { at: number }>(items: readonly Item[]) {
  const sorted = [...items].sort((a, b) => a.at - b.at)
  const [wide, narrow] = [spread(sorted, PRICE_PERCENT), spread(sorted, NARROW_PRICE_PERCENT)]
  return sorted.map((item) => ({
    ...item,
    labelled: wide.has(item),
    labelledWhenNarrow: narrow.has(item),
  }))
}

/** Returns the items of a sorted list that keep a distance from the one before. */
function spread<Item extends { at: number }>(sorted: readonly Item[], distance: number) {
  const kept = new Set<Item>()
  let last = Number.NEGATIVE_INFINITY
  for (const item of sorted)
    if (item.at - last >= distance) {
      kept.add(item)
      last = item.at
    }
  return kept
}
