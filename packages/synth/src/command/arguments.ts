import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Condition } from '../draw/conditions/condition.ts'
import type { DatabaseInput } from '../engines/warehouse/open-warehouse.ts'
import { MODEL_EXTENSION } from '../run/released/model-file.ts'
import { didYouMean } from '../schema/did-you-mean.ts'
import { UsageError } from './usage-error.ts'

/** Names the readers of a report: a buyer sees the published figures, the owner all of them. */
export type Audience = 'buyer' | 'owner'

export type Input = { inputPaths: string[]; database?: DatabaseInput }

type MeasureOptions = {
  epsilon?: number
  delta?: number
  mode?: 'private' | 'protected'
  threads?: number
  memoryLimitMb?: number
}

export type SynthesizeArguments = Input & {
  command: 'synthesize'
  out: string
  isDryRun: boolean
  schemaPath: string | undefined
  report: ReportArguments | undefined
  modelPath: string | undefined
  /** Reports or models of earlier runs on the same original. */
  spentBeforePaths: string[]
  options: MeasureOptions & { rows?: number }
}

export type MeasureArguments = Input & {
  command: 'measure'
  out: string
  schemaPath: string | undefined
  options: MeasureOptions
}

export type SampleArguments = {
  command: 'sample'
  modelPath: string
  out: string
  where: Condition[]
  options: { rows?: number; seed?: number }
}

export type InspectArguments = Input & { command: 'inspect'; schemaPath: string | undefined }

export type EvaluateArguments = {
  command: 'evaluate'
  real: string
  synthetic: string
  holdout: string | undefined
  target: string | undefined
  schemaPath: string | undefined
  reportPath: string | undefined
}

export type AgainstModelArguments = {
  command: 'evaluate-against-model'
  modelPath: string
  twins: string[]
  reportPath: string | undefined
}

export type ReportArguments = { path: string; audience: Audience }

export type HelpArguments = { command: 'help'; topic: EngineCommand }

export type CommandArguments =
  | SynthesizeArguments
  | MeasureArguments
  | SampleArguments
  | InspectArguments
  | EvaluateArguments
  | AgainstModelArguments
  | HelpArguments

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const OPTIONS = {
  synthesize: {
    ...{ out: text, table: { ...text, multiple: true }, schema: text, mode: text },
    ...{ rows: text, epsilon: text, delta: text, threads: text, memory: text },
    ...{
      report: text,
      audience: text,
      model: text,
      'dry-run': flag,
      'spent-before': { ...text, multiple: true },
    },
  },
  measure: {
    ...{ out: text, table: { ...text, multiple: true }, schema: text, mode: text },
    ...{ epsilon: text, delta: text, threads: text, memory: text },
  },
  sample: { out: text, rows: text, seed: text, where: { ...text, multiple: true } },
  inspect: { table: { ...text, multiple: true }, schema: text },
  evaluate: { holdout: text, target: text, schema: text, report: text, 'against-model': text },
} as const

export type EngineCommand = keyof typeof OPTIONS
const COMMANDS = Object.keys(OPTIONS) as EngineCommand[]

type Values = Record<string, string | string[] | boolean | undefined>

/** Parses the words of a command line (without node and script). Throws UsageError. */
export function parseCommandLine(words: string[]): CommandArguments {
  const [first = '', ...rest] = words
  const command = COMMANDS.find((name) => name === first)
  if (!command) {
    throw new UsageError(`There is no command "${first}"${didYouMean(first, COMMANDS)}.`)
  }
  const { values, positionals } = parse(command, rest)
  if (values.help) return { command: 'help', topic: command }
  if (command === 'evaluate') return evaluateArguments(values, positionals)
  if (command === 'sample') return sampleArguments(values, positionals)
  const input = inputOf(positionals, values.table as string[] | undefined)
  const schemaPath = values.schema as string | undefined
  if (command === 'inspect') return { command, ...input, schemaPath }
  if (command === 'synthesize') return synthesizeArguments(values, input, schemaPath)
  const out = modelPath(outOf(values, 'the model'))
  return { command, ...input, out, schemaPath, options: measureOptions(values) }
}

function parse(command: EngineCommand, args: string[]): { values: Values; positionals: string[] } {
  const options: ParseArgsOptionsConfig = { ...OPTIONS[command], help: { ...flag, short: 'h' } }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: values as Values, positionals }
  } catch (error) {
    const name = /'(--?[^' ]+)/.exec((error as Error).message)?.[1] ?? ''
    const known = Object.keys(options).map((option) => `--${option}`)
    throw new UsageError(
      known.includes(name)
        ? `${name} needs a value, as in ${name} VALUE.`
        : `${command} has no option "${name}"${didYouMean(name, known)}.`,
    )
  }
}

/** Returns the files, or the tables of a warehouse, that the words of a command name. Throws UsageError. */
export function inputOf(positionals: string[], tables: string[] | undefined): Input {
  const isAddress = (input: string) => /^(postgres(ql)?|trino):\/\//i.test(input)
  if (positionals.length === 0) throw new UsageError('No input: name a file, or a database.')
  if (!positionals.some(isAddress)) {
    if (tables)
      throw new UsageError('--table belongs to a database, as in postgres://host/database.')
    return { inputPaths: positionals }
  }
  if (positionals.length > 1) throw new UsageError('A database is the only input there is.')
  if (!tables) throw new UsageError('Name the tables of the database with --table.')
  const { TRINO_PASSWORD: password, TRINO_TOKEN: token } = process.env
  const secrets = { ...(password && { password }), ...(token && { token }) }
  return { inputPaths: [], database: { url: positionals[0]!, tables, ...secrets } }
}

