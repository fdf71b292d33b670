/** Describes what webhooks send, one operation for each type of event. */
import type { OpenAPI } from '@orpc/openapi'
import { type WebhookType, webhookData, webhookTypeLabels } from '@semblance/contract'
import { schemaConverter } from './schemas.ts'

const types = Object.keys(webhookData) as WebhookType[]

/** Returns the webhooks of the description. */
export async function describeWebhooks(): Promise<Record<string, OpenAPI.PathItemObject>> {
  const described: [string, OpenAPI.PathItemObject][] = []
  for (const type of types)
    described.push([type, { post: await describeEvent(type) } as OpenAPI.PathItemObject])
  return Object.fromEntries(described)
}

async function describeEvent(type: WebhookType): Promise<OpenAPI.OperationObject> {
  const [, data] = await schemaConverter.convert(webhookData[type], { strategy: 'output' })
  const schema = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: { type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, data },
  } as OpenAPI.SchemaObject
  return {
    operationId: `on.${type}`,
    summary: webhookTypeLabels[type],
    tags: ['webhooks'],
    security: [],
    parameters: Object.keys(webhookHeaders).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Received; any other answer is tried again.' },
      410: { description: 'The endpoint is gone, and is disabled.' },
    },
  }
}

const header = (name: string, description: string): OpenAPI.ParameterObject => ({
  ...{ name, description, in: 'header', required: true },
  schema: { type: 'string' },
})

/** Holds the headers of Standard Webhooks, by the names under which the description has them. */
export const webhookHeaders = {
  WebhookId: header('webhook-id', 'The same for every attempt at an event.'),
  WebhookTimestamp: header('webhook-timestamp', 'Unix seconds of the attempt.'),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures as `v1,` and base64, with spaces between them.',
  ),
}
