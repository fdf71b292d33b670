/** For an infinite query of a procedure that answers in pages: `...infiniteOptions({ input, ...byCursor })`. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}
