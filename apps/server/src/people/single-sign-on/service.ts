export { companiesOf } from './companies.ts'
export { deleteOf as deleteSingleSignOnOf } from './queries.ts'
