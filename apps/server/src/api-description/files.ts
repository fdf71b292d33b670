/** Describes the routes that are no procedures: uploads by tus, downloads by link, documents and files. */
import type { OpenAPI } from '@orpc/openapi'
import {
  applicationLinkHeader,
  type KeyAccess,
  maxUploadBytes,
  taxFormKindNames,
} from '@semblance/contract'
import { type ErrorStatus, referAll } from './errors.ts'
import { bearersOf, securityOf } from './security.ts'

type Parameter = OpenAPI.ParameterObject

/** Operations by path and method. */
export type FilePaths = Record<string, Record<string, OpenAPI.OperationObject>>

const text = { type: 'string' } as const
const inPath = (name: string): Parameter => ({ name, in: 'path', required: true, schema: text })
const inHeader = (
  name: string,
  schema: NonNullable<Parameter['schema']>,
  isRequired = true,
): Parameter => ({
  name,
  in: 'header',
  required: isRequired,
  schema,
})
const inQuery = (name: string, isRequired = false): Parameter => ({
  name,
  in: 'query',
  required: isRequired,
  schema: text,
})
const tusVersion = inHeader('Tus-Resumable', { type: 'string', enum: ['1.0.0'] })
const offset = { type: 'integer', minimum: 0 } as const
const offsetHeader = {
  'Upload-Offset': { description: 'Bytes that have arrived.', schema: offset },
}
const file = (type: string) => ({ content: { [type]: {} } })
const bytes = file('application/octet-stream')

const deliverers = bearersOf('deliver')

/** Lists the refusals of every call of a member. */
const memberErrors: ErrorStatus[] = [400, 401, 403, 404, 429, 500, 503]
const tusErrors = referAll(...memberErrors, 409, 412, 413, 422, 423, 507)

const inDate = (name: string): Parameter => ({
  name,
  in: 'query',
  schema: { type: 'string', format: 'date' },
})

/** Describes a document for those who may read its subject, visitors of the samples too. */
const document = (
  operationId: string,
  summary: string,
  { parameters = [], type = 'application/pdf' }: { parameters?: Parameter[]; type?: string } = {},
): OpenAPI.OperationObject => ({
  operationId,
  summary,
  tags: operationId.split('.').slice(0, 1),
  security: securityOf(operationId, 'get'),
  ...(parameters.length > 0 && { parameters }),
  responses: {
    200: { description: 'The document', ...file(type) },
    ...referAll(...memberErrors),
  },
})

