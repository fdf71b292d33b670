/** Lists the states of an application; `waiting` is for the applicant's answer, which stops the clock. */
export const applicationStatuses = ['pending', 'waiting', 'approved', 'declined'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** Returns true in the states in which staff decide. */
export const isUndecided = (status: ApplicationStatus): status is 'pending' | 'waiting' =>
  status === 'pending' || status === 'waiting'
