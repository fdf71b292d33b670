/** The libraries of Standard Webhooks, in Python and JavaScript, judge what endpoints receive. */
import { spawnSync } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { makeWebhookSecret, signatureHeaders } from '../apps/server/src/core/webhooks/signing.ts'
import { providePython } from './python.ts'

const python = providePython(['standardwebhooks==1.0.0'])

const program = `
import sys, json
from standardwebhooks.webhooks import Webhook
given = json.load(sys.stdin)
def judge(case):
    try:
        return Webhook(case["secret"]).verify(case["body"], case["headers"])["type"]
    except Exception as error:
        return type(error).__name__
print(json.dumps([judge(case) for case in given]))
`

it('verifies by either secret, and refuses another body, another secret and an old timestamp', () => {
  const [secret, old, other] = [makeWebhookSecret(), makeWebhookSecret(), makeWebhookSecret()]
  const body = JSON.stringify({ type: 'delivery.ready', data: { title: 'Größe „7“' } })
  const at = new Date()
  const id = '019a0000-0000-7000-8000-000000000001'
  const headers = signatureHeaders([secret, old], { id, at, body })
  const earlier = new Date(at.getTime() - 3_600_000)
  const cases = [
    { secret, body, headers },
    { secret: old, body, headers },
    { secret: other, body, headers },
    { secret, body: body.replace('7', '8'), headers },
    { secret, body, headers: signatureHeaders([secret], { id, at: earlier, body }) },
  ]
  const judge = ({ secret, body, headers }: (typeof cases)[number]) => {
    try {
      return (new Webhook(secret).verify(body, headers) as { type: string }).type
    } catch (error) {
      return (error as Error).constructor.name
    }
  }
  const run = spawnSync(python, ['-c', program], { input: JSON.stringify(cases), encoding: 'utf8' })
  expect(run.stderr).toBe('')
  const refused = 'WebhookVerificationError'
  const expected = ['delivery.ready', 'delivery.ready', refused, refused, refused]
  expect(JSON.parse(run.stdout)).toEqual(expected)
  expect(cases.map(judge)).toEqual(expected)
})