/** Describes a file that is sent as the body itself, named in the address. */
const sentFile = (
  operationId: string,
  summary: string,
  {
    access,
    parameters,
    answer,
  }: {
    /** Null where a mailed link takes the place of a bearer. */
    access: KeyAccess | null
    parameters: Parameter[]
    answer: string
  },
): OpenAPI.OperationObject => ({
  operationId,
  summary,
  tags: operationId.split('.').slice(0, 1),
  security: access === null ? [] : bearersOf(access),
  parameters: [...parameters, inQuery('fileName', true)],
  requestBody: { required: true, ...bytes },
  responses: {
    201: {
      description: 'Stored',
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${answer}` } } },
    },
    ...referAll(...memberErrors, 409, 413, 422, 507),
  },
})

const uploads = {
  '/uploads': {
    post: {
      operationId: 'uploads.create',
      summary: 'Begin an upload by tus 1.0, for any client of that protocol',
      tags: ['uploads'],
      security: deliverers,
      parameters: [
        tusVersion,
        inHeader('Upload-Length', { type: 'integer', minimum: 1, maximum: maxUploadBytes }),
        {
          ...inHeader('Upload-Metadata', text),
          description: 'contractId and filename, each with its value in base64',
        },
      ],
      responses: {
        201: {
          description: 'Begun',
          headers: { Location: { description: 'Where the bytes go.', schema: text } },
        },
        ...tusErrors,
      },
    },
  },
  '/uploads/{uploadId}': {
    head: {
      operationId: 'uploads.offset',
      summary: 'How much of an upload has arrived',
      tags: ['uploads'],
      security: deliverers,
      parameters: [inPath('uploadId'), tusVersion],
      responses: { 200: { description: 'Found', headers: offsetHeader }, ...tusErrors },
    },
    patch: {
      operationId: 'uploads.append',
      summary: 'Send the next bytes of an upload',
      tags: ['uploads'],
      security: deliverers,
      parameters: [inPath('uploadId'), tusVersion, inHeader('Upload-Offset', offset)],
      requestBody: { required: true, ...file('application/offset+octet-stream') },
      responses: { 204: { description: 'Stored', headers: offsetHeader }, ...tusErrors },
    },
    delete: {
      operationId: 'uploads.remove',
      summary: 'Remove an upload',
      tags: ['uploads'],
      security: deliverers,
      parameters: [inPath('uploadId'), tusVersion],
      responses: { 204: { description: 'Removed' }, ...tusErrors },
    },
  },
} satisfies FilePaths

/** Describes a signed certificate, which is public. */
const certificate = (
  operationId: string,
  { summary, type }: { summary: string; type: string },
): OpenAPI.OperationObject => ({
  operationId,
  summary,
  tags: ['certificates'],
  security: [],
  parameters: [inPath('id')],
  responses: {
    200: { description: 'The signed certificate', ...file(type) },
    ...referAll(404, 429, 500, 503),
  },
})

const downloads = {
  '/downloads/{token}': {
    get: {
      operationId: 'downloads.follow',
      summary: 'Follow a signed link to a file, whole or in ranges',
      tags: ['deliveries'],
      security: [],
      parameters: [inPath('token'), inHeader('Range', text, false)],
      responses: {
        200: { description: 'The file', ...bytes },
        206: { description: 'A part of the file', ...bytes },
        416: { description: 'The file has no such range' },
        ...referAll(403, 404, 409, 410, 429, 500, 503),
      },
    },
  },
  '/certificates/{id}.jws': {
    get: certificate('certificates.jws', {
      summary: 'A certificate as it was signed, for programs that verify it',
      type: 'application/jose',
    }),
  },
  '/certificates/{id}.sd-jwt': {
    get: certificate('certificates.sdJwt', {
      summary: 'A certificate as an SD-JWT without disclosures; none for those of earlier releases',
      type: 'application/sd-jwt',
    }),
  },
} satisfies FilePaths

/** Describes the routes for members and visitors that are no procedures. */
export const filePaths: FilePaths = {
  ...uploads,
  ...downloads,
  '/contracts/{id}/contract.pdf': {
    get: document('contracts.pdf', 'The status of a contract as PDF', {
      parameters: [inPath('id')],
    }),
  },
  '/contracts/{id}/revisions/{revision}/agreement.pdf': {
    get: document('contracts.agreement', 'The agreement as PDF, drawn once for each revision', {
      parameters: [inPath('id'), inPath('revision')],
    }),
  },
  '/contracts/{id}/revisions/{revision}/fee-annex.pdf': {
    get: document('contracts.feeAnnex', 'The annex with the fee as PDF, for the client', {
      parameters: [inPath('id'), inPath('revision')],
    }),
  },
  '/contracts/{id}/policy.jsonld': {
    get: document('contracts.policy', 'The license terms of a contract as an ODRL policy', {
      parameters: [inPath('id')],
      type: 'application/ld+json',
    }),
  },
  '/contracts/{id}/dossier.zip': {
    get: {
      ...document('dossiers.archive', 'All of a deal that its caller may read, with its proofs', {
        parameters: [inPath('id'), inQuery('since')],
        type: 'application/zip',
      }),
      tags: ['contracts'],
    },
  },
  '/twins/{id}/dossier.zip': {
    get: {
      ...document(
        'dossiers.twin',
        'What the log holds of a twin for a listing, with its certificate and proofs, for its vendor',
        { parameters: [inPath('id'), inQuery('since')], type: 'application/zip' },
      ),
      tags: ['twins'],
    },
  },
  '/offers/{id}/proposal.pdf': {
    get: document('offers.pdf', 'The proposal as PDF', { parameters: [inPath('id')] }),
  },
  '/offers/{id}/policy.jsonld': {
    get: document('offers.policy', 'The license terms of an offer as an ODRL policy', {
      parameters: [inPath('id')],
      type: 'application/ld+json',
    }),
  },
  '/invoices/{number}.pdf': {
    get: document('invoices.pdf', 'An invoice as PDF', { parameters: [inPath('number')] }),
  },
  '/earnings/report.pdf': {
    get: document('earnings.pdf', 'The report on earnings as PDF', {
      parameters: [inDate('from'), inDate('to')],
    }),
  },
  '/applications/documents': {
    post: sentFile('applications.sendDocument', 'Add a document to an application by a link', {
      access: null,
      parameters: [inHeader(applicationLinkHeader, text)],
      answer: 'Attachment',
    }),
  },
  '/conversations/{id}/attachments': {
    post: sentFile('conversations.attach', 'Send a file for a message', {
      access: 'negotiation:write',
      parameters: [inPath('id')],
      answer: 'Attachment',
    }),
  },
  '/contracts/{id}/evidence': {
    post: sentFile('disputes.attach', 'Send a file as evidence in a dispute', {
      access: 'disputes:write',
      parameters: [inPath('id')],
      answer: 'Attachment',
    }),
  },
  '/tax-forms': {
    post: sentFile('taxForms.upload', 'Send a tax form (finance, administrator)', {
      access: 'never',
      parameters: [
        { ...inQuery('kind', true), schema: { type: 'string', enum: [...taxFormKindNames] } },
        { ...inQuery('signedOn', true), schema: { type: 'string', format: 'date' } },
      ],
      answer: 'Attachment',
    }),
  },
  '/offers/{offerId}/sample': {
    post: sentFile('previews.sendSample', 'Send a sample of the data that an offer is about', {
      access: 'deliver',
      parameters: [inPath('offerId'), inQuery('sourceId'), inQuery('sourceName')],
      answer: 'SamplePreview',
    }),
  },
}
