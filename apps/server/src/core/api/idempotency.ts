/** Answers a repeated change with the answer of the first, which is stored in the transaction of its effect. */
import { createHmac } from 'node:crypto'
import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import { isAnswerKept } from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findStoredAnswer, insertAnswer, lockAnswer } from './queries.ts'

const header = /^[\x21-\x7e]{1,255}$/
const field = 'Idempotency-Key'
const serializer = new StandardRPCJsonSerializer()
const textOf = (value: unknown) => JSON.stringify(serializer.serialize(value).slice(0, 2))

type Earlier = {
  /** Holds what the first request was answered; null if this is the first. */
  answer: { output: unknown } | null
  store: (output: unknown) => Promise<void>
}

/**
 * Looks for the answer of an earlier request of the caller with this key. Null without a key, and for
 * visitors. Throws bad_input, request_in_flight while the first is being answered, key_reused for another
 * operation or other content.
 */
export async function findAnswer(
  { tx, actor, platform }: Ctx,
  key: string | undefined,
  { operation, input }: { operation: string; input: unknown },
): Promise<Earlier | null> {
  const owner = actor.userId
  if (key === undefined || !owner) return null
  if (!header.test(key))
    throw new AppError('bad_input', { field, message: 'Send 1 to 255 visible ASCII characters.' })
  if (!isAnswerKept(operation))
    throw new AppError('bad_input', {
      field,
      message: 'This answer holds a secret and is not kept.',
    })
  // A keyed hash: what a request says of a bank account cannot be found by trying.
  const request_hash = createHmac('sha256', platform.secrets.key('api.idempotency'))
    .update(textOf([operation, input]))
    .digest()
  return await withSystemRole(tx, async () => {
    if (!(await lockAnswer(tx, owner, key))) throw new AppError('request_in_flight')
    const known = await findStoredAnswer(tx, owner, key)
    if (known && (known.operation !== operation || !request_hash.equals(known.request_hash)))
      throw new AppError('key_reused', { field })
    const [json, meta] = (known?.answer ?? []) as [unknown, never]
    return {
      answer: known ? { output: serializer.deserialize(json, meta ?? []) } : null,
      store: (output) =>
        withSystemRole(tx, () =>
          insertAnswer(tx, { owner, key, operation, request_hash, answer: textOf(output) }),
        ),
    }
  })
}
