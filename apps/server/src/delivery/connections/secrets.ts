/** Names the place under which a connection's secret is sealed. */
export const secretPlace = (connection: string) => `connections.secret:${connection}`
