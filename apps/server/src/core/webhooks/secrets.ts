/** Names the place under which an endpoint's secrets are sealed: the present one and the one before it. */
export const secretPlace = (endpoint: string) => `webhook_endpoints.secret:${endpoint}`
