/** Names what a plot shows of the original: legends, descriptions and labels of page, PDF and HTML report. */

/** Says how a plot's original was made: counted exactly, for its owner; with the noise of a guarantee; or by guards. */
export type OriginalSource = 'exact' | 'private' | 'protected'

type Plotted = 'columns' | 'pairs'

const labels: Record<OriginalSource, Record<Plotted, string>> = {
  exact: { columns: 'Original', pairs: 'Original' },
  private: { columns: 'Original, with noise', pairs: 'Original, with noise' },
  protected: {
    columns: 'Original, rare values pooled',
    pairs: 'Original, in steps of twenty rows',
  },
}

/** Returns the name of the original's side in the legend of such plots. */
export function originalLabel(source: OriginalSource, of: Plotted): string {
  return labels[source][of]
}

const notes: Record<OriginalSource, Record<Plotted, string>> = {
  exact: {
    columns: 'Exact distributions of the values there are.',
    pairs: 'The strongest, exact. The stronger the color, the more rows have both values.',
  },
  private: {
    columns:
      'The original is drawn as it was measured, with the noise of the guarantee. The percentages compare the twin with the original itself, and have noise too.',
    pairs:
      'The strongest. The stronger the color, the more rows. The original is drawn as it was measured: with the noise of the guarantee, and within ranges that were counted together as if the columns were independent. It is also what the twin was made from, so a likeness of the two maps proves little; the share of rows that agree, over all pairs, is in the summary.',
  },
  protected: {
    columns: 'Of the original, rare values are pooled.',
    pairs:
      'The strongest. The stronger the color, the more rows. The original is drawn in steps of twenty rows.',
  },
}

/** Returns what a reader has to know of the original's side of such plots. */
export function originalNote(source: OriginalSource, of: Plotted): string {
  return notes[source][of]
}

/** Returns true if a pair's likeness compares the twin with the original, not with what the twin was made from. */
export function isMatchOfOriginal(source: OriginalSource): boolean {
  return source !== 'private'
}
