/** Reports an invalid command line; the message is for the user who typed it. */
export class UsageError extends Error {}
