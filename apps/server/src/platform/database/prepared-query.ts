/** Builds a query once and runs it with other values each time, for what every request asks. */
import type { Compilable, CompiledQuery } from 'kysely'
import type { Tx } from './transactions.ts'

/**
 * Returns a function that runs the query with values for its parameters. `build` receives a
 * placeholder for each parameter; it may use them as values alone, and decide nothing by them.
 */
export function prepareQuery<Values extends Record<string, unknown>, Row>(
  build: (tx: Tx, values: Values) => Compilable<Row>,
): (tx: Tx, values: Values) => Promise<Row[]> {
  let prepared: { compiled: CompiledQuery<Row>; keys: (string | undefined)[] } | undefined
  const prepare = (tx: Tx) => {
    const keys = new Map<unknown, string>()
    const placeholders = new Proxy({} as Values, {
      get: (_, key: string) => {
        const placeholder = Object.freeze({ key })
        keys.set(placeholder, key)
        return placeholder
      },
    })
    const compiled = build(tx, placeholders).compile()
    return { compiled, keys: compiled.parameters.map((parameter) => keys.get(parameter)) }
  }
  return async (tx, values) => {
    prepared ??= prepare(tx)
    const { compiled, keys } = prepared
    const parameters = compiled.parameters.map((parameter, index) => {
      const key = keys[index]
      return key === undefined ? parameter : values[key]
    })
    return (await tx.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
