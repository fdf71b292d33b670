import { Lock } from 'lucide-react'

const readings = [
  ['Mean basket', '$41.87', '$41.85'],
  ['Repeat purchase rate', '63.4%', '63.3%'],
  ['Rows', 'Of people', 'Generated'],
  ['Limit on what a row tells', 'None', 'ε = 3'],
] as const

const ticks = Array.from({ length: 51 }, (_, i) => i)
const tickTop = (i: number) => (i % 10 === 0 ? 4 : i % 5 === 0 ? 8 : 11)

/** Follows the divider below; `syntheticPercent` is the twin's part of the picture. */
export function PrivacyMeter({ syntheticPercent }: { syntheticPercent: number }) {
  const original = { width: `${100 - syntheticPercent}%` }
  return (
    <section
      aria-labelledby="privacy-meter"
      className="overflow-hidden rounded-lg border border-border-strong bg-card shadow-float"
    >
      <div className="flex items-baseline justify-between border-b px-5 pt-4 pb-3">
        <h2 id="privacy-meter" className="font-semibold text-md">
          Privacy meter
        </h2>
        <span className="mono text-muted-foreground text-sm">basket_value</span>
      </div>
      <div className="px-5 pt-4 pb-3">
        <div className="flex items-baseline justify-between text-sm">
          <span className="text-muted-foreground">Identifiable</span>
          <span className="figure text-xl">
            {syntheticPercent}%{' '}
            <span className="font-medium font-sans text-muted-foreground text-sm tracking-normal">
              synthetic
            </span>
          </span>
          <span className="text-muted-foreground">Generated</span>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn as a ruler */}
        <div
          role="meter"
          aria-label="Privacy meter"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={syntheticPercent}
          className="relative mt-2 h-9"
        >
          <div className="absolute inset-x-0 bottom-0 flex h-4 overflow-hidden rounded-xs">
            <div className="hatch h-full bg-brass-soft" style={original} />
            <div className="h-full flex-1 bg-primary" />
          </div>
          <svg
            aria-hidden
            viewBox="0 0 400 16"
            preserveAspectRatio="none"
            className="absolute inset-x-0 bottom-4 h-4 w-full overflow-visible"
          >
            {ticks.map((i) => (
              <path
                key={i}
                d={`M${i * 8} 15V${tickTop(i)}`}
                stroke="var(--muted-foreground)"
                strokeOpacity={0.6}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          <div
            className="absolute top-0 -bottom-[3px] -ml-[1.5px] w-[3px] rounded-full bg-foreground"
            style={{ left: original.width }}
          />
        </div>
      </div>
      <table className="num w-full text-base">
        <caption className="sr-only">The original and its synthetic twin compared</caption>
        <thead>
          <tr className="border-y bg-sunken text-sm">
            <th scope="col" className="py-2 pl-5 text-left font-medium text-muted-foreground">
              Reading
            </th>
            <th scope="col" className="px-3 text-right font-medium text-brass-strong">
              <span className="inline-flex items-center gap-1.5">
                <Lock className="size-3" aria-hidden />
                Original
              </span>
            </th>
            <th scope="col" className="pr-5 text-right font-medium text-primary">
              Synthetic twin
            </th>
          </tr>
        </thead>
        <tbody className="[&_td]:py-2 [&_th]:py-2 [&_tr]:border-b">
          {readings.map(([name, originalValue, twinValue]) => (
            <tr key={name}>
              <th scope="row" className="pl-5 text-left font-normal text-muted-foreground">
                {name}
              </th>
              <td className="px-3 text-right">{originalValue}</td>
              <td className="pr-5 text-right font-semibold">{twinValue}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-5 py-2 text-muted-foreground text-xs">Illustrative data</p>
    </section>
  )
}
