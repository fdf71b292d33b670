import { Slider } from 'radix-ui'
import { useEffect, useState } from 'react'

type RangeFilterProps = {
  title: string
  /** The values that the ends may take, rising; the last one stands for all above it. */
  steps: readonly number[]
  /** Counts the records between each step and the next one; drawn above the track. */
  counts?: readonly number[]
  from: number | undefined
  to: number | undefined
  format: (value: number) => string
  onChange: (range: { from: number | undefined; to: number | undefined }) => void
}

/** Narrows a list to a range of values; an end at its limit does not narrow. */
export function RangeFilter({
  title,
  steps,
  counts = [],
  from,
  to,
  format,
  onChange,
}: RangeFilterProps) {
  const last = steps.length - 1
  const [low, high] = [indexOf(steps, from ?? steps[0]), indexOf(steps, to ?? steps[last])]
  const [dragged, setDragged] = useState<readonly [number, number]>([low, high])
  useEffect(() => setDragged([low, high]), [low, high])
  const [start, end] = dragged
  const most = Math.max(1, ...counts)
  const textOf = (index: number) => `${format(steps[index] ?? 0)}${index === last ? '+' : ''}`
  return (
    <fieldset>
      <legend className="float-left font-semibold text-sm">{title}</legend>
      <div className="clear-both pt-2">
        <div aria-hidden className="flex h-5 items-end gap-[2px] px-2">
          {steps.slice(0, -1).map((step, index) => (
            <span
              key={step}
              className={`flex-1 rounded-[1px] ${index >= start && index < end ? 'bg-(--chart-1)/60' : 'bg-border-strong'}`}
              style={{ height: `${Math.max(2, Math.round((20 * (counts[index] ?? 0)) / most))}px` }}
            />
          ))}
        </div>
        <Slider.Root
          min={0}
          max={last}
          step={1}
          minStepsBetweenThumbs={1}
          value={[start, end]}
          onValueChange={([nextLow = 0, nextHigh = last]) => setDragged([nextLow, nextHigh])}
          onValueCommit={([nextLow = 0, nextHigh = last]) =>
            onChange({
              from: nextLow === 0 ? undefined : steps[nextLow],
              to: nextHigh === last ? undefined : steps[nextHigh],
            })
          }
          className="relative flex h-5 touch-none select-none items-center"
        >
          <Slider.Track className="relative h-0.5 grow bg-border-strong">
            <Slider.Range className="absolute h-full bg-primary" />
          </Slider.Track>
          {[start, end].map((at, thumb) => (
            <Slider.Thumb
              // biome-ignore lint/suspicious/noArrayIndexKey: the two ends keep their places
              key={thumb}
              aria-label={`${title} ${thumb === 0 ? 'from' : 'to'}`}
              aria-valuetext={textOf(at)}
              className="relative block size-4 rounded-full border-[1.5px] border-primary bg-card after:absolute after:-inset-2 max-md:size-5"
            />
          ))}
        </Slider.Root>
        <div className="num flex justify-between text-sm">
          <span>{textOf(start)}</span>
          <span>{textOf(end)}</span>
        </div>
      </div>
    </fieldset>
  )
}

/** Returns the place of the nearest step. */
function indexOf(steps: readonly number[], value = 0): number {
  const distances = steps.map((step) => Math.abs(step - value))
  return distances.indexOf(Math.min(...distances))
}
