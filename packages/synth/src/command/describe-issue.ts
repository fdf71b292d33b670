import type { z } from 'zod'
import { didYouMean } from '../schema/did-you-mean.ts'

const EXPECTED: Record<string, string> = {
  object: 'a mapping of fields',
  record: 'a mapping of names',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

/**
 * Describes a mistake in a file as the rest of a sentence that begins with the field; it quotes no
 * value.
 */
export function describeIssue(issue: z.core.$ZodIssue, knownFields: string[]): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${EXPECTED[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'unrecognized_keys': {
      const key = issue.keys[0]!
      return `has a field "${key}" that means nothing here${didYouMean(key, knownFields)}`
    }
    case 'too_small':
      return issue.origin === 'number' ? `must be at least ${issue.minimum}` : 'must not be empty'
    case 'too_big':
      return `must be at most ${issue.maximum}`
    case 'invalid_union':
      return issue.message === 'Invalid input' ? 'must be a number or a text' : issue.message
    default:
      return issue.message
  }
}
