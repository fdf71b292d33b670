/** Names the place under which a destination's secret is sealed. */
export const secretPlace = (destination: string) => `push_destinations.secret:${destination}`
