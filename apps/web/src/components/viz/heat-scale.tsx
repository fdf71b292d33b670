export function HeatScale() {
  return (
    <span aria-hidden className="num inline-flex items-center gap-2 text-muted-foreground text-xs">
      -1
      <span className="h-2.5 w-28 rounded-xs bg-[linear-gradient(90deg,color-mix(in_oklab,var(--chart-3)_var(--heat-max),var(--card)),var(--card)_50%,color-mix(in_oklab,var(--chart-1)_var(--heat-max),var(--card)))]" />
      +1
    </span>
  )
}
