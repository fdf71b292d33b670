/** Lists the errors of files, and those of the server itself; `errors.ts` joins them with all others. */
import { kindsOf } from './core/file-formats.ts'

export const fileErrors = {
  privacy_budget_exhausted: {
    status: 409,
    message: 'This source has too little of its privacy limit left for this measurement.',
  },
  limit_below_spent: {
    status: 409,
    message: 'This limit is below what was already spent or reserved.',
  },
  source_overlaps: {
    status: 409,
    message: 'The same data is accounted for already, as another source.',
  },
  source_exists: {
    status: 409,
    message: 'You have a source of this name. Choose it, or another name.',
  },
  upload_incomplete: { status: 409, message: 'The upload is not complete. Upload the file again.' },
  upload_locked: {
    status: 423,
    message: 'Part of this file is being stored at the moment. It goes on in a minute.',
    retryAfterSeconds: 5,
  },
  too_many_uploads: {
    status: 429,
    message: 'Too many files are on their way at once. Finish or remove some first.',
  },
  empty_file: { status: 400, message: 'This file is empty. Choose a file with data in it.' },
  file_type_refused: { status: 422, message: `Upload a ${kindsOf('upload')} file.` },
  upload_offset_differs: {
    status: 409,
    message: 'Another part of this file is expected. Ask for its offset, and go on from there.',
  },
  upload_version_differs: {
    status: 412,
    message: 'Send the header "Tus-Resumable: 1.0.0".',
  },
  too_large: { status: 413, message: 'This file is larger than the limit.' },
  link_expired: { status: 403, message: 'This link has expired. Ask for the file again.' },
  file_not_here: {
    status: 503,
    message:
      'This file is not on this server yet. Try again in a few minutes; if that does not help, contact support.',
  },
  file_destroyed: {
    status: 410,
    message: 'This file can no longer be opened: its key was deleted.',
  },
  not_converted: {
    status: 409,
    message:
      'This table could not be written in that format. Choose another one, or contact support.',
  },
  being_converted: {
    status: 503,
    message: 'This table is being written in that format. Ask for it again in a few seconds.',
    retryAfterSeconds: 2,
  },
} as const

/** Lists faults and limits of the server. Those with `retryAfterSeconds` pass without a change. */
export const serverErrors = {
  method_not_allowed: {
    status: 405,
    message: 'This address does not take that method. The header Allow lists those it takes.',
  },
  too_many_requests: { status: 429, message: 'Too many requests. Try again later.' },
  overloaded: {
    status: 503,
    message: 'Semblance is very busy at the moment. Try again in a few seconds.',
    retryAfterSeconds: 2,
  },
  database_unavailable: {
    status: 503,
    message: 'Our database does not answer at the moment. Try again in a minute.',
    retryAfterSeconds: 5,
  },
  storage_unavailable: {
    status: 503,
    message: 'Our file storage does not answer at the moment. Try again in a minute.',
    retryAfterSeconds: 5,
  },
  storage_full: {
    status: 507,
    message: 'We have no room to store this at the moment. Try again later.',
  },
  bank_unavailable: {
    status: 503,
    message: 'The bank does not answer at the moment. Try again in a few minutes.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Try again in a moment.' },
} as const
