// Two bells, for looks: the client's as a curve, the vendor's as a hatch.
const width = 440
const height = 104
const bell = (x: number, middle: number, spread: number) =>
  Math.exp(-0.5 * ((x - middle) / spread) ** 2)
const y = (x: number) =>
  (height - (0.8 * bell(x, 0.34, 0.08) + bell(x, 0.68, 0.09)) * (height - 20)).toFixed(1)
const steps = (count: number) => Array.from({ length: count }, (_, i) => (i + 0.5) / count)
const line = `M0 ${height}${steps(160)
  .map((x) => `L${(x * width).toFixed(1)} ${y(x)}`)
  .join('')}L${width} ${height}`

export function ChooserArt({ kind }: { kind: 'curve' | 'hatch' }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {kind === 'curve' ? (
        <>
          <path d={line} fill="var(--primary)" fillOpacity={0.15} />
          <path
            d={line}
            fill="none"
            stroke="var(--primary)"
            strokeWidth={2.2}
            vectorEffect="non-scaling-stroke"
          />
        </>
      ) : (
        steps(84).map((x) => (
          <path
            key={x}
            d={`M${x * width} ${height}V${y(x)}`}
            stroke="var(--brass)"
            strokeWidth={1.6}
            vectorEffect="non-scaling-stroke"
          />
        ))
      )}
    </svg>
  )
}
