/** Lists the errors of applicants' and sign-up links, tax forms, legal documents and support. */
export const peopleErrors = {
  approval_link_closed: {
    status: 409,
    message:
      'This link is of no more use: it was used, has expired, or is not complete. Sign up with the organization ID of the mail.',
  },
  application_link_closed: {
    status: 409,
    message: 'This link does not work: it is not complete, was used, or its application is gone.',
  },
  documents_full: {
    status: 409,
    message: 'There are as many documents here as there can be. Remove one first.',
  },
  sanctions_changed: {
    status: 409,
    message:
      'The lists of sanctions have changed since you looked. Look at the comparison again, then decide.',
  },
  tax_form_decided: {
    status: 409,
    message: 'This tax form no longer waits: it was decided, or a newer one took its place.',
  },
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
