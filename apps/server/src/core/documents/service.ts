/** Documents: files of one applicant or organization, which staff look at. */
export {
  endUse,
  endUseOfAll,
  type GivenDocument,
  type KeepDocument,
  linkDocument,
  listDocumentsOf,
  receiveDocument,
  removeDocument,
  toDocument,
} from './documents.ts'
export {
  type DocumentOwner,
  findDocument,
  listDocumentBlobs,
  listDocumentContent,
} from './queries.ts'
