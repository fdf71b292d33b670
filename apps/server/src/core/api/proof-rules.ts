/**
 * Lists the procedures that need a fresh proof of the person: those that redirect or move money, give
 * access, cannot be undone, or read other people's mail. A payment needs one above the limit of the
 * settings.
 */
export const proofRules: Readonly<Record<string, 'always' | 'large payment'>> = {
  // Accounts that money goes to and comes from.
  'banking.save': 'always',
  'billing.saveMethod': 'always',
  'billing.removeMethod': 'always',
  'stripe.connectBankAccount': 'always',
  'stripe.onboard': 'always',
  // Money that leaves an organization.
  'payments.fund': 'large payment',
  'deliveries.release': 'large payment',
  'disputes.accept': 'large payment',
  // Programs that gain access could pay and release.
  'keys.create': 'always',
  'keys.rotate': 'always',
  // A signing key states what was measured, and revoking it cannot be undone.
  'signingKeys.register': 'always',
  'signingKeys.revoke': 'always',
  // Data that leaves the platform, and systems that it reads.
  'connections.add': 'always',
  'connections.replaceSecret': 'always',
  'pushes.addDestination': 'always',
  'pushes.replaceSecret': 'always',
  'shipments.setAddress': 'always',
  // People who gain access could change the rest in a session of their own.
  'organizations.approveRequest': 'always',
  'organizations.inviteMember': 'always',
  'organizations.reactivateMember': 'always',
  'organizations.setMemberAdmin': 'always',
  'organizations.setMemberRoles': 'always',
  // Limits, and payments above them.
  'spending.setRules': 'always',
  'spending.setMemberLimits': 'always',
  'approvals.decide': 'always',
  'approvals.setStandIn': 'always',
  'singleSignOn.saveOidc': 'always',
  'singleSignOn.saveSaml': 'always',
  'singleSignOn.removeDomain': 'always',
  'singleSignOn.setRules': 'always',
  'singleSignOn.setGroups': 'always',
  'singleSignOn.makeToken': 'always',
  'singleSignOn.settleHeld': 'always',
  'singleSignOn.remove': 'always',
  'applications.approve': 'always',
  'admin.organizations.activate': 'always',
  'admin.users.reactivate': 'always',
  'admin.resetFactors': 'always',
  // Staff take access away, move money, decide, and read the mail of others.
  'admin.organizations.suspend': 'always',
  'admin.organizations.terminate': 'always',
  'admin.users.deactivate': 'always',
  'books.staff.propose': 'always',
  'books.staff.approve': 'always',
  'books.staff.reverse': 'always',
  'books.staff.confirmRestore': 'always',
  'payouts.retry': 'always',
  'disputes.staff.rule': 'always',
  'disputes.staff.confirm': 'always',
  'mails.open': 'always',
  // Irreversible acts.
  'deliveries.staff.giveUp': 'always',
  'jobs.cancel': 'always',
  'settings.deleteAccount': 'always',
  'transparency.openLog': 'always', // the log before ends for good
  'sources.setLimit': 'always', // what buyers learn under a raised limit is not taken back
}

/** Maps the other changes by staff and administrators to the reason for which a session is enough. */
export const proofExemptions: Readonly<Record<string, string>> = {
  'books.staff.verify': 'reads the books and changes nothing in them',
  'books.staff.reject': 'moves no money',
  'books.staff.withdraw': 'moves no money',
  'billing.cancel': 'can be resumed until the period ends',
  'billing.resume': 'charges the account on file what the plan always cost',
  'billing.retry': 'charges the account on file what is owed',
  'payouts.setSchedule': 'moves the day of a payout, not its account',
  'applications.ask': 'writes to the applicant',
  'applications.note': 'writes to other staff',
  'applications.decline': 'gives no access; another application can be sent',
  'keys.revoke': 'takes access away; a new key can be made',
  'organizations.update': 'changes what is shown, not who has access',
  'organizations.rejectRequest': 'gives no access; the person can ask again',
  'organizations.resetMemberPassword': 'mails a link to the member alone',
  'organizations.deactivateMember': 'takes access away and can be undone',
  'organizations.revokeInvitation': 'takes access away and can be undone',
  'singleSignOn.addDomain': 'claims what only a DNS record proves',
  'singleSignOn.checkDomain': 'looks for a record that whoever owns the domain has set',
  'singleSignOn.removeToken': 'takes access of a program away; a new token can be made',
  'findings.staff.open': 'reads what both parties of a live dispute read, and is recorded',
  'deliveries.staff.retry': 'runs what was to run anyway',
  'admin.users.endSessions': 'takes nothing away that a sign-in does not give back',
  'support.staff.answer': 'writes to the person who asked',
  'support.staff.assign': 'arranges work among staff',
  'support.staff.close': 'can be undone by who asked',
  'jobs.retry': 'runs what was to run anyway',
  'mails.sendAgain': 'goes to the recipient that it was written to, unread',
  'samples.reset': 'replaces sample data by sample data',
  'connections.test': 'signs in where a proved administrator said',
  'connections.remove': 'takes access to a source away; another connection can be added',
  'pushes.readHostKey': 'shows what any host shows to whoever connects',
  'pushes.changeDestination': 'sends where a proved administrator said',
  'pushes.testDestination': 'sends a file that says nothing',
  'pushes.removeDestination': 'takes a receiver away; another one can be added',
  'webhooks.create': 'an endpoint learns IDs and states alone; reading more takes a key',
  'webhooks.update': 'an endpoint learns IDs and states alone; reading more takes a key',
  'webhooks.remove': 'takes a receiver away; another one can be added',
  'webhooks.rotateSecret': 'signs what goes to an endpoint of the organization',
  'webhooks.test': 'sends an event that says nothing',
  'webhooks.redeliver': 'sends what was sent before to where it was sent',
}
