import { readAlike, refuses, understands } from '../../../testing/read-sources.ts'

const wide = (text: string) => Buffer.from(text, 'utf16le')

readAlike([
  ['a list of JSON', '[{"id":1,"city":"Rome","value":1.50},\n {"id":2,"city":null,"value":-2}]'],
  ['lines of JSON', '{"id":1,"city":"Rome","value":1.5}\n{"id":2,"value":-2}\n'],
  [
    'JSON in an object',
    '{"total":2,"ids":[1,2],"data":[{"id":1,"city":"Rome","value":1.5},{"id":2,"value":-2}]}',
  ],
  ['JSON in UTF-16', wide('\ufeff[{"id":1,"city":"Rome","value":1.5},{"id":2,"value":-2}]')],
])

understands([
  [
    'nested JSON',
    '[{"a":{"b":1,"c":{"d":"x"}},"tags":["p",null,"q"],"big":12345678901234567890,"ok":true},{"a.b":2,"é":null}]',
    ['a.b', 'a.c.d', 'tags', 'big', 'ok', 'a.b_2', 'é'],
    ['1', 'x', 'p;q', '12345678901234567890', 'true', null, null],
  ],
  [
    'JSON with brackets in its texts',
    '[{"a":"]}\\"[{","b":1},\n{"a":"","b":2}]',
    ['a', 'b'],
    [']}"[{', '1'],
  ],
  ['an empty record of JSON', '[{},{"a":1,"b":2}]', ['a', 'b'], [null, null]],
])

refuses([
  ['no_rows', 'an empty list of JSON', '[]'],
  ['too_few_rows', 'an object without records', '{"a":1,"b":[1,2]}'],
  ['not_a_table', 'a list of values', '[1,\n 2]', { line: 1, column: 2 }],
  ['not_a_table', 'a list of lists', '[[1,2],[3,4]]', { line: 1, column: 2 }],
  ['not_a_table', 'broken JSON', '[{"a":1},\n  {"a":"secret",}]', { line: 2, column: 17 }],
  ['not_a_table', 'JSON with a wrong bracket', '[{"a":[1}]', { line: 1, column: 9 }],
  ['not_a_table', 'JSON nested deeply', `[{"a":${'['.repeat(100_000)}`],
  [
    'not_a_table',
    'lists of records within records',
    '[{"a":1},\n{"a":[{"secret":1}]}]',
    { line: 2 },
  ],
  ['truncated', 'JSON cut off', '[{"a":1},\n{"a":', { line: 2 }],
  [
    'too_many_columns',
    'keys as names',
    `[${Array.from({ length: 1100 }, (_, i) => `{"k${i}":1}`).join(',')}]`,
  ],
])
