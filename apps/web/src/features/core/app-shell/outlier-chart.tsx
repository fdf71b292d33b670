// One bell, hatched and drawn, and a point far outside it.
const width = 1000
const height = 260
const bell = (x: number) => Math.exp(-0.5 * ((x - 0.3) / 0.085) ** 2)
const steps = (count: number) => Array.from({ length: count }, (_, i) => (i + 0.5) / count)
const y = (x: number) => (height - bell(x) * (height - 12)).toFixed(1)
const line = `M0 ${height}${steps(160)
  .map((x) => `L${(x * width).toFixed(1)} ${y(x)}`)
  .join('')}L${width} ${height}`

export function OutlierChart({ label }: { label?: string }) {
  return (
    <div aria-hidden className="relative">
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="block h-[220px] w-full md:h-[300px]"
      >
        {steps(150)
          .filter((x) => bell(x) > 0.004)
          .map((x, i) => (
            <path
              key={x}
              className={i % 3 ? 'max-md:hidden' : undefined}
              d={`M${x * width} ${height}V${y(x)}`}
              stroke="var(--brass)"
              strokeWidth={1.6}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        <path
          d={line}
          stroke="var(--primary)"
          strokeWidth={2.5}
          fill="none"
          vectorEffect="non-scaling-stroke"
        />
        {label && (
          <path
            d={`M880 ${height}V70`}
            stroke="var(--border-strong)"
            strokeDasharray="3 5"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {label && (
        <>
          <span className="absolute top-[24%] left-[88%] size-4 -translate-x-1/2 -translate-y-1/2 rounded-full bg-destructive ring-4 ring-st-danger-bg" />
          <span className="absolute top-[24%] left-[88%] -translate-x-1/2 -translate-y-[38px] whitespace-nowrap font-medium text-sm">
            {label}
          </span>
        </>
      )}
    </div>
  )
}
