export { companiesOf } from './companies.ts'
export { followDecision } from './decisions.ts'
export { deleteOf as deleteSingleSignOnOf } from './queries.ts'
export { scimRoutes } from './scim/routes.ts'
