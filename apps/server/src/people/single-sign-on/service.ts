export { companiesOf } from './companies.ts'
