/** The form of a new destination as it is typed, and what is made of it. */
import {
  type PushDestination,
  type PushDestinationForm,
  pushDestinationForm,
  type ReplacedSecret,
  replacedSecret,
} from '@semblance/contract'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'

export const kinds = { sftp: 'SFTP server', s3: 'S3 bucket' } as const
export const secretKinds = { password: 'Password', private_key: 'Private key' } as const

export type TypedDestination = {
  kind: keyof typeof kinds
  name: string
  isAutomatic: boolean
  folder: string
  host: string
  port: string
  username: string
  hostKey: string
  by: keyof typeof secretKinds
  password: string
  privateKey: string
  passphrase: string
  endpoint: string
  region: string
  bucket: string
  isPathStyle: boolean
  accessKeyId: string
  secretAccessKey: string
}

export type DestinationFormReturn = UseFormReturn<TypedDestination, unknown, PushDestinationForm>

export const emptyDestination: TypedDestination = {
  kind: 'sftp',
  name: '',
  isAutomatic: true,
  folder: '',
  host: '',
  port: '22',
  username: '',
  hostKey: '',
  by: 'password',
  password: '',
  privateKey: '',
  passphrase: '',
  endpoint: '',
  region: '',
  bucket: '',
  isPathStyle: false,
  accessKeyId: '',
  secretAccessKey: '',
}

/** Starts the form that replaces a secret: its kind, and no secret. */
export const typedSecretOf = ({ settings, secretKind }: PushDestination): TypedDestination => ({
  ...emptyDestination,
  kind: settings.kind,
  by: secretKind === 'private_key' ? secretKind : 'password',
})

/** Returns what is typed as the API takes it in place of a secret. */
function secretOf(typed: TypedDestination): Record<string, string | null> {
  const { kind, by, password, privateKey, passphrase, accessKeyId, secretAccessKey } = typed
  if (kind === 's3') return { by: 'secret_key', accessKeyId, secretAccessKey }
  return by === 'password' ? { by, password } : { by, privateKey, passphrase: passphrase || null }
}

function formOf(typed: TypedDestination): unknown {
  const { kind, name, isAutomatic, folder } = typed
  const common = { kind, name, isAutomatic, folder }
  if (kind === 's3') {
    const { endpoint, region, bucket, isPathStyle } = typed
    const { accessKeyId, ...secret } = secretOf(typed)
    return { ...common, endpoint, region, bucket, isPathStyle, accessKeyId, secret }
  }
  const { host, port, username, hostKey } = typed
  return { ...common, host, port: Number(port), username, hostKey, secret: secretOf(typed) }
}

/** Returns the field of the form that a field of the API is typed in. */
export function fieldAt(path: string, { kind, by }: TypedDestination): keyof TypedDestination {
  if (!path.startsWith('secret')) return path as keyof TypedDestination
  const [, last] = path.split('.')
  if (kind === 's3') return last === 'accessKeyId' ? last : 'secretAccessKey'
  if (last === 'passphrase') return last
  return by === 'password' ? 'password' : 'privateKey'
}

/** Checks what is typed by the rules of the API. */
export const destinationResolver: Resolver<TypedDestination, unknown, PushDestinationForm> = (
  typed,
) => {
  const { data, error } = pushDestinationForm.safeParse(formOf(typed))
  return error ? refused(typed, error.issues, '') : { values: data, errors: {} }
}

/** Checks what is typed in place of a secret by the rules of the API. */
export const secretResolver: Resolver<TypedDestination, unknown, ReplacedSecret> = (typed) => {
  const { data, error } = replacedSecret.safeParse(secretOf(typed))
  return error ? refused(typed, error.issues, 'secret.') : { values: data, errors: {} }
}

type Issue = { path: PropertyKey[]; message: string }

function refused(typed: TypedDestination, issues: Issue[], prefix: string) {
  const errors: FieldErrors<TypedDestination> = {}
  for (const { path, message } of issues) {
    const field = fieldAt(prefix + path.join('.'), typed)
    errors[field] ??= { type: 'value', message }
  }
  return { values: {}, errors }
}
