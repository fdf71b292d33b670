import type { DeliveryRow } from './queries.ts'

/** Returns the path of the page where the vendor works on a delivery. */
export const deskPath = ({ contract_id, id }: Pick<DeliveryRow, 'contract_id' | 'id'>): string =>
  contract_id ? `/data-upload/${contract_id}` : `/vendor-listings/measure/${id}`
