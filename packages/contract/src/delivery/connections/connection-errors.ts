/** Limits the connections of an organization. */
export const maxConnections = 20

/** Maps what may be wrong with a connection, beyond what a warehouse says itself, to what is said of it. */
export const connectionFailureTexts = {
  address_refused:
    'The address is not public, or TLS is off. Connections go to public addresses with TLS alone.',
  name_unresolved: 'The name of the host leads to no address.',
  unreachable: 'The host did not answer in time.',
  insecure: "The host's TLS certificate does not hold.",
  bucket_missing: 'The store knows no such bucket.',
  credentials_refused: 'The store refused the key.',
  not_permitted: 'The key may not list or read the bucket.',
  redirect: 'The store sends requests elsewhere. Check the region and the address.',
  status: 'The store answered with an error.',
  object_changed:
    'A file was changed since it was reviewed. Choose it again, and review what is in it now.',
  object_missing: 'A file is gone. Choose others, or put it back.',
  too_large: 'The files are larger than one delivery may be.',
  removed: 'The connection was removed. Choose another one, or upload files.',
  secret_unreadable: 'The stored password or key cannot be opened. Replace it.',
} as const
export type ConnectionFailure = keyof typeof connectionFailureTexts

/** Lists the errors of connections; `errors.ts` joins them with all others. */
export const connectionErrors = {
  connection_refused: {
    status: 422,
    message: 'This connection was tried and cannot be used. Nothing was saved.',
  },
  connections_full: {
    status: 409,
    message: `An organization has at most ${maxConnections} connections. Remove one first.`,
  },
  connection_in_use: {
    status: 409,
    message:
      'A delivery that is under way reads through this connection. Cancel it, or wait for its end; nothing was changed.',
  },
} as const
