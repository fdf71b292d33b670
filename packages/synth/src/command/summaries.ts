/** Says in a line what each command of the engine does. */
export const commandSummaries = {
  synthesize: 'write the twin of a table, or of several',
  measure: 'measure tables once, and keep what twins are drawn from',
  sample: 'draw twins from what was measured, at no further cost of privacy',
  inspect: 'print what the engine takes the columns for, as a schema to correct',
  evaluate: 'compare a synthetic file with the real one, or with what was measured',
} as const
