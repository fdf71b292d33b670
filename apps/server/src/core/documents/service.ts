/** Documents: files of one applicant or organization, which staff look at. */
export {
  endUse,
  endUseOfAll,
  type GivenDocument,
  keepAccepted,
  keepDeclined,
  keepUndecided,
  linkDocument,
  listDocumentsOf,
  receiveDocument,
  removeDocument,
  toDocument,
} from './documents.ts'
export {
  findDocument,
  listDocumentBlobs,
  listDocumentContent,
} from './queries.ts'
