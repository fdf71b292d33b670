/**
 * Returns noisy surprises (noise `sigma`) of rows by the slots of a cycle, smoothed as sums of
 * waves. A daily pattern is in few of them and alike in neighboring slots, noise is in all, so each
 * wave is shrunk toward zero according to its noise in all rows together (James and Stein, 1961).
 */
export function smoothCycle(surprises: Float64Array, slots: number, sigma: number): Float64Array {
  const rows = surprises.length / slots
  const smooth = new Float64Array(surprises.length)
  for (let wave = 0; wave <= slots / 2; wave++) {
    const angle = (2 * Math.PI * wave) / slots
    const phases = wave === 0 || 2 * wave === slots ? [Math.cos] : [Math.cos, Math.sin]
    const norm = Math.sqrt(phases.length / slots)
    const bases = phases.map((phase) =>
      Float64Array.from({ length: slots }, (_, slot) => norm * phase(angle * slot)),
    )
    const sizes = bases.map((base) =>
      Float64Array.from({ length: rows }, (_, row) =>
        base.reduce((sum, value, slot) => sum + value * surprises[row * slots + slot]!, 0),
      ),
    )
    const power = sizes.flatMap((of) => [...of]).reduce((sum, size) => sum + size * size, 0)
    const kept = Math.max(0, 1 - (sigma * sigma * rows * bases.length) / power)
    if (!(kept > 0)) continue
    bases.forEach((base, i) => {
      for (let cell = 0; cell < smooth.length; cell++)
        smooth[cell]! += kept * sizes[i]![Math.floor(cell / slots)]! * base[cell % slots]!
    })
  }
  return smooth
}
