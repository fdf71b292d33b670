/** Pushes: deliveries that we send to a client's own SFTP server or bucket, and where to. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { requiredText } from '../core/text.ts'
import { hostOf, s3Endpoint } from './hosts.ts'
import { pushFailures } from './push-errors.ts'

const host = hostOf('sftp.example.com')
const port = z.number({ error: 'Port is required' }).int().min(1).max(65_535)

const SEGMENT = /^[\w.@ =+-]{1,200}$/
/** Returns true for a path of plain names, none of which leads upwards. */
const isPlainPath = (text: string) =>
  text
    .split('/')
    .filter((part) => part !== '')
    .every((part) => SEGMENT.test(part) && !/^\.+$/.test(part))

const path = (example: string) =>
  z
    .string()
    .trim()
    .max(500, 'Folder is too long (500 characters at most)')
    .refine(isPlainPath, `Enter a folder such as ${example}`)

/** Matches the fingerprint of a host key as `ssh-keygen -l` prints it. */
export const HOST_KEY = /^SHA256:[A-Za-z0-9+/]{43}$/

const secret = (name: string, most: number) =>
  z
    .string({ error: `${name} is required` })
    .min(1, `${name} is required`)
    .max(most)

const sftpSettings = z.object({
  kind: z.literal('sftp'),
  host,
  port,
  username: requiredText('User', 100),
  /** The folder that deliveries are put into; one that begins with a slash is absolute. */
  folder: path('/incoming/semblance'),
  /** The fingerprint of the host's key, confirmed by who added it; no other key is spoken to. */
  hostKey: z.string().regex(HOST_KEY, 'Look up the host key, compare it and confirm it'),
})
const s3Settings = z.object({
  kind: z.literal('s3'),
  endpoint: s3Endpoint,
  region: requiredText('Region', 60).regex(/^[\w-]+$/, 'Enter a region such as eu-central-1'),
  bucket: requiredText('Bucket', 63).regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'This is no name of a bucket',
  ),
  folder: path('deliveries/semblance'),
  /** The bucket is named in the path, not in the host. */
  isPathStyle: z.boolean(),
  accessKeyId: requiredText('Access key ID', 200).regex(/^[\w-]+$/, 'This is no access key ID'),
})
/** Describes where a destination is, without what opens it. */
export const pushSettings = z.discriminatedUnion('kind', [sftpSettings, s3Settings])
export type PushSettings = z.infer<typeof pushSettings>

const sftpSecret = z.discriminatedUnion('by', [
  z.object({ by: z.literal('password'), password: secret('Password', 1000) }),
  z.object({
    by: z.literal('private_key'),
    privateKey: secret('Private key', 20_000),
    passphrase: z.string().max(1000).nullish(),
  }),
])
const s3Secret = z.object({
  by: z.literal('secret_key'),
  secretAccessKey: secret('Secret access key', 1000),
})

/** Describes what replaces the secret of a destination; another secret of a bucket comes with its access key ID. */
export const replacedSecret = z.discriminatedUnion('by', [
  ...sftpSecret.options,
  s3Secret.extend({ accessKeyId: s3Settings.shape.accessKeyId }),
])
export type ReplacedSecret = z.infer<typeof replacedSecret>

const common = {
  name: requiredText('Name', 100),
  /** Accepted deliveries go there by themselves, and those agreed by SFTP when they are ready. */
  isAutomatic: z.boolean(),
}
export const pushDestinationForm = z.discriminatedUnion('kind', [
  sftpSettings.extend({ ...common, secret: sftpSecret }),
  s3Settings.extend({ ...common, secret: s3Secret }),
])
export type PushDestinationForm = z.infer<typeof pushDestinationForm>
export type PushSecret = PushDestinationForm['secret']