function synthesizeArguments(
  values: Values,
  input: Input,
  schemaPath: string | undefined,
): SynthesizeArguments {
  const { report, model, audience = 'owner' } = values as Record<string, string | undefined>
  const isDryRun = values['dry-run'] === true
  if (audience !== 'owner' && audience !== 'buyer') {
    throw new UsageError('--audience is owner or buyer.')
  }
  if (values.audience !== undefined && report === undefined) {
    throw new UsageError('--audience belongs to --report.')
  }
  return {
    command: 'synthesize',
    ...input,
    out: isDryRun ? '' : outOf(values, 'the twin'),
    isDryRun,
    schemaPath,
    report: report === undefined ? undefined : { path: reportPath(report), audience },
    modelPath: model === undefined ? undefined : modelPath(model),
    spentBeforePaths: (values['spent-before'] as string[] | undefined) ?? [],
    options: { ...measureOptions(values), ...numberOption(values, 'rows', 'rows') },
  }
}

function measureOptions(values: Values): MeasureOptions {
  const { mode } = values
  if (mode !== undefined && mode !== 'private' && mode !== 'protected') {
    throw new UsageError('--mode is private or protected.')
  }
  return {
    ...numberOption(values, 'epsilon', 'epsilon'),
    ...numberOption(values, 'delta', 'delta'),
    ...numberOption(values, 'threads', 'threads'),
    ...numberOption(values, 'memory', 'memoryLimitMb'),
    ...(mode !== undefined && { mode }),
  }
}

function sampleArguments(values: Values, [model, ...more]: string[]): SampleArguments {
  if (model === undefined || more.length > 0) {
    throw new UsageError('sample takes one model, as semblance measure writes it.')
  }
  const seed = numberOption(values, 'seed', 'seed')
  if (
    seed.seed !== undefined &&
    !(Number.isInteger(seed.seed) && seed.seed >= 0 && seed.seed < 2 ** 32)
  ) {
    throw new UsageError('--seed takes a whole number from 0 up to 4294967295.')
  }
  return {
    command: 'sample',
    modelPath: model,
    out: outOf(values, 'the twin'),
    where: ((values.where as string[] | undefined) ?? []).map(conditionOf),
    options: { ...numberOption(values, 'rows', 'rows'), ...seed },
  }
}

const SIGNS = { '=': 'equal', '>=': 'at_least', '<=': 'at_most' } as const

function conditionOf(written: string): Condition {
  const [, column, sign, value] = /^(.+?)(>=|<=|=)(.*)$/s.exec(written) ?? []
  if (column === undefined) {
    throw new UsageError(
      '--where takes a condition, as in --where status=fraud or --where age>=40.',
    )
  }
  return { column, is: SIGNS[sign as keyof typeof SIGNS], value: value! }
}

function outOf({ out }: Values, what: string): string {
  if (typeof out === 'string') return out
  throw new UsageError(`Say with --out where ${what} goes.`)
}

function evaluateArguments(
  values: Values,
  positionals: string[],
): EvaluateArguments | AgainstModelArguments {
  const { 'against-model': model } = values
  if (typeof model === 'string') return againstModelArguments(model, values, positionals)
  const [real, synthetic, ...more] = positionals
  if (real === undefined || synthetic === undefined || more.length > 0) {
    throw new UsageError('evaluate takes two files: the real one and the synthetic one.')
  }
  const { holdout, target, schema, report } = values as Record<string, string | undefined>
  return {
    command: 'evaluate',
    real,
    synthetic,
    holdout,
    target,
    schemaPath: schema,
    reportPath: report === undefined ? undefined : reportPath(report),
  }
}

function againstModelArguments(
  modelPath: string,
  values: Values,
  twins: string[],
): AgainstModelArguments {
  const { report } = values as Record<string, string | undefined>
  if (twins.length === 0) throw new UsageError('--against-model compares a twin: name its file.')
  if (['holdout', 'target', 'schema'].some((option) => option in values)) {
    throw new UsageError('--against-model takes neither --holdout, --target nor --schema.')
  }
  if (report !== undefined && !/\.json$/i.test(report)) {
    throw new UsageError('With --against-model, a report is written as .json.')
  }
  return { command: 'evaluate-against-model', modelPath, twins, reportPath: report }
}

/** The engine knows which numbers it takes; here they only have to be numbers. */
function numberOption<Name extends string>(
  values: Values,
  option: string,
  name: Name,
): Partial<Record<Name, number>> {
  const written = values[option]
  if (written === undefined) return {}
  const value = Number(written)
  if (written === '' || Number.isNaN(value)) throw new UsageError(`--${option} takes a number.`)
  return { [name]: value } as Partial<Record<Name, number>>
}

function modelPath(path: string): string {
  if (path.toLowerCase().endsWith(MODEL_EXTENSION)) return path
  throw new UsageError(`A model is written as ${MODEL_EXTENSION}.`)
}

function reportPath(path: string): string {
  if (/\.(json|html)$/i.test(path)) return path
  throw new UsageError('A report is written as .json or .html.')
}
