/** Types every procedure of the contract by its dotted name: `'offers.accept'`. */
import {
  type AnyContractProcedure,
  type ContractRouter,
  type InferContractRouterInputs,
  type InferContractRouterOutputs,
  isContractProcedure,
} from '@orpc/contract'
import { contract } from '@semblance/contract'

type NamesIn<Router, Prefix extends string = ''> = {
  [Key in keyof Router & string]: Router[Key] extends AnyContractProcedure
    ? `${Prefix}${Key}`
    : NamesIn<Router[Key], `${Prefix}${Key}.`>
}[keyof Router & string]

type At<Tree, Name extends string> = Name extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Tree
    ? At<Tree[Head], Rest>
    : never
  : Name extends keyof Tree
    ? Tree[Name]
    : never

export type ProcedureName = NamesIn<typeof contract>
export type InputOf<Name extends ProcedureName> = At<
  InferContractRouterInputs<typeof contract>,
  Name
>
export type OutputOf<Name extends ProcedureName> = At<
  InferContractRouterOutputs<typeof contract>,
  Name
>

/** Leaves out any field at any depth; a list keeps the shape of its items. */
export type Sketch<Value> = Value extends bigint | Date | Blob | string | number | boolean | null
  ? Value
  : Value extends readonly (infer Item)[]
    ? Sketch<Item>[]
    : Value extends object
      ? { [Key in keyof Value]?: Sketch<Value[Key]> }
      : Value

export const procedures = new Map(named(contract))

function named(router: ContractRouter<object>, prefix = ''): [string, AnyContractProcedure][] {
  return Object.entries(router).flatMap(([key, part]) =>
    isContractProcedure(part)
      ? [[prefix + key, part] satisfies [string, AnyContractProcedure]]
      : named(part, `${prefix}${key}.`),
  )
}
