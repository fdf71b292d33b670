/** Limits the destinations of an organization. */
export const maxPushDestinations = 20

/** Maps the reasons for which a push fails, or a destination is refused, to what is said of them. */
export const pushFailureTexts = {
  address_refused: 'The address is not public. Deliveries go to public addresses alone.',
  name_unresolved: 'The name of the host leads to no address.',
  unreachable: 'The host did not accept the connection.',
  insecure: "The host's TLS certificate does not hold.",
  timeout: 'The host did not answer in time, or took too long for a file.',
  interrupted: 'The connection ended before all was sent.',
  host_key_differs: 'The host showed another key than the confirmed one. Nothing was sent.',
  credentials_refused: 'The host refused the user or the key.',
  key_unreadable: 'The private key cannot be read, or needs another passphrase.',
  not_permitted: 'The host did not permit to write there.',
  folder_missing: 'The folder does not exist and could not be made.',
  no_room: 'The destination has no room left.',
  write_refused: 'The host refused to write a file and did not say why; its disk may be full.',
  bucket_missing: 'The store knows no such bucket.',
  redirect: 'The store sends requests elsewhere. Check the region and the address.',
  status: 'The store answered with an error.',
  altered: 'The host reports another size than was sent.',
  destination_disabled: 'The destination was disabled.',
  destination_removed: 'The destination was removed.',
  disputed: 'The contract is disputed. We look every hour whether the delivery may go on.',
  not_fetchable: 'The delivery could not be downloaded at that time.',
  client_inactive:
    "The organization's access was suspended or had ended at that time. Nothing is sent for it.",
  secret_unreadable: 'The stored password or key cannot be opened. Add the destination again.',
  file_unreadable: 'A file of the delivery could not be read here. Our staff have been told.',
} as const
export type PushFailure = keyof typeof pushFailureTexts
export const pushFailures = Object.keys(pushFailureTexts) as [PushFailure, ...PushFailure[]]

/** Lists the errors of pushes; `errors.ts` joins them with all others. */
export const pushErrors = {
  destination_refused: {
    status: 422,
    message: 'This destination was tried and cannot be used. Nothing was saved.',
  },
  destination_disabled: {
    status: 409,
    message: 'This destination is disabled. Enable it first; nothing was changed.',
  },
  destinations_full: {
    status: 409,
    message: `An organization has at most ${maxPushDestinations} destinations. Remove one first.`,
  },
  push_under_way: {
    status: 409,
    message: 'This delivery is on its way there already; nothing was changed.',
  },
} as const
