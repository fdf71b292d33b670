/** The form of a new connection as it is typed, and what is made of it. */
import { type ConnectionForm, connectionForm, type connectionKindLabels } from '@semblance/contract'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'

export const secretLabels = { password: 'Password', token: 'Token (JWT)' } as const

export type TypedConnection = {
  kind: keyof typeof connectionKindLabels
  name: string
  host: string
  port: string
  database: string
  catalog: string
  user: string
  by: keyof typeof secretLabels
  password: string
  token: string
  isTls: boolean
  caCertificate: string
  endpoint: string
  region: string
  bucket: string
  prefix: string
  isPathStyle: boolean
  accessKeyId: string
  secretAccessKey: string
}

export type ConnectionFormReturn = UseFormReturn<TypedConnection, unknown, ConnectionForm>

export const emptyConnection: TypedConnection = {
  kind: 'postgres',
  name: '',
  host: '',
  port: '',
  database: '',
  catalog: '',
  user: '',
  by: 'password',
  password: '',
  token: '',
  isTls: true,
  caCertificate: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  isPathStyle: false,
  accessKeyId: '',
  secretAccessKey: '',
}

/** Maps kinds to the port that is taken if none is typed. */
export const usualPorts = { postgres: 5432, trino: 443 } as const

function formOf(typed: TypedConnection): unknown {
  const { kind, name } = typed
  if (kind === 's3') {
    const { endpoint, region, bucket, prefix, isPathStyle, accessKeyId, secretAccessKey } = typed
    return {
      name,
      settings: { kind, endpoint, region, bucket, prefix, isPathStyle, accessKeyId },
      secret: { by: 'secret_key', secretAccessKey },
    }
  }
  const { host, user, isTls, caCertificate, by, password, token, database, catalog } = typed
  const port = typed.port.trim() === '' ? usualPorts[kind] : Number(typed.port)
  const at = { host, port, user, isTls, caCertificate }
  const isToken = kind === 'trino' && by === 'token'
  return {
    name,
    settings: kind === 'postgres' ? { kind, ...at, database } : { kind, ...at, catalog },
    secret: isToken ? { by, token } : { by: 'password', password },
  }
}

/** Returns the field of the form that a field of the API is typed in. */
export function fieldAt(path: string): keyof TypedConnection {
  return path.split('.').at(-1) as keyof TypedConnection
}

/** Checks what is typed by the rules of the API. */
export const connectionResolver: Resolver<TypedConnection, unknown, ConnectionForm> = (typed) => {
  const { data, error } = connectionForm.safeParse(formOf(typed))
  if (!error) return { values: data, errors: {} }
  const errors: FieldErrors<TypedConnection> = {}
  for (const { path, message } of error.issues)
    errors[fieldAt(path.join('.'))] ??= { type: 'value', message }
  return { values: {}, errors }
}
