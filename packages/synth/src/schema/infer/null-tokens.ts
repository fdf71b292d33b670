/** Lists texts that stand for a missing value, in lower case, including a spreadsheet's errors. */
export const NULL_TOKENS = [
  ...[
    '',
    '?',
    '-',
    '--',
    '.',
    '../..',
    'na',
    'n/a',
    '<na>',
    'nan',
    '-nan',
    'null',
    '(null)',
    'nil',
  ],
  ...['none', '\\n', '#n/a', '#n/a n/a', '#na', '1.#qnan', '-1.#qnan', '1.#ind', '-1.#ind'],
  ...['#null!', '#div/0!', '#value!', '#ref!', '#name?', '#num!'],
]

export function isNullToken(cell: string): boolean {
  return NULL_TOKENS.includes(cell.toLowerCase())
}
