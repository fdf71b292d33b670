/** Attachments: files that people send each other, with messages and with statements in a dispute. */
export { attachFile, eraseFilesBetween, expireFiles, linkFile, takeFiles } from './attachments.ts'
export { attachmentRoutes } from './http.ts'
export { keepDocumentKey, openBlobKey, rewrapBlobKeys } from './keys.ts'
export type { AttachmentKind } from './kind.ts'
export { listContent, listFilesOf, listNamedBlobs } from './queries.ts'
export { type SealedFiles, sealClearFiles } from './seal-files.ts'
