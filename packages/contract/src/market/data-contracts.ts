/**
 * Describes a client's requirements for the tables it will receive, in the Open Data Contract
 * Standard (ODCS, version 3). Strict about the part that deliveries are checked against, open to
 * all other fields of the standard.
 */
import { z } from 'zod'
import { isPlainJson } from '../core/plain-json.ts'
import { contractColumn } from './data-contract-columns.ts'
import { qualityRules, tableMetrics } from './data-contract-quality.ts'
import { name, text } from './data-contract-texts.ts'

/** Limits the document as JSON, and a file that holds it. */
export const MAX_DATA_CONTRACT_BYTES = 256 * 1024
const MAX_DEPTH = 20
const MAX_TABLES = 50
const MAX_COLUMNS = 1000

const table = z
  .looseObject({
    name,
    physicalName: name.nullish(),
    properties: z
      .array(contractColumn, { error: 'must list the columns' })
      .min(1, 'must have at least one column')
      .max(MAX_COLUMNS, `has too many columns (${MAX_COLUMNS} at most)`),
    quality: qualityRules(tableMetrics),
  })
  .superRefine(({ properties, quality }, context) => {
    const names = properties.map((property) => property.name)
    for (const [index, own] of names.entries())
      if (names.indexOf(own) < index)
        context.addIssue({
          code: 'custom',
          path: ['properties', index, 'name'],
          message: 'is the name of another column, too',
        })
    for (const [index, rule] of (quality ?? []).entries()) {
      const listed = 'metric' in rule && rule.metric === 'duplicateValues' && keysOf(rule)
      if (listed === false) continue
      if (listed.length === 0 || listed.some((key) => !names.includes(key)))
        context.addIssue({
          code: 'custom',
          path: ['quality', index, 'arguments'],
          message: 'must list columns of this table as properties',
        })
    }
  })
export type ContractTable = z.infer<typeof table>

const keysOf = (rule: object): string[] =>
  (rule as { arguments?: { properties?: string[] | null } | null }).arguments?.properties ?? []

const document = z
  .looseObject({
    apiVersion: text.regex(/^v3\.\d+\.\d+$/, 'must be a version 3 of the standard, such as v3.1.0'),
    kind: z.literal('DataContract', { error: 'must be DataContract' }),
    id: text.min(1, 'must not be empty').max(200),
    version: text.min(1, 'must not be empty').max(100),
    status: text.min(1, 'must not be empty').max(100),
    schema: z
      .array(table, { error: 'must list the tables' })
      .min(1, 'must have at least one table')
      .max(MAX_TABLES, `has too many tables (${MAX_TABLES} at most)`),
  })
  .superRefine(({ schema }, context) => {
    const names = schema.map((one) => one.name)
    for (const [index, own] of names.entries())
      if (names.indexOf(own) < index)
        context.addIssue({
          code: 'custom',
          path: ['schema', index, 'name'],
          message: 'is the name of another table, too',
        })
  })
export type DataContract = z.infer<typeof document>

export const dataContract = z
  .unknown()
  .superRefine((value, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', message, continue: false })
    if (!isPlainJson(value, MAX_DEPTH)) refuse('The data contract is nested too deeply')
    else if (new TextEncoder().encode(JSON.stringify(value)).length > MAX_DATA_CONTRACT_BYTES)
      refuse(`The data contract is too large (${MAX_DATA_CONTRACT_BYTES / 1024} KB at most)`)
  })
  .pipe(document)
