import { lazyComponent } from '../pages/lazy-component.ts'

/**
 * Returns a schema that is built on first use: building all of the contract's takes as long as
 * drawing a page.
 */
export function lazySchema<Schema extends object>(build: () => Schema): Schema {
  const schema = lazyComponent(build)
  return new Proxy({} as Schema, {
    get: (_, key) => Reflect.get(schema(), key),
    has: (_, key) => Reflect.has(schema(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
  })
}
