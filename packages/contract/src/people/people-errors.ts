/** Lists the errors of legal documents and of support. */
export const peopleErrors = {
  ticket_closed: {
    status: 409,
    message: 'This ticket is closed. It opens again when whoever asked writes again.',
  },
  ticket_of_vendor: {
    status: 409,
    message:
      'The vendor answers this ticket. Staff read it, and answer once its author has asked them to step in.',
  },
  legal_outdated: {
    status: 409,
    message: 'A newer version of a legal document applies. Read it, then accept it.',
  },
  legal_not_accepted: {
    status: 422,
    message: 'Accept the legal documents that this needs, in the versions in force.',
  },
} as const
