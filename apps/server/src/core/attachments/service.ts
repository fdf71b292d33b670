/** Attachments: files that people send each other, with messages and with statements in a dispute. */
export { attachFile, expireFiles, linkFile, takeFiles } from './attachments.ts'
export { attachmentRoutes } from './http.ts'
export type { AttachmentKind } from './kind.ts'
export { listAllKeys, listFilesOf, listStoredKeys } from './queries.ts'
