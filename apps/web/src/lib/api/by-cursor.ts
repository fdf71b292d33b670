/**
 * Configures an infinite query of a paged procedure: `...infiniteOptions({ input, ...byCursor })`.
 */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}
