/** The form of a new destination as it is typed, and what is made of it. */
import { type PushDestinationForm, pushDestinationForm } from '@semblance/contract'
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

function formOf(typed: TypedDestination): unknown {
  const { kind, name, isAutomatic, folder } = typed
  const common = { kind, name, isAutomatic, folder }
  if (kind === 's3') {
    const { endpoint, region, bucket, isPathStyle, accessKeyId, secretAccessKey } = typed
    const secret = { by: 'secret_key', secretAccessKey }
    return { ...common, endpoint, region, bucket, isPathStyle, accessKeyId, secret }
  }
  const { host, port, username, hostKey, by, password, privateKey, passphrase } = typed
  const secret =
    by === 'password' ? { by, password } : { by, privateKey, passphrase: passphrase || null }
  return { ...common, host, port: Number(port), username, hostKey, secret }
}

/** Returns the field of the form that a field of the API is typed in. */
export function fieldAt(path: string, { kind, by }: TypedDestination): keyof TypedDestination {
  if (!path.startsWith('secret')) return path as keyof TypedDestination
  if (kind === 's3') return 'secretAccessKey'
  const [, last] = path.split('.')
  if (last === 'passphrase') return last
  return by === 'password' ? 'password' : 'privateKey'
}

/** Checks what is typed by the rules of the API. */
export const destinationResolver: Resolver<TypedDestination, unknown, PushDestinationForm> = (
  typed,
) => {
  const { data, error } = pushDestinationForm.safeParse(formOf(typed))
  if (!error) return { values: data, errors: {} }
  const errors: FieldErrors<TypedDestination> = {}
  for (const { path, message } of error.issues) {
    const field = fieldAt(path.join('.'), typed)
    errors[field] ??= { type: 'value', message }
  }
  return { values: {}, errors }
}
