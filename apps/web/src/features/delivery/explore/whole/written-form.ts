/** Describes how the file of a twin writes the values of a column. */
/** Describes what the texts of a column have in common, beyond their type. */
export type Form = {
  /** The number of decimals that all have; null where they vary. */
  decimals: number | null
  separator: 'T' | ' '
  hasSeconds: boolean
  /** Holds the texts for true and false. */
  truths: { true: string; false: string }
}

export const plainForm: Form = {
  decimals: null,
  separator: ' ',
  hasSeconds: true,
  truths: { true: 'true', false: 'false' },
}