export const pushDestination = z.object({
  id: z.uuid(),
  ...common,
  settings: pushSettings,
  /** Says what opens it; the secret itself is never shown again. */
  secretKind: z.enum(['password', 'private_key', 'secret_key']),
  state: z.enum(['enabled', 'disabled']),
  /** Says why it is disabled: by an administrator, because of another host key, or after all tries of a push. */
  disabledAs: z.enum(['by_administrator', 'host_key_differs', 'dead']).nullable(),
  createdAt: z.date(),
})
export type PushDestination = z.infer<typeof pushDestination>

export const pushStates = ['pending', 'delivered', 'failed'] as const

export const push = z.object({
  id: z.uuid(),
  deliveryId: z.uuid(),
  /** Null once the destination is removed. */
  destinationId: z.uuid().nullable(),
  destinationName: z.string(),
  kind: z.enum(['sftp', 's3']),
  /** The folder or prefix that the files are under, as an address. */
  target: z.string(),
  state: z.enum(pushStates),
  attempts: z.number().int(),
  /** Files that arrived, of all of them; null before the first attempt. */
  sentFiles: z.number().int(),
  allFiles: z.number().int().nullable(),
  sentBytes: z.number().int(),
  failure: z.enum(pushFailures).nullable(),
  createdAt: z.date(),
  attemptedAt: z.date().nullable(),
  /** Says when a pending one is tried next. */
  nextAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})
export type Push = z.infer<typeof push>

const byDestination = z.object({ destinationId: z.uuid() })
const byContract = z.object({ contractId: z.string().max(40) })

export const pushes = {
  destinations: oc
    .route({
      method: 'GET',
      path: '/push-destinations',
      summary: "The organization's destinations for deliveries, newest first",
    })
    .input(pageInput)
    .output(pageOf(pushDestination)),
  readHostKey: oc
    .route({
      method: 'POST',
      path: '/push-destinations/host-key',
      summary:
        'Look up the key that an SFTP host shows, to be compared and confirmed (administrator)',
    })
    .input(z.object({ host, port }))
    .output(z.object({ hostKey: z.string(), algorithm: z.string() })),
  addDestination: oc
    .route({
      method: 'POST',
      path: '/push-destinations',
      summary: 'Add a destination, which is tried with a small file first (administrator)',
    })
    .input(pushDestinationForm)
    .output(pushDestination),
  changeDestination: oc
    .route({
      method: 'PATCH',
      path: '/push-destinations/{destinationId}',
      summary:
        'Rename, disable or enable a destination, or change what goes there; one that is enabled is tried first (administrator)',
    })
    .input(
      byDestination.extend({
        name: common.name.optional(),
        isAutomatic: common.isAutomatic.optional(),
        state: z.enum(['enabled', 'disabled']).optional(),
      }),
    )
    .output(pushDestination),
  replaceSecret: oc
    .route({
      method: 'PUT',
      path: '/push-destinations/{destinationId}/secret',
      summary:
        'Replace what opens a destination, once it was tried; what is on its way there goes on at once (administrator)',
    })
    .input(byDestination.extend({ secret: replacedSecret }))
    .output(pushDestination),
  testDestination: oc
    .route({
      method: 'POST',
      path: '/push-destinations/{destinationId}/test',
      summary: 'Try a destination with a small file, and remove it again (administrator)',
    })
    .input(byDestination)
    .output(z.void()),
  removeDestination: oc
    .route({
      method: 'DELETE',
      path: '/push-destinations/{destinationId}',
      summary:
        'Remove a destination with its secret; what was sent there stays there (administrator)',
    })
    .input(byDestination)
    .output(z.void()),
  list: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/pushes',
      summary: "What was sent of a contract's deliveries to the client's own systems, newest first",
    })
    .input(pageInput.extend(byContract.shape))
    .output(pageOf(push)),
  send: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/pushes',
      summary: 'Send the newest delivery of a contract to a destination, also once more',
    })
    .input(byContract.extend(byDestination.shape))
    .output(push),
}
