/** Connections: a vendor's warehouses and buckets, from which deliveries are measured where the data is. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../../core/paging.ts'
import { requiredText } from '../../core/text.ts'
import { hostOf, s3Endpoint } from '../hosts.ts'

const port = z.number({ error: 'Port is required' }).int().min(1).max(65_535)
const isTls = z.boolean()
/** A certificate authority of the vendor's own, in place of the public ones. */
const caCertificate = z
  .string()
  .trim()
  .max(20_000)
  .refine(
    (text) =>
      text === '' || /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/.test(text),
    'Paste a certificate in PEM, from BEGIN CERTIFICATE to END CERTIFICATE',
  )
const secret = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .min(1, `${name} is required`)
    .max(8000)

const postgresSettings = z.object({
  kind: z.literal('postgres'),
  host: hostOf('warehouse.example.com'),
  port,
  database: requiredText('Database', 63),
  user: requiredText('User', 63),
  isTls,
  caCertificate,
})
const trinoSettings = z.object({
  kind: z.literal('trino'),
  host: hostOf('warehouse.example.com'),
  port,
  catalog: requiredText('Catalog', 100).regex(/^[\w-]+$/, 'This is no name of a catalog'),
  user: requiredText('User', 100),
  isTls,
  caCertificate,
})
const s3Settings = z.object({
  kind: z.literal('s3'),
  endpoint: s3Endpoint,
  region: requiredText('Region', 60).regex(/^[\w-]+$/, 'Enter a region such as eu-central-1'),
  bucket: requiredText('Bucket', 63).regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'This is no name of a bucket',
  ),
  /** Begins the names of all objects. */
  prefix: z.string().trim().max(500, 'Prefix is too long (500 characters at most)'),
  /** The bucket is named in the path, not in the host. */
  isPathStyle: z.boolean(),
  accessKeyId: requiredText('Access key ID', 200).regex(/^[\w-]+$/, 'This is no access key ID'),
})

/** Describes where a connection leads and by which account, without what opens it. */
export const connectionSettings = z.discriminatedUnion('kind', [
  postgresSettings,
  trinoSettings,
  s3Settings,
])
export type ConnectionSettings = z.infer<typeof connectionSettings>
export type ConnectionKind = ConnectionSettings['kind']

/** Names kinds for their vendor. */
export const connectionKindLabels: Record<ConnectionKind, string> = {
  postgres: 'PostgreSQL',
  trino: 'Trino',
  s3: 'S3 bucket',
}

/** Holds what opens a connection: a password, of Trino also a JWT, of a bucket the secret access key. */
export const connectionSecret = z.discriminatedUnion('by', [
  z.object({ by: z.literal('password'), password: secret('Password') }),
  z.object({ by: z.literal('token'), token: secret('Token') }),
  z.object({ by: z.literal('secret_key'), secretAccessKey: secret('Secret access key') }),
])
export type ConnectionSecret = z.infer<typeof connectionSecret>

/** Lists what opens each kind. */
export const secretsOfKind: Record<ConnectionKind, readonly ConnectionSecret['by'][]> = {
  postgres: ['password'],
  trino: ['password', 'token'],
  s3: ['secret_key'],
}

const name = requiredText('Name', 100)
export const connectionForm = z
  .object({ name, settings: connectionSettings, secret: connectionSecret })
  .refine(({ settings, secret }) => secretsOfKind[settings.kind].includes(secret.by), {
    path: ['secret', 'by'],
    message: 'This does not open a connection of that kind',
  })
export type ConnectionForm = z.infer<typeof connectionForm>

export const connection = z.object({
  id: z.uuid(),
  name,
  settings: connectionSettings,
  /** The account could also write, as the source said when last tried; null where it does not say. */
  canWrite: z.boolean().nullable(),
  triedAt: z.date(),
  secretReplacedAt: z.date().nullable(),
  createdAt: z.date(),
})
export type Connection = z.infer<typeof connection>

/** Describes a table, or an object of a bucket. */
export const connectedObject = z.object({
  name: z.string(),
  /** The warehouse's own estimate of its rows; null where it has none. */
  rows: z.number().nullable(),
  /** The size of an object of a bucket. */
  bytes: z.number().nullable(),
})
export type ConnectedObject = z.infer<typeof connectedObject>

/** Limits the tables of a delivery that is read through a connection. */
export const maxConnectedObjects = 20

/** Matches `schema.table`, each part also in double quotes. */
const TABLE_NAME = /^("(?:[^"]|"")+"|[^."\s]+)\.("(?:[^"]|"")+"|[^."\s]+)$/

/** Writes the name of a table in its one spelling: quotes where they are needed alone; null if it is none. */
export function tableNameOf(kind: 'postgres' | 'trino', text: string): string | null {
  const parts = TABLE_NAME.exec(text)?.slice(1)
  if (!parts || /\p{Cc}/u.test(text)) return null
  return parts
    .map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part))
    .map((part) => (kind === 'trino' ? part.toLowerCase() : part))
    .map((part) => (/^[^."\s]+$/.test(part) ? part : `"${part.replaceAll('"', '""')}"`))
    .join('.')
}

const byConnection = z.object({ connectionId: z.uuid() })

export const connections = {
  list: oc
    .route({
      method: 'GET',
      path: '/connections',
      summary: "The organization's warehouses and buckets, newest first (vendor)",
    })
    .input(pageInput)
    .output(pageOf(connection)),
  add: oc
    .route({
      method: 'POST',
      path: '/connections',
      summary: 'Add a connection, which is tried first (administrator)',
    })
    .input(connectionForm)
    .output(connection),
  test: oc
    .route({
      method: 'POST',
      path: '/connections/{connectionId}/test',
      summary: 'Try a connection as it is kept (administrator)',
    })
    .input(byConnection)
    .output(connection),
  replaceSecret: oc
    .route({
      method: 'PUT',
      path: '/connections/{connectionId}/secret',
      summary: 'Replace what opens a connection, which is tried with it first (administrator)',
    })
    .input(byConnection.extend({ secret: connectionSecret }))
    .output(connection),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/connections/{connectionId}',
      summary: 'Remove a connection with its secret (administrator)',
    })
    .input(byConnection)
    .output(z.void()),
  objects: oc
    .route({
      method: 'GET',
      path: '/connections/{connectionId}/objects',
      summary:
        'The tables or files that a connection may read, as the source lists them now (vendor)',
    })
    .input(byConnection)
    .output(
      z.object({
        objects: z.array(connectedObject),
        /** False where there are more than are listed. */
        isComplete: z.boolean(),
      }),
    ),
}
