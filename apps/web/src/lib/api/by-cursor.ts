/**
 * Configures an infinite query of a paged procedure: `...infiniteOptions({ input, ...byCursor })`.
 */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

/** Asks for the largest page of a list that rules keep short, which is then all of it. Its query selects the items. */
export const shortList = { limit: 100 }
