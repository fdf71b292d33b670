/** Maps how a command ends to its exit code; 3 is that of commands that get no answer from a server. */
export const EXIT_CODES = { done: 0, refused: 1, usage: 2, failed: 4, interrupted: 130 } as const
